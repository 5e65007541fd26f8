"""Entries that look like position and that nothing reads, and types that nobody knows."""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Any

from core.scaling import UNSCALED
from model_configs.entries import Entries, as_text
from model_configs.families import family_of
from model_configs.families.block import named_rule
from model_configs.families.classes import classes, since_5
from model_configs.families.part import WIDEST
from model_configs.finding import NO_PATCH, Finding, error, info, name_of, setting, warning, within
from model_configs.findings.llama_cpp import MIX
from model_configs.forms.form import GGUF
from model_configs.keys import COMMON, IN_BLOCKS, PARTIAL, ROTARY_DIMS, RULE, SHARE, SOME, STEP_OVER, THETA
from model_configs.layer import Origin
from model_configs.lengths import lengths
from model_configs.model import Config, LayerType
from model_configs.sentences import Name, clause

TURNS = re.compile(
    "rope|theta|rotary|nope|mscale|ntk|logn|yarn|llama_4_scaling|temperature_(length|scale)|^alpha$", re.IGNORECASE
)
PLACES = re.compile("position|context|dual_chunk", re.IGNORECASE)
SWITCH = re.compile("(use|with|has|enable|apply)_(rope|rotary)(_pos\\w*|_emb\\w*)?")
PARTS = re.compile("config$|quant|vision|audio|image|video|coder", re.IGNORECASE)  # objects about other things
READ_BY_VLLM = SHARE[:3]  # for every type
MOST, LONGEST = 8, 60  # entries that are named, and characters of a name
SHORTEST = 5  # characters of a name that others are compared with
BESIDE, INSIDE = "unread_beside", "unread_inside"  # which of both findings an entry becomes


def unread_beside(config: Config) -> Iterator[Finding]:
    """Entries beside the block that look like position and are not declared."""
    if not config.layer_types:
        return
    yield from islice(_unread(config, config.entries, _known_names(config)), MOST)
    yield from islice(_inside_others(config, _known_names(config)), MOST)
    whole = Entries(config.source)
    if config.entries.path:  # what stands outside the language model's part is read by nothing
        outside = {name: value for name, value in whole.values.items() if config.entries.values.get(name) != value}
        readable = COMMON - {*STEP_OVER, "rope_theta"} | {*family_of(whole.word("model_type") or "").entries}
        yield from islice(_unread(config, Entries(outside), readable), MOST)


def _known_names(config: Config) -> frozenset[str]:
    """Names beside the block that the model type reads."""
    family = config.family
    names = {*family.entries, *(name.partition(".")[0] for name in family.entries), *(family.turning_dims or ())}
    return (COMMON - _not_read(config) | names) - frozenset(family.unread)


def _not_read(config: Config) -> set[str]:
    """Which of the entries that some model types read this one does not."""
    row = classes().get(config.model_type, {})
    unread = {name for name in SOME if row and name not in row}
    unread -= {PARTIAL} if any(kind.rule.takes(PARTIAL) for kind in config.layer_types) else set()
    return unread if config.family.turning_dims is None else unread | {ROTARY_DIMS[1]}


def _unread(config: Config, entries: Entries, readable: frozenset[str]) -> Iterator[Finding]:
    for name, value in entries.values.items():
        if name in readable or _changes_nothing(name, value, config.head_dim):
            continue
        if name in config.family.by_code:
            yield info(
                BESIDE,
                entries.key(name),
                "code",
                name,
                entry=name,
                value=as_text(value),
                source=config.family.source,
            )
        elif any(kind.entries.values.get(name) == value for kind in config.layer_types):
            continue  # the block says the same
        elif _is_told_again(config, name, value, readable):
            continue
        elif TURNS.search(name):
            yield _head_share(BESIDE, config, config.layer_types[0], entries, name) or _finding(
                BESIDE, config, config.layer_types[0], entries, name, readable
            )
        elif PLACES.search(name):
            yield _finding(BESIDE, config, config.layer_types[0], entries, name)


