"""Llama 3's rule: NTK-by-parts with a narrow ramp, and no change of attention."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, checked
from core.inputs.finding import Finding, entry, error, number, setting, within
from core.scaling import engines
from core.scaling.by_parts import weight_kept
from core.scaling.entry import FACTOR, ORIGINAL_LENGTH, Entry, divided_below, kept_above, read_ratio
from core.scaling.layers import Layers, factor_raised
from core.scaling.rule import Rule

LOW = divided_below("low_freq_factor", (1, 2, 4))
HIGH = kept_above("high_freq_factor", (2, 4, 8, 16, 32))


@checked(FACTOR, ORIGINAL_LENGTH, LOW, HIGH)
def llama3(
    frequencies: Reals,
    *,
    factor: float,
    original: float,
    low_freq_factor: float = 1.0,
    high_freq_factor: float = 4.0,
) -> NDArray[np.float64]:
    r"""Keep wavelengths below L / high, divide those above L / low, blend between [1]_.

    The blend is :math:`((1-t)/s + t)\,\omega_i` with :math:`t = (L/\lambda_i - low) / (high - low)`.

    Parameters
    ----------
    frequencies, factor, original
        As in `core.scaling.by_parts.by_parts`.
    low_freq_factor, high_freq_factor : float
        Turns in the trained window. Where low is not below high, there is no blend: a step at low.

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token.

    References
    ----------
    .. [1] Meta, Llama 3.1 model code, and Hugging Face transformers 5.23, rule "llama3",
       https://huggingface.co/docs/transformers/internal/rope_utils
    """
    weight = weight_kept(frequencies, original=original, alpha=low_freq_factor, beta=high_freq_factor)
    return (1 - weight) * frequencies / factor + weight * frequencies


def llama3_crossed(layers: Layers) -> Iterator[Finding]:
    """The ramp has no width, or its ends are swapped."""
    low, high = (layers.arguments.get(bound.name, RULE.default(bound)) for bound in (LOW, HIGH))
    if low > high:  # where both meet there is a step, as in Llama 4
        yield error(
            layers.entries.key("low_freq_factor", "high_freq_factor"),
            f"low_freq_factor is {number(low)}, not below high_freq_factor, {number(high)}.",
            f"Pairs with turns between the two are blended; crossed, there is a step: {_other(layers, low, high)} "
            f"of {layers.rotary_dim // 2} pairs turn at other frequencies than with 1 and 4.",
            f"Write {entry('low_freq_factor', 1.0)} and {entry('high_freq_factor', 4.0)}, as in Llama 3.1.",
            patch=within(layers.entries.path, {LOW.name: 1.0, HIGH.name: 4.0}),
        )


def _other(layers: Layers, low: float, high: float) -> int:
    """How many pairs differ from those of Llama 3.1's bounds."""
    arguments = {"factor": layers.factor or 1.0, "original": layers.original or 2}
    actual = llama3(layers.trained_frequencies(), low_freq_factor=low, high_freq_factor=high, **arguments)
    return int(np.sum(~np.isclose(actual, llama3(layers.trained_frequencies(), **arguments), rtol=1e-9, atol=0)))


def llama3_assumed(layers: Layers) -> Iterator[Finding]:
    """An entry is missing that current transformers requires."""
    for bound in (LOW, HIGH) if layers.entries.values else ():
        if layers.entries.has(bound.name):
            continue
        usual = RULE.default(bound)
        slower = int(np.sum(layers.frequencies().inverse < layers.trained_frequencies() * (1 - 1e-9)))
        yield error(
            layers.entries.key(bound.name),
            f"{bound.name} is missing, so {number(usual)} is assumed, as in Llama 3.1.",
            f"It decides which pairs are stretched, here {slower} of {layers.rotary_dim // 2}; transformers 5 "
            "refuses the rule without it.",
            f"Write {entry(bound.name, usual)}.",
            patch=setting(layers.entries.key(bound.name), usual),
        )


RULE = Rule(
    name="Llama 3",
    keys=("llama3",),
    year=2024,
    source="Grattafiori et al., section 3.4.2, [2407.21783](https://arxiv.org/abs/2407.21783); "
    "formula of [Hugging Face transformers](https://huggingface.co/docs/transformers/internal/rope_utils)",
    look=("rotary", "dot"),
    function=llama3,
    parameters=(LOW, HIGH),
    entries=(Entry(LOW.name, read_ratio), Entry(HIGH.name, read_ratio)),
    needs_original=True,
    factor_tells_reach=False,
    marks=(LOW.name, HIGH.name),  # the models that have it were trained on with it; no card asks to add it
    lengthen=factor_raised,
    engines={engines.MEGATRON: engines.llama},
    checks=(llama3_crossed, llama3_assumed),
)
