"""Sums of oscillations at evenly spaced points, and means of neighbouring samples."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.numeric.twins import fast


def _attenuation(frequencies: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """Factor by which the mean over `count` neighbouring positions shrinks an oscillation."""
    return np.sinc(count * frequencies / (2 * np.pi)) / np.sinc(frequencies / (2 * np.pi))


@fast(plain=_attenuation)
def attenuation(frequencies: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    r"""Factor by which the mean over `count` neighbouring positions shrinks an oscillation.

    :math:`\frac1n\sum_{j<n} e^{i\omega(j-(n-1)/2)} = \sin(n\omega/2) / (n\sin(\omega/2))`,
    the normalised Dirichlet kernel.
    """
    turns = frequencies / (2 * np.pi)  # per token
    whole = np.rint(turns)  # whole turns make no difference at whole positions, but would give 0 / 0
    sign = np.where(whole * (count - 1) % 2, -1, 1)
    return sign * np.sinc(count * (turns - whole)) / np.sinc(turns - whole)


MANY_TERMS, MANY_POINTS = 512, 128  # from which on a Fourier transform is cheaper than a matrix product


def _cosine_sum(
    coefficients: NDArray[np.inexact], frequencies: NDArray[np.float64], start: float, step: float, count: int
) -> NDArray[np.float64]:
    """Real part of Σ c_i e^{iω_i t} at count evenly spaced t from start."""
    t, sums = start + step * np.arange(count), np.zeros(count)
    for coefficient, frequency in zip(coefficients, frequencies, strict=True):
        sums += np.real(coefficient * np.exp(1j * frequency * t))
    return sums


@fast(plain=_cosine_sum)
def cosine_sum(
    coefficients: NDArray[np.inexact], frequencies: NDArray[np.float64], start: float, step: float, count: int
) -> NDArray[np.float64]:  # (count,) in the unit of the coefficients
    """Real part of Σ c_i e^{iω_i t} at count evenly spaced t.

    With t = start + step·(a·size + b), each phasor is the product of one that depends on a and one that depends on
    b, so all sums are one matrix product. With many terms and many points a Fourier transform is cheaper.
    """
    at_start = np.exp(1j * start * frequencies) * coefficients  # (n,) at the first t
    if len(frequencies) >= MANY_TERMS and count >= MANY_POINTS:
        return fourier_sums(at_start, step * frequencies, count)
    return exponential_sum(at_start, 1j * frequencies, step, count)


def _exponential_sum(
    coefficients: NDArray[np.inexact], exponents: NDArray[np.complexfloating], step: float, count: int
) -> NDArray[np.float64]:
    """Real part of Σ c_i e^{z_i t} at t = 0, step, … count - 1 steps."""
    t, sums = step * np.arange(count), np.zeros(count)
    for coefficient, exponent in zip(coefficients, exponents, strict=True):
        sums += np.real(coefficient * np.exp(exponent * t))
    return sums


@fast(plain=_exponential_sum)
def exponential_sum(
    coefficients: NDArray[np.inexact], exponents: NDArray[np.complexfloating], step: float, count: int
) -> NDArray[np.float64]:  # (count,) in the unit of the coefficients; infinite or NaN where a term overflows
    """Real part of Σ c_i e^{z_i t} at t = 0, step, … count - 1 steps, as one matrix product."""
    size = max(1, int(np.ceil(np.sqrt(count))))
    left = powers(step * size * exponents, -(-count // size)) * coefficients
    right = powers(step * exponents.conj(), size)
    return (left.view(float) @ right.view(float).T).ravel()[:count]  # real part of xy*


def powers(exponents: NDArray[np.complexfloating], count: int) -> NDArray[np.complex128]:
    """Exponentials of 0 … count - 1 times the exponents, shape (count, n), by repeated doubling."""
    table = np.ones((count, len(exponents)), complex)
    rows = 1
    while rows < count:
        more = min(rows, count - rows)
        table[rows : rows + more] = table[:more] * np.exp(rows * exponents)
        rows += more
    return table


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
    sums = np.fft.rfft(_spread_to_grid(places, coefficients.real, _steepness(count), size)).real[:count]
    if coefficients.imag.any():
        sums = sums + np.fft.rfft(_spread_to_grid(places, coefficients.imag, _steepness(count), size)).imag[:count]
    return sums / _window_spectrum(count)


def _grid_size(count: int) -> int:
    """A power of two, at least 4 * count: twice for negative frequencies, twice for oversampling."""
    return int(2 ** np.ceil(np.log2(4 * max(count, REACH))))


def _steepness(count: int) -> float:
    return float(np.pi * (2 - 2 * count / _grid_size(count)))


def _spread_to_grid(
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
