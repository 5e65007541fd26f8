"""Sines and cosines at consecutive positions by complex products instead of a sine and a cosine per cell."""

import math
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
    count, kind = len(table), np.dtype(np.complex64 if table.dtype == np.float32 else np.complex128)
    # about as many starts as places in a block minimise the work
    size = max(1, min(math.isqrt(count), PAIRS_IN_BLOCK // max(1, len(frequencies))))
    within = (1j * _phasors(np.arange(size), frequencies, scale)).astype(kind)  # (size, sines)
    starts = _phasors(first + np.arange(0, count, size), frequencies, scale).astype(kind)  # (blocks, sines)
    is_paired = sines.step == 2 and table.shape[1] * table.itemsize == len(frequencies) * kind.itemsize
    block = np.empty_like(within)
    for start, turn in zip(range(0, count, size), starts, strict=True):
        rows = table[start : start + size]
        product = rows.view(kind) if is_paired else block[: len(rows)]  # adjacent columns: real and imaginary part
        np.multiply(within[: len(rows)], turn, out=product)
        parts = product.view(product.real.dtype)
        np.clip(parts, -1, 1, out=parts)  # rounding may push a product slightly beyond ±1
        if not is_paired:
            rows[:, sines], rows[:, cosines] = product.real, product.imag[:, : rows[:, cosines].shape[1]]


def _phasors(positions: NDArray[Any], frequencies: NDArray[np.float64], scale: float) -> NDArray[np.complex128]:
    """exp(-i p ω / scale), shape (positions, frequencies)."""
    angles = np.outer(positions / scale, frequencies)
    return np.cos(angles) - 1j * np.sin(angles)
