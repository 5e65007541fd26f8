"""Sums of many oscillations at evenly spaced points by a fast Fourier transform."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

REACH = 7  # grid points on each side that a term is spread over; gives errors of 1e-12 of Σ|c|


def fourier_sums(
    coefficients: NDArray[np.inexact], turns: NDArray[np.float64], count: int
) -> NDArray[np.float64]:  # turns: θ, radians a step
    r"""Real part of :math:`\sum_i c_i e^{i\theta_i j}` for j = 0 … count - 1.

    A nonuniform fast Fourier transform: a Kaiser-Bessel window spreads each term over a few points of a grid of
    angles; the transform of the grid, divided by that of the window, is the sum [1] [2].

    Returns (count,) in the unit of the coefficients; errors are at most 1e-12 of Σ|c|, plus the rounding of θ j.

    [1] Dutt and Rokhlin 1993, https://doi.org/10.1137/0914081
    [2] Keiner, Kunis and Potts 2009, https://doi.org/10.1145/1555386.1555388
    """
    size = _grid_size(count)
    places = turns * (size / (2 * np.pi))  # (n,) grid points
    sums = np.fft.rfft(_spread(places, coefficients.real, _steepness(count), size)).real[:count]
    if coefficients.imag.any():
        sums = sums + np.fft.rfft(_spread(places, coefficients.imag, _steepness(count), size)).imag[:count]
    return sums / _window_spectrum(count)


def _grid_size(count: int) -> int:
    """A power of two, at least 4 * count: twice for negative frequencies, twice for oversampling."""
    return int(2 ** np.ceil(np.log2(4 * max(count, REACH))))


def _steepness(count: int) -> float:
    return float(np.pi * (2 - 2 * count / _grid_size(count)))


def _spread(
    places: NDArray[np.float64], coefficients: NDArray[np.floating], steepness: float, size: int
) -> NDArray[np.float64]:
    """Grid of `size` angles with every term spread over it by the window."""
    below = np.floor(places)
    first, beyond = below.astype(int) % size, places - below
    line = np.zeros(size + 2 * REACH)  # starts at grid point 1 - REACH
    for column in range(2 * REACH):  # one column at a time stays in the processor's cache
        roots = np.sqrt(np.maximum(REACH**2 - (beyond + (REACH - 1 - column)) ** 2, 1e-12))
        powers = np.exp(steepness * roots)
        line[column : column + size] += np.bincount(first, coefficients * (powers - 1 / powers) / roots, size)
    line[: 2 * REACH] += line[size:]
    return np.roll(line[:size], 1 - REACH) / (2 * np.pi)


@lru_cache(maxsize=8)  # an entry takes 32 kB for a curve of 4,096 points
def _window_spectrum(count: int) -> NDArray[np.float64]:
    """Fourier transform of the window at 0 … count - 1."""
    frequencies = 2 * np.pi * np.arange(count) / _grid_size(count)
    spectrum: NDArray[np.float64] = np.i0(REACH * np.sqrt(_steepness(count) ** 2 - frequencies**2))
    spectrum.setflags(write=False)
    return spectrum
