"""The name of the rule, and the sections of its pairs."""

from collections.abc import Iterator
from typing import Any

from core.scaling import UNSCALED
from model_configs.entries import as_text
from model_configs.finding import Finding, error, info, raw, setting, warning, within
from model_configs.findings.places import contrast, with_patch
from model_configs.keys import RULE
from model_configs.model import Config
from model_configs.rules import UNSCALED_KEYS
from model_configs.sentences import Written

OF_ENGINES = {"deepseek_yarn", "telechat3-yarn"}  # names of rules
SECTIONS = "mrope_section"


def types_disagree(config: Config) -> Iterator[Finding]:
    """Two entries name different rules."""
    for kind in config.layer_types:
        new, old = raw(kind.entries, "rope_type"), raw(kind.entries, "type")
        if None in (new, old) or old in kind.in_configs.keys:
            continue
        alone = setting(kind.entries.path + "rope_type", None)
        yield error(
            "types_disagree",
            kind.entries.key("type"),
            new=as_text(new),
            old=as_text(old),
            contrast=contrast(kind, with_patch(config, alone, kind)),
            setting=Written("rope_type", kind.in_configs.keys[0]),
            patch=setting(kind.entries.key("type"), None),
        )


def old_type_name(config: Config) -> Iterator[Finding]:
    """The config uses an older name of the rule."""
    for kind in config.layer_types:
        rule_name, current = raw(kind.entries, *RULE), kind.in_configs.keys[0]
        if rule_name in (None, current, *OF_ENGINES) or (kind.rule is UNSCALED and rule_name not in UNSCALED_KEYS):
            continue
        yield info(
            "old_type_name",
            kind.entries.key(*RULE),
            rule_name if rule_name in kind.in_configs.key_entries else "",
            old=as_text(rule_name),
            current=as_text(current),
            setting=Written("rope_type", current),
            patch=within(kind.entries.path, {"rope_type": current, "type": None}),
        )


def name_of_one_engine(config: Config) -> Iterator[Finding]:
    """The rule has a name that single engines know."""
    for kind in config.layer_types:
        rule_name = raw(kind.entries, *RULE)
        if not isinstance(rule_name, str) or rule_name not in OF_ENGINES or not kind.rule_stated:
            continue
        current, reach = kind.in_configs.keys[0], round((kind.original or 0) * (kind.factor or 1))
        twice = round((kind.context or 0) * (kind.factor or 1))
        by_name = {"attention_factor"} & {*kind.arguments} - {*kind.entries.values}  # which the name alone tells
        more = {name: round(kind.arguments[name], 9) for name in by_name}
        yield error(
            "name_of_one_engine",
            kind.entries.key(*RULE),
            "" if twice else "no length",
            old=as_text(rule_name),
            current=as_text(current),
            twice=twice,
            reach=reach,
            settings=tuple(Written(name, value) for name, value in {"rope_type": current, **more}.items()),
            patch=within(kind.entries.path, {"rope_type": current, "type": None} | more),
        )


def mrope_sections(config: Config) -> Iterator[Finding]:
    """The sections for time, height and width do not add up to the number of pairs."""
    for kind in config.layer_types:
        sections, pairs = raw(kind.entries, SECTIONS), kind.rotary_dim // 2
        names = [raw(kind.entries, key) for key in RULE]
        is_expected = any(
            name in names and entry == SECTIONS for name, entry in kind.in_configs.key_entries.items()
        )
        if (sections is None and not is_expected) or (sections is not None and _total(sections) == pairs):
            continue
        total = _total(sections)
        excess = pairs if total is None else min(total, 1e30) - pairs
        each = 3 * pairs // 8  # as in released models: time gets a quarter of the pairs, height and width 3/8 each
        likely = [pairs - 2 * each, each, each]
        yield (warning if sections is None else error)(
            "mrope_sections",
            kind.entries.key(SECTIONS),
            "missing" if sections is None else "" if total is None else "sum",
            "excess" if total is not None and excess > 0 else "",
            sections=as_text(sections),
            total=min(total or 0, 1e30),
            pairs=pairs,
            excess=abs(excess),
            left=abs(excess),
            setting=Written(SECTIONS, likely),
            patch=setting(kind.entries.key(SECTIONS), likely),
        )


def _total(sections: Any) -> float | None:
    """The sum of the sections; None where they are not a list of whole numbers."""
    whole = isinstance(sections, list) and all(type(section) is int and section >= 0 for section in sections)
    return sum(sections) if whole else None


CHECKS = (types_disagree, old_type_name, name_of_one_engine, mrope_sections)
