"""Sines and cosines at consecutive positions: one complex product a pair instead of two functions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

CELLS = 2**16  # pairs in a block, which stays in the processor's cache


def fill(
    table: NDArray[Any],
    first: float,
    frequencies: NDArray[np.float64],
    sines: slice,
    cosines: slice,
    *,
    scale: float,
) -> None:
    r"""Write sine and cosine of every pair at positions first, first + 1, … into the rows of a table.

    A position is the start of its block plus the place in it, :math:`p = s + b`, and
    :math:`\sin + i\cos = i e^{-i\omega p} = (i e^{-i\omega b}) \cdot e^{-i\omega s}`: sine and cosine are taken
    at the places of one block and at the starts of all, in float64, and multiplied for every other cell.

    Parameters
    ----------
    table : ndarray of shape (n, d_model)
        Real floating type; its columns of sines and cosines are overwritten with values in [-1, 1].
    first : float
        Tokens; a whole number up to 2**52.
    frequencies : ndarray of shape (sines,)
        Radians per token.
    sines, cosines : slice
        Columns; as many cosines as sines, or one less.
    scale : float
        Positions are divided by it.
    """
    count, kind = len(table), np.dtype(np.complex64 if table.dtype == np.float32 else np.complex128)
    size = max(1, min(math.isqrt(count), CELLS // max(1, len(frequencies))))  # about as many starts as places
    within = (1j * _turned(np.arange(size), frequencies, scale)).astype(kind)  # (size, sines)
    starts = _turned(first + np.arange(0, count, size), frequencies, scale).astype(kind)  # (blocks, sines)
    paired = sines.step == 2 and table.shape[1] * table.itemsize == len(frequencies) * kind.itemsize
    block = np.empty_like(within)
    for start, turn in zip(range(0, count, size), starts, strict=True):
        rows = table[start : start + size]
        product = rows.view(kind) if paired else block[: len(rows)]  # sine and cosine lie as the parts do
        np.multiply(within[: len(rows)], turn, out=product)
        parts = product.view(product.real.dtype)
        np.clip(parts, -1, 1, out=parts)  # a product of rounded numbers may end a rounding beyond
        if not paired:
            rows[:, sines], rows[:, cosines] = product.real, product.imag[:, : rows[:, cosines].shape[1]]


def _turned(positions: NDArray[Any], frequencies: NDArray[np.float64], scale: float) -> NDArray[np.complex128]:
    """exp(-i p ω / scale), shape (positions, frequencies)."""
    angles = np.outer(positions / scale, frequencies)
    return np.cos(angles) - 1j * np.sin(angles)
