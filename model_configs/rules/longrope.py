"""LongRoPE in configs and engines."""

import math
from collections.abc import Iterator

import numpy as np

from core.scaling import longrope
from core.scaling.longrope import longrope_attention
from core.scaling.rule import Frequencies
from model_configs.finding import Finding, error, info
from model_configs.rules import engines
from model_configs.rules.entry import Entry, read_attention, read_ratios
from model_configs.rules.layers import Layers
from model_configs.rules.record import RuleInConfigs


def divisor_lists(layers: Layers) -> Iterator[Finding]:
    """A list has another length than there are pairs."""
    pairs = layers.rotary_dim // 2
    for name in ("short_factor", "long_factor"):
        values = layers.arguments[name]
        if len(values) == pairs:
            continue
        yield error(
            "divisor_lists",
            layers.entries.key(name),
            list=name,
            numbers=len(values),
            pairs=pairs,
            features=2 * len(values),
        )


def two_lists(layers: Layers) -> Iterator[Finding]:
    """The lists change at a length, for all tokens of a text."""
    short, long = (np.asarray(layers.arguments[name]) for name in ("short_factor", "long_factor"))
    if short.shape != long.shape or (short == long).all():
        return
    if (layers.context or math.inf) <= (layers.original or 0):  # no text that is claimed is long
        return
    yield info(
        "two_lists",
        layers.entries.key("long_factor"),
        original=layers.original or 0,
        times=float(np.max(long / short)),
    )


def _by_lengths(layers: Layers, length: float | None) -> Frequencies:
    """SGLang and vLLM take claimed ÷ trained length for the attention factor, and read no attention_factor.

    vLLM chooses the list by the longest text that it accepts, the length in training unless more is asked for.
    """
    original = layers.original or 2
    mscales = {name: layers.arguments.get(name) for name in ("short_mscale", "long_mscale")}
    factor = (layers.context or original) / original
    attention = longrope_attention(factor, original, sequence_length=length, **mscales)
    return Frequencies(layers.frequencies(length).inverse, attention)


def _both_mscales(layers: Layers, target: int) -> engines.Options:
    """Entries for the attention factor where it does not follow from both lengths."""
    original = layers.original or 2
    lengths = {"short_mscale": original, "long_mscale": original + 1}
    factors = {name: layers.frequencies(length).attention_factor for name, length in lengths.items()}
    by_lengths = {name: _by_lengths(layers, length).attention_factor for name, length in lengths.items()}
    return engines.Options(entries={} if by_lengths == factors else factors)


RULE = RuleInConfigs(
    rule=longrope.RULE,
    keys=("longrope", "su"),
    entries=(
        Entry("short_factor", read_ratios, required_law="a list of numbers, one a pair", per_pair=True),
        Entry("long_factor", read_ratios, required_law="a list of numbers, one a pair", per_pair=True),
        Entry("attention_factor", read_attention),
        Entry("short_mscale", read_attention),
        Entry("long_mscale", read_attention),
    ),
    needs_original=True,
    factor_is_quotient=True,
    factor_tells_reach=False,
    engines={engines.VLLM: _both_mscales, engines.SGLANG: _both_mscales},
    read_by={engines.VLLM: _by_lengths, engines.SGLANG: _by_lengths},
    checks=(divisor_lists, two_lists),
)