def _inside_others(config: Config, readable: frozenset[str]) -> Iterator[Finding]:
    """Entries in objects that hold others that are read, or that are not known to hold any."""
    for name, value in config.entries.values.items():
        elsewhere = name in STEP_OVER if name in readable else PARTS.search(name) or TURNS.search(name)
        path = f"{config.entries.path}{name}."
        if (
            elsewhere
            or not isinstance(value, Mapping)
            or any(kind.entries.path == path for kind in config.layer_types)
        ):
            continue
        inner, is_read = Entries(value, path), name in readable - COMMON
        for each, inner_value in value.items():
            if f"{name}.{each}" not in readable and TURNS.search(each) and not _changes_nothing(each, inner_value):
                names = {known.rpartition(".")[2] for known in readable if known.startswith(f"{name}.")}
                yield _finding(BESIDE, config, config.layer_types[0], inner, each, names if is_read else None)


def _changes_nothing(name: str, value: Any, head_dim: int | None = None) -> bool:
    """Whether an entry states the default: rotation on, another feature off, or a whole head."""
    if SWITCH.fullmatch(name):
        return value is not False
    whole = (name in SHARE and value == 1) or (name in ROTARY_DIMS and value in (0, head_dim))
    return value is None or value is False or whole


def _is_told_again(config: Config, name: str, value: Any, readable: frozenset[str]) -> bool:
    """Whether an entry states, under a name that is not read, what another one says that is."""
    kind, width = config.layer_types[0], config.head_dim or 0
    computed = dict.fromkeys(ROTARY_DIMS, float(kind.rotary_dim)) | dict.fromkeys(THETA, kind.base)
    computed |= dict.fromkeys(SHARE, kind.rotary_dim / width) if width else {}
    others = THETA if name in THETA else SOME
    return value == computed.get(name) and config.entries.has(*(each for each in others if each in readable))


def unread_inside(config: Config) -> Iterator[Finding]:
    """Entries of the block that neither its rule nor its family declares."""
    paths: set[str] = set()
    for kind in config.layer_types:
        if kind.rule_stated and kind.entries.path not in paths:
            paths.add(kind.entries.path)
            yield from islice(_inside(config, kind), MOST)
    yield from islice(_beside_types(config), MOST)


def _beside_types(config: Config) -> Iterator[Finding]:
    """Entries beside the types of layers, where only these are read; a rule there has a check of its own."""
    path, block = f"{config.entries.path}{STEP_OVER[1]}.", config.entries.values.get(STEP_OVER[1])
    inside = config.layer_types and all(kind.is_nested and kind.entries.path != path for kind in config.layer_types)
    if not inside or not isinstance(block, Mapping) or named_rule(block) not in (None, UNSCALED):
        return
    with_blocks = any(isinstance(value, Mapping) for value in block.values())
    for name, value in block.items():
        if isinstance(value, Mapping | None):
            continue
        if not with_blocks and name not in RULE and value != config.layer_types[0].base:
            yield _finding(INSIDE, config, config.layer_types[0], Entries(block, path), name, IN_BLOCKS)
        elif with_blocks:
            yield error(
                INSIDE,
                path + name[:LONGEST],
                "beside",
                entry=Name(name[:LONGEST]),
                value=as_text(value),
                types=len(config.layer_types),
                layers=as_text(config.layer_types[0].name[:40]),
                patch=setting(path + name, None) if "." not in name else NO_PATCH,
            )


def _inside(config: Config, kind: LayerType) -> Iterator[Finding]:
    of_rule = {entry.name for entry in kind.in_configs.entries}
    readable = IN_BLOCKS | of_rule | set(config.family.block_entries)
    readable -= {PARTIAL} & _not_read(config)
    for name, value in kind.entries.values.items():
        if name == MIX and isinstance(value, int | float) and value > 1:
            continue  # a check of llama.cpp says more
        if name not in readable and not isinstance(value, Mapping) and not _changes_nothing(name, value):
            yield _head_share(INSIDE, config, kind, kind.entries, name) or _finding(
                INSIDE, config, kind, kind.entries, name, readable
            )


