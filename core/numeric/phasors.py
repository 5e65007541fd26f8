"""Sines and cosines at consecutive positions by complex products instead of a sine and a cosine per cell."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

PAIRS_IN_BLOCK = 2**16  # so that a block stays in the processor's cache


def fill(
    # (n, d_model) real floating type; its columns of sines and cosines are overwritten with values in [-1, 1]
    table: NDArray[Any],
    first: float,  # tokens, or rows where frequencies are per row; up to 2**52
    frequencies: NDArray[np.float64],  # (sines,) radians per token
    sines: slice,  # columns
    cosines: slice,  # columns, as many as sines or one fewer
    *,
    scale: float,  # positions are divided by it
) -> None:
    r"""Write sine and cosine of every pair at positions first, first + 1, … into the rows of a table.

    A position is the start of its block plus the place in it, :math:`p = s + b`, and
    :math:`\sin + i\cos = i e^{-i\omega p} = (i e^{-i\omega b}) \cdot e^{-i\omega s}`. Sine and cosine are
    computed in float64 for the places of one block and for the starts of all blocks; every cell is a product.
    """
    count = len(table)
    # about as many starts as places in a block minimise the work
    size = max(1, min(math.isqrt(count), PAIRS_IN_BLOCK // max(1, len(frequencies))))
    block = Block.of(size, frequencies, table.dtype, scale=scale)
    starts = _phasors(first + np.arange(0, count, size), frequencies, scale)  # (blocks, sines)
    for start, turn in zip(range(0, count, size), starts.astype(block.within.dtype), strict=True):
        block.write(table[start : start + size], turn, sines, cosines)


@dataclass(frozen=True)
class Block:
    """Sines and cosines of consecutive positions that start anywhere: the start is a factor, all else stays."""

    within: NDArray[Any]  # (size, sines) complex: i exp(-i ω b) at the places b in the block
    frequencies: NDArray[np.float64]  # (sines,) radians per token
    scale: float

    @classmethod
    def of(cls, size: int, frequencies: NDArray[np.float64], dtype: np.dtype[Any], *, scale: float = 1) -> Block:
        """A block of so many positions, for tables of a real floating type."""
        kind = np.complex64 if dtype == np.float32 else np.complex128
        return cls((1j * _phasors(np.arange(size), frequencies, scale)).astype(kind), frequencies, scale)

    def fill(self, rows: NDArray[Any], first: float, sines: slice, cosines: slice) -> None:
        """Write at most as many rows as the block has, from a position on."""
        turn = _phasors(np.array([first]), self.frequencies, self.scale)[0].astype(self.within.dtype)
        self.write(rows, turn, sines, cosines)

    def write(self, rows: NDArray[Any], turn: NDArray[Any], sines: slice, cosines: slice) -> None:
        """The same for a start that is given as its factor exp(-i ω s)."""
        kind = self.within.dtype
        # adjacent columns: real and imaginary part
        is_paired = (
            sines.step == 2
            and sines.start in {0, None}
            and rows.shape[1] * rows.itemsize == len(turn) * kind.itemsize
        )
        product = rows.view(kind) if is_paired else np.empty((len(rows), len(turn)), kind)
        np.multiply(self.within[: len(rows)], turn, out=product)
        parts = product.view(product.real.dtype)
        np.clip(parts, -1, 1, out=parts)  # rounding may push a product slightly beyond ±1
        if not is_paired:
            rows[:, sines], rows[:, cosines] = product.real, product.imag[:, : rows[:, cosines].shape[1]]


def _phasors(positions: NDArray[Any], frequencies: NDArray[np.float64], scale: float) -> NDArray[np.complex128]:
    """exp(-i p ω / scale), shape (positions, frequencies)."""
    angles = np.outer(positions / scale, frequencies)
    return np.cos(angles) - 1j * np.sin(angles)
