"""Moving k positions on is one fixed rotation of every pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.frequencies import inverse_frequencies, wavelengths
from core.inputs.arrays import as_positions, as_real
from core.inputs.parameter import D_MODEL, SCALE
from core.numeric.spacing import evenly_spread
from core.schemes.sinusoidal import columns, sinusoidal
from core.sinusoidal.dimensions import columns_at

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

EXAMPLES = 256  # rows that a shift is learned from


def rotation_blocks(
    offset: float, d_model: int, *, base: float = 10_000.0, scale: float = 1.0
) -> NDArray[np.float64]:
    r"""R_k of each pair, which turns (sin, cos) at p into (sin, cos) at p + k [1]_.

    .. math:: \begin{pmatrix}\cos k\omega & \sin k\omega\\ -\sin k\omega & \cos k\omega\end{pmatrix}

    On the column (sin, cos) this is the rotation by -kω; on (cos, sin) it would be by +kω.

    Parameters
    ----------
    offset : float
        k, tokens, any real number.
    d_model : int
        Features; the last sine of an odd number has no cosine, so no block.
    base, scale : float
        As in `core.schemes.sinusoidal.sinusoidal`.

    Returns
    -------
    blocks : ndarray of shape (d_model // 2, 2, 2)
        Dimensionless.

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762
    """
    shift = as_real(offset, "offset")
    if shift.ndim:
        raise ValueError(f"offset must be one number, got {shift.ndim} dimensions")
    frequencies = inverse_frequencies(D_MODEL.check(d_model), base)  # (d_model // 2,) radians per token
    angles = shift / SCALE.check(scale) * frequencies
    cos, sin = np.cos(angles), np.sin(angles)
    return np.moveaxis(np.array([[cos, sin], [-sin, cos]]), -1, 0)


def shift_matrix(blocks: NDArray[np.float64]) -> NDArray[np.float64]:
    """The blocks on the diagonal of one matrix, for columns that are interleaved.

    Parameters
    ----------
    blocks : ndarray of shape (n, 2, 2)

    Returns
    -------
    matrix : ndarray of shape (2n, 2n)
        PE(p + k) = matrix @ PE(p).
    """
    pairs = len(blocks)
    matrix = np.zeros((pairs, 2, pairs, 2))
    matrix[np.arange(pairs), :, np.arange(pairs), :] = blocks
    return matrix.reshape(2 * pairs, 2 * pairs)


def shift_error(
    positions: int | ArrayLike, offset: float, d_model: int, *, base: float = 10_000.0, scale: float = 1.0
) -> float:
    """Largest absolute entry of PE(p + k) - R_k PE(p) over the positions.

    Parameters
    ----------
    positions : int or array_like of shape (n,)
        p, tokens.
    offset, d_model, base, scale
        As in `rotation_blocks`.

    Returns
    -------
    error : float
        Dimensionless; 0 but for rounding. 0 where there is no pair or no position.
    """
    start = as_positions(positions)
    blocks = rotation_blocks(offset, d_model, base=base, scale=scale)
    before, after = (
        sinusoidal(at, d_model, base=base, scale=scale)[:, : 2 * len(blocks)].reshape(len(start), len(blocks), 2)
        for at in (start, start + offset)
    )
    (sine, cosine), (later_sine, later_cosine) = np.moveaxis(before, -1, 0), np.moveaxis(after, -1, 0)
    (cos, sin), (minus_sin, same_cos) = np.moveaxis(blocks, 0, -1)  # each (pairs,)
    missed = (later_sine - (cos * sine + sin * cosine), later_cosine - (minus_sin * sine + same_cos * cosine))
    return max(float(np.abs(each).max(initial=0)) for each in missed)


@dataclass(frozen=True)
class LearnedShift:
    """A linear map found from examples alone.

    Parameters
    ----------
    matrix : ndarray of shape (d, d)
        Row p + k of the table is nearest to matrix @ row p.
    residual : float
        Root mean square of what the map misses, dimensionless.
    size : float
        Root mean square of what it was to reach, dimensionless.
    examples : int
        Pairs of rows it was found from.
    """

    matrix: NDArray[np.float64]
    residual: float
    size: float
    examples: int


def learned_map(before: NDArray[np.float64], after: NDArray[np.float64]) -> LearnedShift:
    """Least-squares map from each row of one table to the same row of another.

    Parameters
    ----------
    before, after : ndarray of shape (n, d)
        Dimensionless.

    Returns
    -------
    shift : LearnedShift
    """
    matrix = np.linalg.lstsq(before, after)[0].T.astype(np.float64)
    missed = after - before @ matrix.T
    return LearnedShift(matrix, _root_mean_square(missed), _root_mean_square(after), len(before))


def learnable_pairs(d_model: int, *, base: float = 10_000.0, most: int = 8) -> NDArray[np.int_]:
    """Pairs whose rotation `shift_examples` determine: those that turn at least twice in them.

    Slower pairs hardly move there, and then many maps fit equally well.

    Parameters
    ----------
    d_model, base
        As in `rotation_blocks`.
    most : int
        Evenly spread over those that qualify.

    Returns
    -------
    pairs : ndarray of int
        Ascending; the fastest is always among them, empty where there is no pair.
    """
    return evenly_spread(int(np.sum(wavelengths(D_MODEL.check(d_model), base) <= EXAMPLES / 2)), most)


def shift_examples(
    offset: float, pairs: NDArray[np.int_], d_model: int, *, base: float = 10_000.0, scale: float = 1.0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Rows of the table, and the rows `offset` tokens on, in the columns of a few pairs.

    A stretched table is read with as many times the stride, or else nothing would move in it.

    Parameters
    ----------
    offset : float
        k, tokens; negative ones look back, and then the rows begin at position -k.
    pairs : ndarray of int, shape (m,)
    d_model, base, scale
        As in `rotation_blocks`.

    Returns
    -------
    before, after : ndarray of shape (EXAMPLES, 2m)
        Dimensionless; sine and cosine of a pair are neighbours.
    """
    start = max(0, -offset) + np.ceil(SCALE.check(scale)) * np.arange(EXAMPLES)  # tokens
    dimensions = np.stack([2 * pairs, 2 * pairs + 1], axis=1).ravel()
    column = columns(d_model, base=base)
    before, after = (columns_at(at, dimensions, column, scale=scale) for at in (start, start + offset))
    return before, after


def _root_mean_square(values: NDArray[np.float64]) -> float:
    return float(np.sqrt(np.mean(values**2))) if values.size else 0.0


@dataclass(frozen=True)
class Lesson:
    """The rotation, learned from examples with the cosines and without.

    Parameters
    ----------
    pairs : ndarray of int, shape (m,)
        Whose columns are used.
    rotation : ndarray of shape (2m, 2m)
        R_k of these pairs.
    both, sines : LearnedShift
        From all columns, and from the sine columns alone.
    """

    pairs: NDArray[np.int_]
    rotation: NDArray[np.float64]
    both: LearnedShift
    sines: LearnedShift

    @property
    def dimensions(self) -> NDArray[np.int_]:
        """Columns of the table, shape (2m,)."""
        return np.stack([2 * self.pairs, 2 * self.pairs + 1], axis=1).ravel()

    @property
    def difference(self) -> float:
        """Largest absolute difference between the rotation and what was learned from all columns."""
        return float(np.abs(self.both.matrix - self.rotation).max(initial=0))


def lesson(offset: float, d_model: int, *, base: float = 10_000.0, scale: float = 1.0) -> Lesson:
    """Learn R_k from `shift_examples` of the `learnable_pairs`, with the cosines and without.

    Parameters
    ----------
    offset, d_model, base, scale
        As in `rotation_blocks`; d_model at least 2.

    Returns
    -------
    lesson : Lesson
    """
    pairs = learnable_pairs(d_model, base=base)
    before, after = shift_examples(offset, pairs, d_model, base=base, scale=scale)
    blocks = rotation_blocks(offset, d_model, base=base, scale=scale)[pairs]
    both, sines = learned_map(before, after), learned_map(before[:, ::2], after[:, ::2])
    return Lesson(pairs, shift_matrix(blocks), both, sines)
