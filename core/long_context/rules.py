"""Rules for a longer context on one model's pairs, and what each of them costs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from core.frequencies import inverse_frequencies
from core.inputs.arrays import as_real
from core.inputs.parameter import check_whole
from core.numeric.softmax import softmax
from core.numeric.sums import cosine_sum
from core.scaling.by_parts import by_parts, weight_kept
from core.scaling.rule import Rule, Scaled, as_frequencies
from core.scaling.yarn import yarn
from core.schemes.analysis.bias_weights import spaced_distances

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

# Divisors that were searched for Phi-3-mini-128k, 4,096 → 131,072 tokens, as released in April 2024.
SHORT = (
    *(1.05,) * 3, *(1.1,) * 3, 1.25, 1.25, 1.4, 1.45, 1.55, 1.85, 1.9, *(2.0,) * 19, 2.1, 2.1, 2.2, *(2.35,) * 4,
    2.4, 2.4, 2.65, 2.7, 2.9, 2.95, *(3.05,) * 3,
)  # fmt: skip
LONG = (
    1.03, 1.05, 1.05, 1.08, 1.23, 1.23, 1.3, 1.45, 1.6, 1.65, 1.9, 2.86, 3.69, 5.42, 5.49, 5.49, 9.09, 11.58,
    15.66, 15.77, 15.79, 18.36, 21.99, 23.08, 30.01, 32.35, 32.59, 35.56, 39.95, 53.84, 56.2, 57.95, 59.29, 59.77,
    59.92, 61.19, 61.96, 62.5, 63.37, 63.48, 63.48, 63.66, 63.85, 64.08, 64.76, 64.8, 64.81, 64.81,
)  # fmt: skip
MOST_KEYS = 65_536  # scores drawn at random
POINTS = 200


def stretched(rule: Rule, dim: int, *, base: float, original: float, target: float) -> Scaled:
    """What a rule makes of a model's frequencies for a text of the whole target length.

    Parameters
    ----------
    rule : Rule
        One that searches its divisors is given those of Phi-3, whatever the lengths.
    dim : int
        Rotary features.
    base : float
        Dimensionless.
    original, target : float
        Context in training and context wanted, tokens; the factor is their quotient.

    Returns
    -------
    scaled : Scaled

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    trained = inverse_frequencies(dim, base)
    lengths = _lengths(original, target)
    lists = {"short_factor": resampled(SHORT, len(trained)), "long_factor": resampled(LONG, len(trained))}
    return rule.apply(trained, base=base, **lengths, **lists)


def attention_factor(rule: Rule, *, original: float, target: float) -> float:
    """What `stretched` has for cosine and sine, without the frequencies; dimensionless.

    Parameters
    ----------
    rule, original, target
        As in `stretched`.
    """
    return rule.attention_factor(**_lengths(original, target))


def _lengths(original: float, target: float) -> dict[str, float]:
    return {"factor": target / original, "original": original, "sequence_length": target}


def resampled(divisors: ArrayLike, pairs: int) -> NDArray[np.float64]:
    """A list of divisors for another number of pairs, even on a logarithmic scale between its entries.

    Parameters
    ----------
    divisors : array_like of shape (n,)
        Above 0.
    pairs : int
        At least 1.

    Returns
    -------
    divisors : ndarray of shape (pairs,)

    Examples
    --------
    >>> resampled([1, 4, 64], 5)
    array([ 1.,  2.,  4., 16., 64.])
    """
    logarithms = np.log2(as_real(divisors, "divisors"))
    places = np.linspace(0, len(logarithms) - 1, check_whole(pairs, "pairs"))
    spread: NDArray[np.float64] = 2 ** np.interp(places, np.arange(len(logarithms)), logarithms)
    return spread


