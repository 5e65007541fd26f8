"""LongRoPE: a searched divisor for every pair, one list for short texts and one for long."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from core.inputs.arrays import as_real
from core.scaling.rule import FACTOR, ORIGINAL, Rule, as_frequencies

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def longrope(
    frequencies: ArrayLike,
    *,
    original: float,
    short_factor: Sequence[float],
    long_factor: Sequence[float],
    sequence_length: float | None = None,
) -> NDArray[np.float64]:
    r"""Divide each frequency by its own factor, :math:`\omega_i / \lambda_i` [1]_.

    Parameters
    ----------
    frequencies : array_like of shape (n,)
        Radians per token.
    original : float
        L, tokens.
    short_factor, long_factor : sequence of float, length n
        Divisors for texts up to L, and for longer ones. The switch is made for the whole text.
    sequence_length : float or None
        Tokens; None is taken for a short text.

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token.

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] Ding et al. 2024, section 3, https://arxiv.org/abs/2402.13753
    """
    trained = as_frequencies(frequencies)
    short = _divisors(short_factor, "short_factor", len(trained))
    long = _divisors(long_factor, "long_factor", len(trained))
    is_long = sequence_length is not None and sequence_length > ORIGINAL.check(original)
    divided: NDArray[np.float64] = trained / (long if is_long else short)
    return divided


def attention_factor(factor: float, original: float, *, attention_factor: float | None = None) -> float:
    r"""Factor on cosine and sine, :math:`\sqrt{1 + \ln s / \ln L}` unless given [1]_.

    Parameters
    ----------
    factor : float
        s, dimensionless, > 0.
    original : float
        L, tokens.
    attention_factor : float or None
        Taken as it is where given.

    Returns
    -------
    factor : float
        Dimensionless; 1 for s up to 1.

    Examples
    --------
    >>> round(attention_factor(32, 4096), 4)
    1.1902

    References
    ----------
    .. [1] Microsoft, Phi-3 model code, and Hugging Face transformers 5.23, rule "longrope",
       https://huggingface.co/docs/transformers/internal/rope_utils
    """
    if attention_factor is not None:
        return float(as_real(attention_factor, "attention_factor"))
    factor, original = FACTOR.check(factor), ORIGINAL.check(original)
    return 1.0 if factor <= 1 else math.sqrt(1 + math.log(factor) / math.log(original))


def _divisors(values: Sequence[float], name: str, pairs: int) -> NDArray[np.float64]:
    array = as_real(values, name)
    if array.shape != (pairs,) or not (array > 0).all():
        raise ValueError(f"{name} must be {pairs} numbers greater than 0, one a pair, got shape {array.shape}")
    return array


RULE = Rule(
    name="LongRoPE",
    keys=("longrope", "su"),
    year=2024,
    source="Ding et al., section 3, [2402.13753](https://arxiv.org/abs/2402.13753)",
    function=longrope,
    slower=False,  # the lists are searched and may hold anything
    attention=attention_factor,
)
