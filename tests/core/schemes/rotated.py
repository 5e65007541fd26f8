"""Rotations of vectors in complex numbers, and what tests rotate."""

import numpy as np
from hypothesis import strategies as st

evens = st.integers(1, 16).map(lambda count: 2 * count)
seeds = st.integers(0, 2**32)


def normal(seed, *shape):
    return np.random.default_rng(seed).standard_normal(shape)


def by_complex_numbers(vectors, positions, sizes=1, *, base, scale, layout):
    """Multiply every pair, read as x + iy, by the number of this size at its angle; no matrix, no core."""
    dim = vectors.shape[1]
    real, imaginary = (
        (vectors[:, : dim // 2], vectors[:, dim // 2 :])
        if layout == "half"
        else (vectors[:, 0::2], vectors[:, 1::2])
    )
    theta = np.array([float(base) ** (-2 * i / dim) for i in range(dim // 2)])
    turned = (real + 1j * imaginary) * sizes * np.exp(1j * np.asarray(positions)[:, None] / scale * theta)
    if layout == "half":
        return np.concatenate([turned.real, turned.imag], axis=1)
    return turned.view(np.float64)  # a complex number is stored as its two parts, side by side
