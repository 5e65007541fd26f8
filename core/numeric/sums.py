"""Sums of oscillations at evenly spaced points, and means of neighbouring samples."""

import numpy as np
from numpy.typing import NDArray

from core.numeric.fourier_sums import fourier_sums
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
