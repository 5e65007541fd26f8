"""Shifting a position by k tokens rotates every pair by a fixed angle."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.inputs.checked import Positions, as_real, checked
from core.schemes.sinusoidal import sinusoidal


def one_number(offset: Any) -> float:
    """An offset in tokens; a ValueError unless it is one finite number."""
    shift = as_real(offset, "offset")
    if shift.ndim:
        raise ValueError(f"offset must be one number, got {shift.ndim} dimensions")
    return float(shift)


@checked(offset=one_number)
def rotation_blocks(
    offset: float, d_model: int, *, base: float = 10_000.0, scale: float = 1.0
) -> NDArray[np.float64]:  # (d_model // 2, 2, 2) dimensionless
    r"""R_k of each pair: it takes (sin, cos) at p to (sin, cos) at p + k.

    .. math:: \begin{pmatrix}\cos k\omega & \sin k\omega\\ -\sin k\omega & \cos k\omega\end{pmatrix}

    On the column (sin, cos) this is the rotation by -kω; on (cos, sin) it would be by +kω.

    Source: Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762
    """
    angles = offset / scale * inverse_frequencies(d_model, base)  # (d_model // 2,) radians
    cos, sin = np.cos(angles), np.sin(angles)
    return np.moveaxis(np.array([[cos, sin], [-sin, cos]]), -1, 0)


@dataclass(frozen=True)
class PairShift:
    """The rotation of one pair at one position."""

    position: int  # tokens
    offset: int  # tokens
    frequency: float  # radians per token
    block: NDArray[np.float64]  # (2, 2) R_k of the pair
    before: NDArray[np.float64]  # (sin, cos) at position and at position + offset
    after: NDArray[np.float64]  # (sin, cos) at position and at position + offset

    @property
    def later(self) -> int:
        """Position + offset, tokens."""
        return self.position + self.offset

    @property
    def angle(self) -> float:
        """Radians that the pair is turned."""
        return self.offset * self.frequency


def fastest_pair(
    offset: int, d_model: int, *, position: int = 3, base: float = 10_000.0, scale: float = 1.0
) -> PairShift:  # d_model is at least 2
    """What the shift does to pair 0."""
    frequency = 1 / scale
    block = rotation_blocks(offset, d_model, base=base, scale=scale)[0]
    before = np.array([np.sin(position * frequency), np.cos(position * frequency)])
    return PairShift(position, offset, frequency, block, before, block @ before)


def shift_matrix(
    blocks: NDArray[np.float64],  # (n, 2, 2)
) -> NDArray[np.float64]:  # (2n, 2n) PE(p + k) = matrix @ PE(p)
    """The block-diagonal matrix of these blocks, for interleaved columns."""
    pairs = len(blocks)
    matrix = np.zeros((pairs, 2, pairs, 2))
    matrix[np.arange(pairs), :, np.arange(pairs), :] = blocks
    return matrix.reshape(2 * pairs, 2 * pairs)


@checked()
def shift_error(
    positions: Positions, offset: float, d_model: int, *, base: float = 10_000.0, scale: float = 1.0
) -> float:  # dimensionless; rounding error only. 0 where there is no pair or no position
    """Largest absolute entry of PE(p + k) - R_k PE(p) over the positions."""
    blocks = rotation_blocks(offset, d_model, base=base, scale=scale)
    before, after = (
        sinusoidal(each, d_model, base=base, scale=scale)[:, : 2 * len(blocks)].reshape(len(each), len(blocks), 2)
        for each in (positions, positions + offset)
    )
    (sine, cosine), (later_sine, later_cosine) = np.moveaxis(before, -1, 0), np.moveaxis(after, -1, 0)
    (cos, sin), (minus_sin, same_cos) = np.moveaxis(blocks, 0, -1)  # each (pairs,)
    errors = (later_sine - (cos * sine + sin * cosine), later_cosine - (minus_sin * sine + same_cos * cosine))
    return max(float(np.abs(each).max(initial=0)) for each in errors)


SAME = np.array([np.pi / 6, 5 * np.pi / 6])  # radians; one sine, rising and falling
NEAR = np.pi / 3  # radians; a turn that is easily seen


@dataclass(frozen=True)
class SameSine:
    """Two angles with the same sine, and where a shift takes them."""

    pair: int  # the pair that the shift turns by an angle nearest to `NEAR`, as a ratio
    turn: float  # radians by which the shift turns it
    before: NDArray[np.float64]  # angles, radians: one whose sine rises, and one whose sine falls
    after: NDArray[np.float64]  # angles, radians: one whose sine rises, and one whose sine falls


@checked()
def same_sine(
    offset: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0
) -> SameSine:  # offset is not 0, d_model at least 2
    """Why a sine alone does not determine the result of a shift."""
    frequencies = inverse_frequencies(d_model, base)  # (d_model // 2,) radians per token
    turns = offset / scale * frequencies
    pair = int(np.argmin(np.abs(np.log(np.abs(turns) / NEAR))))
    return SameSine(pair, float(turns[pair]), SAME, SAME + turns[pair])
