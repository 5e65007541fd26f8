"""Context-extension rules side by side on the pairs of one model."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.inputs.checked import Reals, checked
from core.inputs.parameter import whole
from core.numeric.sums import cosine_sum
from core.scaling.by_parts import by_parts, weight_kept
from core.scaling.rule import Frequencies, Rule
from core.scaling.yarn import yarn

ROUNDING = 1e-9  # of a sum of cosines, per pair


def scaled_to(
    rule: Rule, dim: int, *, base: float, original: float, target: float
) -> Frequencies:  # a rule with searched divisors gets those of its example, whatever the lengths
    """Frequencies and attention factor under a rule, for a text of the target length."""
    frequencies = inverse_frequencies(dim, base)
    return rule.apply(frequencies, base=base, **_lengths(original, target), **rule.examples(len(frequencies)))


def attention_factor(rule: Rule, *, original: float, target: float) -> float:
    """The attention factor of `scaled_to`, without computing frequencies; dimensionless."""
    return rule.attention_factor(**_lengths(original, target))


def _lengths(original: float, target: float) -> dict[str, float]:
    return {"factor": target / original, "original": original, "sequence_length": target}


@checked()
def neighbour_distance(frequencies: Reals) -> float:
    r"""Distance between equal vectors one token apart, :math:`2\sqrt{\sum_i \sin^2(\omega_i/2)}`.

    Every pair of the vectors has length 1.
    """
    return float(2 * np.sqrt((np.sin(frequencies / 2) ** 2).sum()))


@checked(whole("last"))
def horizon(frequencies: Reals, last: int) -> int | None:  # tokens; None if no sum up to last is negative
    r"""The first offset at which :math:`\sum_i \cos(k\,\omega_i)` is negative.

    From there on, a query scores an equal key lower than an unrelated one. This is a heuristic: some models work
    beyond it, and some fail before.

    Source: Men et al. 2024, https://arxiv.org/abs/2405.14591
    """
    pairs = len(frequencies)
    sums = cosine_sum(np.ones(pairs), frequencies, 0, 1, last + 1)
    negative = sums < -ROUNDING * pairs  # ignore negative sums within rounding error
    return int(np.argmax(negative)) if negative.any() else None


def ramps_columns(
    rotary_dim: int,  # features
    original: int,  # tokens, context length in training
    target: int,  # tokens, context length wanted
    *,
    base: float = 10_000.0,
) -> dict[str, NDArray[Any]]:
    """The ramp of YaRN’s paper, over turns, and that of its released code, over the pair index."""
    trained_frequencies, factor = inverse_frequencies(rotary_dim, base), target / original
    at_factor_2 = yarn(trained_frequencies, base=base, factor=2, original=original)  # trained · (1 + weight) / 2
    scaled_frequencies = yarn(trained_frequencies, base=base, factor=factor, original=original)
    return {
        "pair": np.arange(len(trained_frequencies)),
        "paper": weight_kept(trained_frequencies, original=original),  # weight of the unscaled frequency
        "released": 2 * at_factor_2 / trained_frequencies - 1,
        "released ÷ paper": scaled_frequencies / by_parts(trained_frequencies, factor=factor, original=original),
    }
