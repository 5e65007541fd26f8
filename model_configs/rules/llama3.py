"""Llama 3's rule in configs and engines."""

from collections.abc import Iterator

import numpy as np

from core.scaling import llama3 as method
from core.scaling.llama3 import HIGH, LOW, llama3
from model_configs.finding import Finding, error, setting, within
from model_configs.rules import engines
from model_configs.rules.entry import Entry, read_ratio
from model_configs.rules.layers import Layers, factor_raised
from model_configs.rules.record import RuleInConfigs
from model_configs.sentences import Written


def llama3_crossed(layers: Layers) -> Iterator[Finding]:
    """The ramp has no width, or its ends are swapped."""
    low, high = (layers.arguments.get(bound.name, method.RULE.default(bound)) for bound in (LOW, HIGH))
    if low > high:  # where both meet there is a step, as in Llama 4
        wrong = _other(layers, low, high)
        yield error(
            "llama3_crossed",
            layers.entries.key("low_freq_factor", "high_freq_factor"),
            "" if wrong else "none",
            low=low,
            high=high,
            wrong=wrong,
            pairs=layers.rotary_dim // 2,
            as_low=Written(LOW.name, 1.0),
            as_high=Written(HIGH.name, 4.0),
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
            "llama3_assumed",
            layers.entries.key(bound.name),
            "" if slower else "none",
            entry=bound.name,
            usual=usual,
            slower=slower,
            pairs=layers.rotary_dim // 2,
            setting=Written(bound.name, usual),
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
