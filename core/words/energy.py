"""Does position drown the word? Lengths, angles and the variance from token to token."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.numeric.curve import evenly_spread
from core.numeric.sums import attenuation
from core.numeric.twins import fast
from core.schemes.sinusoidal import columns, sinusoidal

SAMPLE = 32  # words, each at another position


@dataclass(frozen=True)
class VectorLengths:
    """Means over a sample of random words at positions spread over the table, dimensionless."""

    word: float  # Euclidean length of the embedding
    scaled_word: float  # Euclidean length of the embedding times √d_model
    encoding: float  # Euclidean length of the encoding
    cosine: float  # of the angle between the embedding and the sum
    scaled_cosine: float  # the same with the factor √d_model


@checked()
def vector_lengths(
    length: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0, seed: int = 0
) -> VectorLengths:
    """Compare embeddings, normal with variance 1 / d_model, with the encodings added to them.

    A normal vector has no preferred direction, so its component along the encoding is normal, and the squared
    length of the rest is independently chi-squared: these two numbers are drawn instead of every feature.
    """
    rng = np.random.default_rng(seed)
    root = float(np.sqrt(d_model))
    positions = np.resize(evenly_spread(length, SAMPLE), SAMPLE)
    encoding = _encoding_lengths(positions, d_model, base, scale)
    along = rng.standard_normal(SAMPLE) / root
    word = np.sqrt(along**2 + rng.chisquare(d_model - 1, SAMPLE) / d_model if d_model > 1 else along**2)
    cosines = (_cosine(factor * word, factor * along, encoding) for factor in (1.0, root))
    return VectorLengths(float(word.mean()), root * float(word.mean()), float(encoding.mean()), *cosines)


def _encoding_lengths(positions: NDArray[np.int_], d_model: int, base: float, scale: float) -> NDArray[np.float64]:
    """Every pair adds 1 to the squared length at any position; the last sine of an odd d_model has no cosine."""
    pairs, lone = divmod(d_model, 2)
    frequency = columns(d_model, base=base).frequencies[-1] / scale  # radians per token
    return np.sqrt(pairs + lone * np.sin(positions * frequency) ** 2)


def _cosine(word: NDArray[np.float64], along: NDArray[np.float64], encoding: NDArray[np.float64]) -> float:
    """Mean cosine of words and sums; along is the component of a word in the direction of its encoding."""
    sums = np.sqrt(word**2 + encoding * (2 * along + encoding))
    return float(np.mean((word**2 + along * encoding) / (word * sums)))


def _variances(length: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0) -> NDArray[np.float64]:
    """Variance of each dimension of the encoding over the positions of a text."""
    return sinusoidal(length, d_model, base=base, scale=scale).var(axis=0)


@checked()
@fast(plain=_variances)
def variances(length: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0) -> NDArray[np.float64]:
    r"""Variance of each dimension of the encoding over the positions 0 … length - 1, within a few eps.

    About the middle m, :math:`\mathrm{var} \cos\omega(m+j) = \cos^2\!\omega m\ \mathrm{var}\cos\omega j +
    \sin^2\!\omega m\ \mathrm{var}\sin\omega j`, and both have a closed form, so the cost does not depend on the
    length.
    """
    frequencies = columns(d_model, base=base).frequencies[::2] / scale  # one a pair
    once, twice = (attenuation(times * frequencies, length) for times in (1, 2))
    of_cosine, of_sine = (1 + twice) / 2 - once**2, (1 - twice) / 2  # about the middle
    middle = np.cos(frequencies * ((length - 1) / 2)) ** 2  # cos²; sin² is 1 minus this
    variance = np.empty(d_model)
    variance[1::2] = (of_sine + middle * (of_cosine - of_sine))[: d_model // 2]
    variance[::2] = of_cosine + middle * (of_sine - of_cosine)
    return np.maximum(variance, 0)


def leading_dimensions(variances: NDArray[np.float64], share: float = 0.9) -> int:
    """How many of the first dimensions hold this share of the total variance; 0 if nothing varies."""
    total = np.cumsum(variances)
    return int(np.searchsorted(total, share * total[-1]) + 1) if total[-1] > 0 else 0
