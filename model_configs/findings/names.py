"""The name of the rule, and the sections of its pairs."""

from collections.abc import Iterator
from typing import Any

from core.scaling import UNSCALED
from model_configs.entries import as_text
from model_configs.finding import Finding, entry, error, info, number, raw, setting, warning, within
from model_configs.findings.places import contrast, with_patch
from model_configs.keys import RULE
from model_configs.model import Config
from model_configs.rules import UNSCALED_KEYS

OF_ENGINES = {"deepseek_yarn", "telechat3-yarn"}  # names of rules
SECTIONS = "mrope_section"
NEW_NAME = "https://github.com/vllm-project/vllm/issues/20857"


def types_disagree(config: Config) -> Iterator[Finding]:
    """Two entries name different rules."""
    for kind in config.layer_types:
        new, old = raw(kind.entries, "rope_type"), raw(kind.entries, "type")
        if None in (new, old) or old in kind.in_configs.keys:
            continue
        yield error(
            kind.entries.key("type"),
            f"rope_type is {as_text(new)}, but type is {as_text(old)}.",
            "rope_type is read here and by current transformers, type by programs that know only the older name: "
            f"there, {contrast(kind, with_patch(config, setting(kind.entries.path + 'rope_type', None), kind))}.",
            f"Delete type, and keep {entry('rope_type', kind.in_configs.keys[0])} if that is what the model needs.",
            patch=setting(kind.entries.key("type"), None),
            source=NEW_NAME,
        )


def old_type_name(config: Config) -> Iterator[Finding]:
    """The config uses an older name of the rule."""
    for kind in config.layer_types:
        rule_name, current = raw(kind.entries, *RULE), kind.in_configs.keys[0]
        note = kind.in_configs.key_notes.get(rule_name)
        if rule_name in (None, current, *OF_ENGINES) or (kind.rule is UNSCALED and rule_name not in UNSCALED_KEYS):
            continue
        yield info(
            kind.entries.key(*RULE),
            f"The rule is called {as_text(rule_name)}, an older name of {as_text(current)}.",
            f"It {note.meaning if note else 'does the same'}, and 0 pairs change; programs that know only the "
            "newer name refuse it.",
            f"Write {entry('rope_type', current)}" + (f" and keep {note.entry}." if note else "."),
            patch=within(kind.entries.path, {"rope_type": current, "type": None}),
            source=NEW_NAME,
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
            kind.entries.key(*RULE),
            f"The rule is called {as_text(rule_name)}, a name that vLLM alone has for {as_text(current)}; "
            "it is read so here.",
            f"transformers stops at it, KeyError: 0 pairs are computed. vLLM before August 2026 multiplied the "
            f"claimed length by the factor again, {number(twice)} tokens instead of {number(reach)}.",
            f"Write {entry('rope_type', current)}{''.join(f' and {entry(*each)}' for each in more.items())}.",
            patch=within(kind.entries.path, {"rope_type": current, "type": None} | more),
            source="https://github.com/vllm-project/vllm/pull/53634",
        )


def mrope_sections(config: Config) -> Iterator[Finding]:
    """The sections for time, height and width do not add up to the number of pairs."""
    for kind in config.layer_types:
        sections, pairs = raw(kind.entries, SECTIONS), kind.rotary_dim // 2
        names = [raw(kind.entries, key) for key in RULE]
        is_expected = any(
            name in names and note.entry == SECTIONS for name, note in kind.in_configs.key_notes.items()
        )
        if (sections is None and not is_expected) or (sections is not None and _total(sections) == pairs):
            continue
        total = _total(sections)
        excess = pairs if total is None else min(total, 1e30) - pairs
        each = 3 * pairs // 8  # as in released models: time gets a quarter of the pairs, height and width 3/8 each
        yield (warning if sections is None else error)(
            kind.entries.key(SECTIONS),
            f"{SECTIONS} is {_sections_text(sections)}, but there are {number(pairs)} pairs.",
            "Each pair turns with time, height or width: "
            + (
                f"{number(abs(excess))} pairs are dealt out that there are not."
                if total is not None and excess > 0
                else f"{number(abs(excess))} pairs that no section holds have no position to turn by."
            ),
            f"Write sections whose sum is {number(pairs)}, such as "
            f"{entry(SECTIONS, [pairs - 2 * each, each, each])}.",
            patch=setting(kind.entries.key(SECTIONS), [pairs - 2 * each, each, each]),
            source="https://github.com/modelscope/ms-swift/issues/2340",
        )


def _total(sections: Any) -> float | None:
    """The sum of the sections; None where they are not a list of whole numbers."""
    whole = isinstance(sections, list) and all(type(section) is int and section >= 0 for section in sections)
    return sum(sections) if whole else None


def _sections_text(sections: Any) -> str:
    total, text = _total(sections), "missing" if sections is None else as_text(sections)
    return text if total is None else f"{text} with the sum {number(min(total, 1e30))}"