def neighbour_distance(frequencies: ArrayLike) -> float:
    r"""Distance between equal vectors one token apart, :math:`2\sqrt{\sum_i \sin^2(\omega_i/2)}`.

    Every pair of the vectors has length 1.

    Parameters
    ----------
    frequencies : array_like of shape (n,)
        Radians per token.
    """
    return float(2 * np.sqrt((np.sin(as_frequencies(frequencies) / 2) ** 2).sum()))


def horizon(frequencies: ArrayLike, last: int) -> int | None:
    r"""The first offset at which :math:`\sum_i \cos(k\,\omega_i)` is negative [1]_.

    A heuristic: from here on a query likes a key of its own kind less than a stranger. Models work beyond,
    and fail before.

    Parameters
    ----------
    frequencies : array_like of shape (n,)
        Radians per token.
    last : int
        Largest offset looked at, tokens.

    Returns
    -------
    offset : int or None
        Tokens; None where there is none up to last.

    References
    ----------
    .. [1] Men et al. 2024, https://arxiv.org/abs/2405.14591
    """
    own = as_frequencies(frequencies)
    sums = cosine_sum(np.ones(len(own)), own, 0, 1, check_whole(last, "last") + 1)
    below = sums < -1e-9 * len(own)  # by more than rounding
    return int(np.argmax(below)) if below.any() else None


@dataclass(frozen=True)
class Ramps:
    """YaRN's blend as the paper defines it and as its code computes it.

    Parameters
    ----------
    paper, released : ndarray of shape (n,)
        Weight of the kept frequency, in [0, 1].
    ratio : ndarray of shape (n,)
        Released frequency ÷ the paper's.
    """

    paper: NDArray[np.float64]
    released: NDArray[np.float64]
    ratio: NDArray[np.float64]


def yarn_ramps(dim: int, *, base: float, original: float, target: float) -> Ramps:
    """Both ramps, and how far the frequencies differ.

    Parameters
    ----------
    dim, base, original, target
        As in `stretched`.

    Returns
    -------
    ramps : Ramps
    """
    trained, factor = inverse_frequencies(dim, base), target / original
    halved = yarn(trained, base=base, factor=2, original=original)  # (1 + weight) / 2 of what was trained
    released = yarn(trained, base=base, factor=factor, original=original)
    return Ramps(
        paper=weight_kept(trained, original=original),
        released=2 * halved / trained - 1,
        ratio=released / by_parts(trained, factor=factor, original=original),
    )


@dataclass(frozen=True)
class Sharpness:
    """How a softmax shares out attention.

    Parameters
    ----------
    entropy : float
        Nats.
    strongest : ndarray of int, shape (k,)
        Numbers of keys, ascending.
    held : ndarray of shape (k,)
        Part of the attention that so many strongest keys hold.
    """

    entropy: float
    strongest: NDArray[np.int_]
    held: NDArray[np.float64]

    @property
    def keys(self) -> float:
        """Keys that equal weights of the same entropy would be shared among."""
        return float(np.exp(self.entropy))


@lru_cache(maxsize=64)  # 3 kB each; drawing and sorting 65,536 scores takes 5 ms
def sharpness(keys: int, multiplier: float = 1.0, *, seed: int = 0) -> Sharpness:
    """Softmax over scores drawn from a normal distribution of variance 1, times a multiplier.

    Such are the scores of unrelated queries and keys, whatever they are turned by.

    Parameters
    ----------
    keys : int
        At least 1.
    multiplier : float
        Of the scores: the square of an attention factor.
    seed : int
        Of the draw.
    """
    drawn = np.random.default_rng(seed).standard_normal(check_whole(keys, "keys"))
    weights = np.sort(softmax(drawn * float(as_real(multiplier, "multiplier"))))[::-1]
    strongest = spaced_distances(keys, most=POINTS, first=1)
    entropy = -(weights * np.log(np.maximum(weights, np.finfo(float).tiny))).sum()
    held = np.cumsum(weights)[strongest - 1]
    for array in (strongest, held):
        array.setflags(write=False)
    return Sharpness(float(entropy), strongest, held)
