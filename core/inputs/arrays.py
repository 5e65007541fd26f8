"""Arguments as finite float64 arrays."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def as_positions(
    positions: int | ArrayLike,  # (n,) tokens from the start; an int n stands for 0 … n - 1
) -> NDArray[np.float64]:  # (n,) tokens
    """Positions as an array of real numbers."""
    if isinstance(positions, int | np.integer) and not isinstance(positions, bool):
        if positions < 0:
            raise ValueError(f"positions must be a number of tokens of at least 0, got {positions}")
        return np.arange(positions, dtype=np.float64)
    array = as_real(positions, "positions")
    if array.ndim != 1:
        raise ValueError(f"positions must be one-dimensional, got {array.ndim} dimensions")
    return array


def as_frequencies(frequencies: ArrayLike) -> NDArray[np.float64]:
    """Frequencies as an array of shape (n,), radians per token; a ValueError unless finite and at least 0."""
    array = as_real(frequencies, "frequencies")
    if array.ndim != 1:
        raise ValueError(f"frequencies must be one-dimensional, got {array.ndim} dimensions")
    if (array < 0).any():
        raise ValueError(f"frequencies must be at least 0, got {array.min()}")
    return array


def as_real(values: Any, name: str) -> NDArray[np.float64]:
    """Finite float64 array of any shape; the error names the argument and the first bad value."""
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "iuf":
            raise TypeError
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be real numbers, got {values!r:.80}") from None
    array = array.astype(np.float64)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite, got {array[~np.isfinite(array)].flat[0]}")
    return array