def _head_share(rule: str, config: Config, kind: LayerType, entries: Entries, name: str) -> Finding | None:
    """A share of a head that the type's own code does not look at; None for another entry, or less than a pair."""
    value = entries.values[name]
    if (
        not config.is_known
        or name not in READ_BY_VLLM
        or not isinstance(value, int | float)
        or not 2 / WIDEST <= value < 1
    ):
        return None
    whole = kind.rotary_dim if kind.rule is UNSCALED else round(kind.rotary_dim / value)
    return warning(
        rule,
        entries.key(name),
        "" if kind.rule is UNSCALED else "scaled share",
        "share",
        entry=Name(name),
        value=as_text(value),
        pairs=kind.rotary_dim // 2,
        whole=whole,
        part=int(whole * value),
        patch=setting(entries.key(name), None),
    )


def _finding(
    rule: str,
    config: Config,
    kind: LayerType,
    entries: Entries,
    name: str,
    readable: Collection[str] | None = None,  # names that are read in its place; None where an entry may be of use
) -> Finding:
    """An entry that nothing here reads: likely a slip where another name is near, or where all names are known."""
    short = name if len(name) <= LONGEST else name[:LONGEST] + "…"
    likely = next((known for known in sorted(readable or ()) if is_one_edit(name, known)), None)
    likely = None if likely is None or entries.has(likely) or name in COMMON | IN_BLOCKS else likely
    is_slip = readable is not None and (likely is not None or _is_known_in_full(config))
    return (warning if is_slip else info)(
        rule,
        entries.path + short,
        "near" if likely else "" if _is_known_in_full(config) else "unknown",
        entry=Name(short),
        value=as_text(entries.values[name]),
        pairs=kind.rotary_dim // 2,
        likely=Name(likely or ""),
        model_type=as_text(config.model_type),
        source=config.family.source,
        patch=within(entries.path, {name: None, likely: entries.values[name]}) if likely else NO_PATCH,
    )


def may_be_read(finding: Finding) -> bool:
    """Whether an entry that is not read here may turn queries and keys in other programs."""
    return finding.severity == "warning" or (
        "unknown" in finding.cases and bool(TURNS.search(name_of(finding.key)))
    )


def _is_known_in_full(config: Config) -> bool:
    """Whether every entry of the type is known: transformers 4 has its class, and engines follow it since then."""
    kind, in_file = config.model_type, config.form.kind == GGUF  # whose keys are those of llama.cpp
    return kind in classes() and kind not in since_5() and not config.family.published_with_model and not in_file


def is_one_edit(name: str, known: str) -> bool:
    """Whether a name becomes another by one character more, less, or other, or by two that change places.

    >>> [is_one_edit(name, "rope_theta") for name in ("rope_tehta", "rope_thetas", "ropetheta", "rotary_theta")]
    [True, True, True, False]
    """
    if abs(len(name) - len(known)) > 1 or len(known) < SHORTEST or name == known:
        return False
    first = next((place for place, pair in enumerate(zip(name, known, strict=False)) if pair[0] != pair[1]), None)
    if first is None:  # one is the beginning of the other
        return True
    rest, other = name[first:], known[first:]
    swapped = rest[:2] == other[:2][::-1] and rest[2:] == other[2:]
    return swapped or rest[1:] == other[1:] or rest[1:] == other or rest == other[1:]


def type_assumed(config: Config) -> Iterator[Finding]:
    """The model type is unknown, so that missing values are assumed."""
    if not config.layer_types:
        return
    kind = config.layer_types[0]
    limits = lengths(kind)
    length_origin = Origin.FILE if limits.is_stated else config.context_origin
    origins = {
        clause("assumed scheme", pairs=kind.rotary_dim // 2): config.scheme_origin,
        clause("assumed base", base=kind.base): kind.base_origin,
        clause("assumed length", length=limits.claim): length_origin,
    }
    assumed = tuple(text for text, origin in origins.items() if origin is Origin.ASSUMED)
    if assumed:
        yield info(
            "type_assumed",
            config.entries.path + "model_type",
            "missing" if not config.model_type else "" if config.is_known else "stranger",
            model_type=as_text(config.model_type),
            assumed=assumed,
            source=config.family.source,
        )


CHECKS = (unread_beside, unread_inside, type_assumed)
