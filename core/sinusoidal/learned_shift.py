"""The rotation that shifts a position, found again by least squares from rows of the table."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.frequencies import geometric, wavelengths
from core.inputs.checked import checked
from core.numeric.curve import evenly_spread
from core.sinusoidal.shift import rotation_blocks, shift_matrix

EXAMPLES = 256  # rows that the map is learned from


@dataclass(frozen=True)
class LearnedMap:
    """A linear map found by least squares."""

    matrix: NDArray[np.float64]  # (d, d) matrix @ row p approximates row p + k
    residual: float  # root mean square of the errors, dimensionless
    size: float  # root mean square of the targets, dimensionless
    examples: int  # pairs of rows that it was learned from

    @property
    def explained(self) -> float:
        """Share of the targets' square that the map gives (R², as their mean is 0); NaN if all are 0."""
        return 1 - (self.residual / self.size) ** 2 if self.size else math.nan


def least_squares(before: NDArray[np.float64], after: NDArray[np.float64]) -> NDArray[np.float64]:
    """The matrix (d, d) that best takes each row of one table (n, d) to the same row of another."""
    return np.linalg.lstsq(before, after)[0].astype(np.float64).T


def learn_map(before: NDArray[np.float64], after: NDArray[np.float64]) -> LearnedMap:
    """Least-squares map from each row of one table to the same row of another."""
    matrix = least_squares(before, after)
    errors = after - before @ matrix.T
    return LearnedMap(matrix, _root_mean_square(errors), _root_mean_square(after), len(before))


@checked()
def learnable_pairs(
    d_model: int, *, base: float = 10_000.0, most: int = 8
) -> NDArray[np.int_]:  # ascending; at most `most`, evenly spread over those that qualify
    """Pairs that turn at least twice within `shift_examples`, which then determine their rotation.

    Slower pairs hardly move within the examples, so several maps fit them equally well.
    """
    return evenly_spread(int(np.sum(wavelengths(d_model, base) <= EXAMPLES / 2)), most)


@checked()
def shift_examples(
    offset: float, pairs: NDArray[np.int_], d_model: int, *, base: float = 10_000.0, scale: float = 1.0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:  # with a negative offset the rows start at position -offset
    """Rows of the table and the rows `offset` tokens later, in the columns of a few pairs.

    The rows are `scale` tokens apart (rounded up), so that the pairs turn as far as at scale 1.
    """
    start = max(0, -offset) + np.ceil(scale) * np.arange(EXAMPLES)  # tokens
    frequencies = geometric(base, 2 * pairs, d_model) / scale  # radians per token
    before, after = (
        np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(EXAMPLES, -1)
        for angles in (np.outer(start, frequencies), np.outer(start + offset, frequencies))
    )
    return before, after


def _root_mean_square(values: NDArray[np.float64]) -> float:
    return float(np.sqrt(np.mean(values**2))) if values.size else 0.0


@dataclass(frozen=True)
class LearnedShift:
    """The rotation, and what least squares learns with the cosines and without."""

    pairs: NDArray[np.int_]  # (m,) pairs whose columns are used
    rotation: NDArray[np.float64]  # (2m, 2m) R_k of these pairs
    both: LearnedMap  # from all columns, and from the sine columns alone
    sines: LearnedMap  # from all columns, and from the sine columns alone

    @property
    def difference(self) -> float:
        """Largest absolute difference between the rotation and what was learned from all columns."""
        return float(np.abs(self.both.matrix - self.rotation).max(initial=0))


def learn_shift(
    offset: float, d_model: int, *, base: float = 10_000.0, scale: float = 1.0
) -> LearnedShift:  # d_model is at least 2
    """Learn R_k from `shift_examples` of the `learnable_pairs`, with the cosines and without."""
    pairs = learnable_pairs(d_model, base=base)
    before, after = shift_examples(offset, pairs, d_model, base=base, scale=scale)
    blocks = rotation_blocks(offset, d_model, base=base, scale=scale)[pairs]
    both, sines = learn_map(before, after), learn_map(before[:, ::2], after[:, ::2])
    return LearnedShift(pairs, shift_matrix(blocks), both, sines)
