"""Llama 3's rule in configs and engines."""

from collections.abc import Iterator

import numpy as np

from core.scaling import llama3 as method
from core.scaling.llama3 import HIGH, LOW, llama3
from model_configs.finding import Finding, entry, error, number, setting, within
from model_configs.rules import engines
from model_configs.rules.entry import Entry, read_ratio
from model_configs.rules.layers import Layers, factor_raised
from model_configs.rules.record import RuleInConfigs


def llama3_crossed(layers: Layers) -> Iterator[Finding]:
    """The ramp has no width, or its ends are swapped."""
    low, high = (layers.arguments.get(bound.name, method.RULE.default(bound)) for bound in (LOW, HIGH))
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
        usual = method.RULE.default(bound)
        slower = int(np.sum(layers.frequencies().inverse < layers.trained_frequencies() * (1 - 1e-9)))
        yield error(
            layers.entries.key(bound.name),
            f"{bound.name} is missing, so {number(usual)} is assumed, as in Llama 3.1.",
            f"It decides which pairs are stretched, here {slower} of {layers.rotary_dim // 2}; transformers 5 "
            "refuses the rule without it.",
            f"Write {entry(bound.name, usual)}.",
            patch=setting(layers.entries.key(bound.name), usual),
        )


RULE = RuleInConfigs(
    rule=method.RULE,
    keys=("llama3",),
    entries=(Entry(LOW.name, read_ratio), Entry(HIGH.name, read_ratio)),
    needs_original=True,
    factor_tells_reach=False,
    marks=(LOW.name, HIGH.name),  # the models that have it were trained on with it; no card asks to add it
    lengthen=factor_raised,
    engines={engines.MEGATRON: engines.llama},
    checks=(llama3_crossed, llama3_assumed),
)
