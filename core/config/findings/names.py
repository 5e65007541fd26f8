"""The name of the rule, and the rule's own entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.config.entries import shown
from core.config.finding import Finding, entry, error, info, number, raw, warning
from core.config.keys import DIVISORS
from core.scaling.llama3 import HIGH, LOW
from core.scaling.yarn import BETA_FAST, BETA_SLOW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.inputs.parameter import Parameter
    from core.model_config import LayerType, ModelConfig


def types_disagree(config: ModelConfig) -> Iterator[Finding]:
    """Two names for the rule that stand for different rules."""
    for kind in config.layer_types:
        new, old = raw(kind.entries, "rope_type"), raw(kind.entries, "type")
        if None in (new, old) or old in kind.rule.keys:
            continue
        yield error(
            kind.entries.key("type"),
            f"rope_type is {shown(new)}, but type is {shown(old)}.",
            "rope_type is read here and by current transformers, type by programs that know only the older name.",
            f"Delete type, and keep {entry('rope_type', kind.rule.keys[0])} if that is what the model needs.",
        )


def old_type_name(config: ModelConfig) -> Iterator[Finding]:
    """A name that the rule had earlier."""
    for kind in config.layer_types:
        named, current = raw(kind.entries, "rope_type", "type"), kind.rule.keys[0]
        if named in (None, current):
            continue
        meaning = "rotates as usual and deals the pairs out to time, height and width" if named == "mrope" else ""
        yield info(
            kind.entries.key("rope_type", "type"),
            f"The rule is called {shown(named)}, an older name of {shown(current)}.",
            f"It {meaning or 'does the same'}; programs that know only the newer name refuse it.",
            f"Write {entry('rope_type', current)}" + (" and keep mrope_section." if meaning else "."),
        )


def mrope_sections(config: ModelConfig) -> Iterator[Finding]:
    """Sections of time, height and width that do not use up the pairs."""
    for kind in config.layer_types:
        sections, pairs = raw(kind.entries, "mrope_section"), kind.rotary_dim // 2
        named = "mrope" in (raw(kind.entries, "rope_type"), raw(kind.entries, "type"))
        if (sections is None and not named) or (sections is not None and _total(sections) == pairs):
            continue
        each = 3 * pairs // 8  # as in the models that have them: an eighth less for time than a third
        yield (warning if sections is None else error)(
            kind.entries.key("mrope_section"),
            f"mrope_section is {_listed(sections)}, but there are {number(pairs)} pairs.",
            "Each pair turns with time, height or width: pairs that no section holds have no position to turn by.",
            f"Write sections whose sum is {number(pairs)}, such as "
            f"{entry('mrope_section', [pairs - 2 * each, each, each])}.",
        )


def _total(sections: Any) -> float | None:
    """Their sum; None where they are no list of whole numbers."""
    whole = isinstance(sections, list) and all(type(section) is int and section >= 0 for section in sections)
    return sum(sections) if whole else None


def _listed(sections: Any) -> str:
    total = _total(sections)
    if sections is None:
        return "missing"
    return shown(sections) if total is None else f"{shown(sections)} with the sum {number(min(total, 1e30))}"


def divisor_lists(config: ModelConfig) -> Iterator[Finding]:
    """LongRoPE's lists, which hold a number for every pair."""
    for kind in config.layer_types:
        pairs = kind.rotary_dim // 2
        for name in DIVISORS:
            listed = kind.arguments.get(name, ())
            if name not in kind.arguments or len(listed) == pairs:
                continue
            yield error(
                kind.entries.key(name),
                f"{name} has {number(len(listed))} numbers, but {number(pairs)} pairs of features turn.",
                "Each pair is divided by its own number, so there are no frequencies. Likely the list was made for "
                "other heads, or for another share of the head that turns.",
                f"Write {number(pairs)} numbers in {name}, or let {number(2 * len(listed))} features turn.",
            )


def betas_crossed(config: ModelConfig) -> Iterator[Finding]:
    """YaRN's ramp the wrong way round."""
    for kind in _named(config, "YaRN"):
        fast, slow = _argument(kind, BETA_FAST), _argument(kind, BETA_SLOW)
        if fast < slow:
            yield error(
                kind.entries.key("beta_fast", "beta_slow"),
                f"beta_fast is {number(fast)} and beta_slow is {number(slow)}.",
                "Pairs with more turns than beta_fast are kept and those with fewer than beta_slow are divided: "
                "crossed, the fast pairs are divided and the slow ones kept.",
                f"Write {entry('beta_fast', slow)} and {entry('beta_slow', fast)}.",
            )


def llama3_crossed(config: ModelConfig) -> Iterator[Finding]:
    """Llama 3's ramp without a width."""
    for kind in _named(config, "Llama 3"):
        low, high = _argument(kind, LOW), _argument(kind, HIGH)
        if low >= high:
            yield error(
                kind.entries.key("low_freq_factor", "high_freq_factor"),
                f"low_freq_factor is {number(low)}, not below high_freq_factor, {number(high)}.",
                "Pairs with turns between the two are blended; without a gap the blend divides by 0 or turns over.",
                f"Write {entry('low_freq_factor', 1.0)} and {entry('high_freq_factor', 4.0)}, as in Llama 3.1.",
            )


def llama3_assumed(config: ModelConfig) -> Iterator[Finding]:
    """Llama 3's rule without its own entries."""
    for kind in _named(config, "Llama 3"):
        for parameter in (LOW, HIGH):
            if kind.entries.has(parameter.name):
                continue
            usual = kind.rule.default(parameter)
            yield warning(
                kind.entries.key(parameter.name),
                f"{parameter.name} is missing, so {number(usual)} is assumed, as in Llama 3.1.",
                "It decides which pairs are stretched; current transformers refuse the rule without it.",
                f"Write {entry(parameter.name, usual)}.",
            )


def _named(config: ModelConfig, rule: str) -> Iterator[LayerType]:
    return (kind for kind in config.layer_types if kind.rule.name == rule)


def _argument(kind: LayerType, parameter: Parameter) -> float:
    value: float = kind.arguments.get(parameter.name, kind.rule.default(parameter))
    return value
