"""Sums of cosines over the offset, averaged over runs of offsets where there are more than points."""

import numpy as np


def offset_runs(length, points):
    """Middles of runs of equal size that cover the offsets -length … length, and their odd size."""
    offsets = 2 * length + 1
    size = -(-offsets // ((points - 1) | 1)) | 1
    half = -(-offsets // size) // 2
    return size * np.arange(-half, half + 1), size


def mean_factor(frequencies, size):
    """How much averaging `size` neighbours shrinks an oscillation of so many radians per token."""
    return np.sinc(size * frequencies / (2 * np.pi)) / np.sinc(frequencies / (2 * np.pi))


def mean_products(offsets, size, frequencies):
    """Dot product of two encodings at each offset, averaged over runs of `size` offsets."""
    factors = mean_factor(frequencies, size)
    return sum(factor * np.cos(offsets * omega) for factor, omega in zip(factors, frequencies, strict=True))
