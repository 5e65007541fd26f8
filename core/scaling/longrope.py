"""LongRoPE: a searched divisor for every pair, one list for short texts and one for long."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.inputs.checked import Reals, checked, reals
from core.inputs.parameter import whole
from core.scaling.arguments import FACTOR, ORIGINAL_LENGTH, as_attention_factor
from core.scaling.rule import Rule

# Divisors that were searched for Phi-3-mini-128k, 4,096 → 131,072 tokens, as released in April 2024.
PHI3_SHORT = (
    *(1.05,) * 3, *(1.1,) * 3, 1.25, 1.25, 1.4, 1.45, 1.55, 1.85, 1.9, *(2.0,) * 19, 2.1, 2.1, 2.2, *(2.35,) * 4,
    2.4, 2.4, 2.65, 2.7, 2.9, 2.95, *(3.05,) * 3,
)  # fmt: skip
PHI3_LONG = (
    1.03, 1.05, 1.05, 1.08, 1.23, 1.23, 1.3, 1.45, 1.6, 1.65, 1.9, 2.86, 3.69, 5.42, 5.49, 5.49, 9.09, 11.58,
    15.66, 15.77, 15.79, 18.36, 21.99, 23.08, 30.01, 32.35, 32.59, 35.56, 39.95, 53.84, 56.2, 57.95, 59.29, 59.77,
    59.92, 61.19, 61.96, 62.5, 63.37, 63.48, 63.48, 63.66, 63.85, 64.08, 64.76, 64.8, 64.81, 64.81,
)  # fmt: skip


def _one_a_pair(frequencies: NDArray[np.float64], short_factor: Any, long_factor: Any) -> None:
    for name, divisors in (("short_factor", short_factor), ("long_factor", long_factor)):
        if divisors.shape != frequencies.shape or not (divisors > 0).all():
            pairs, law = len(frequencies), "numbers greater than 0, one a pair"
            raise ValueError(f"{name} must be {pairs} {law}, got shape {divisors.shape}")


@checked(ORIGINAL_LENGTH, together=_one_a_pair, **reals("short_factor", "long_factor"))
def longrope(
    frequencies: Reals,
    *,
    original: float,
    short_factor: Sequence[float],
    long_factor: Sequence[float],
    sequence_length: float | None = None,
) -> NDArray[np.float64]:
    """Divide each frequency by its own divisor [1]_.

    Parameters
    ----------
    frequencies : array_like of shape (n,)
        Radians per token.
    original : float
        L, tokens.
    short_factor, long_factor : sequence of float, length n
        Divisors for texts of up to L tokens, and for longer ones; all tokens of a text have the same divisors.
    sequence_length : float or None
        Tokens; None means a short text.

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token.

    References
    ----------
    .. [1] Ding et al. 2024, section 3, https://arxiv.org/abs/2402.13753
    """
    is_long = sequence_length is not None and sequence_length > original
    return frequencies / (long_factor if is_long else short_factor)


@checked(
    ORIGINAL_LENGTH,
    attention_factor=as_attention_factor,
    short_mscale=as_attention_factor,
    long_mscale=as_attention_factor,
)
def longrope_attention(
    factor: float,
    original: float,
    *,
    attention_factor: float | None = None,
    short_mscale: float | None = None,
    long_mscale: float | None = None,
    sequence_length: float | None = None,
) -> float:
    r"""Factor on cosine and sine; scores grow by its square [1]_.

    :math:`\sqrt{1 + \ln s / \ln L}` unless given.

    Parameters
    ----------
    factor : float
        s, dimensionless, > 0.
    original : float
        L, tokens.
    attention_factor : float or None
        Taken as it is where given.
    short_mscale, long_mscale : float or None
        Taken as they are where given, for texts of up to L tokens and for longer ones.
    sequence_length : float or None
        Tokens; None means a short text.

    Returns
    -------
    factor : float
        Dimensionless; 1 for s up to 1.

    >>> round(longrope_attention(32, 4096), 4)
    1.1902

    References
    ----------
    .. [1] Microsoft, Phi-3 model code, and Hugging Face transformers 5.23, rule "longrope",
       https://huggingface.co/docs/transformers/internal/rope_utils
    """
    is_long = sequence_length is not None and sequence_length > original
    for stated_factor in (long_mscale if is_long else short_mscale, attention_factor):
        if stated_factor is not None:
            return stated_factor
    return longer_softmax(factor, original)


@checked(FACTOR, ORIGINAL_LENGTH)
def longer_softmax(factor: float, original: float) -> float:
    """What keeps the entropy of a softmax that sees `factor` times as many tokens."""
    return math.sqrt(1 + math.log(max(factor, 1)) / math.log(original))


@checked(whole("pairs"), **reals("divisors"))
def resample(divisors: ArrayLike, pairs: int) -> NDArray[np.float64]:
    """A list of divisors above 0 for another number of pairs, even on a logarithmic scale between its entries.

    >>> resample([1, 4, 64], 5)
    array([ 1.,  2.,  4., 16., 64.])
    """
    logarithms = np.log2(divisors)
    places = np.linspace(0, len(logarithms) - 1, pairs)
    return 2 ** np.interp(places, np.arange(len(logarithms)), logarithms)


def phi3_divisors(pairs: int) -> Mapping[str, Any]:
    """The lists of Phi-3 for another number of pairs, as arguments of `longrope`."""
    return {"short_factor": resample(PHI3_SHORT, pairs), "long_factor": resample(PHI3_LONG, pairs)}


RULE = Rule(
    name="LongRoPE",
    year=2024,
    source="Ding et al., section 3, [2402.13753](https://arxiv.org/abs/2402.13753)",
    look=("ink", "dash"),
    function=longrope,
    slower=False,  # searched divisors may be below 1
    attention=longrope_attention,
    example_arguments=phi3_divisors,
)
