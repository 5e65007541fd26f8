"""What was read from a config, as names and texts, each with where it comes from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from model_configs.finding import name_of
from model_configs.findings.places import original_key
from model_configs.forms.diffusers import AXES
from model_configs.forms.form import GGUF
from model_configs.keys import CONTEXT, HEAD_DIM, HIDDEN, QUERY_HEADS, RULE, WINDOW
from model_configs.layer import NO_ATTENTION, NO_POSITION, Layer, Origin
from model_configs.lengths import lengths
from model_configs.model import Config, LayerType
from model_configs.pair_wavelengths import PairWavelengths
from model_configs.rules.layers import Lengths

LONGEST = 80  # characters of a name that the config gives
MOST_NAMES = 4  # types of layers
TOKENS, FEATURES = "tokens", "features"  # units


@dataclass(frozen=True)
class Fact:
    """One line about a config."""

    name: str
    value: str
    origin: Origin | None = None  # None for a list of names
    basis: str = ""  # what a value is worked out from, or whose default is assumed; "" where the file has it
    holds_words: bool = False  # whether the value holds words of the config, which are not trusted
    number: float | None = None  # the value as a number, where it is one
    unit: str = ""  # of the number, such as "tokens"; "" where it has none

    @property
    def where(self) -> str:
        """Where the value comes from: "in the file", "worked out: …" or "assumed: …"."""
        if self.origin is None:
            return ""
        return self.origin.word + (f": {self.basis}" if self.basis else "")


def facts(
    config: Config,
    pairs: PairWavelengths | None = None,  # of the layers described; None where queries and keys do not turn
) -> list[Fact]:
    """What was read from a config."""
    default = Origin.FILE if config.model_type else Origin.ASSUMED
    rows = [Fact("model type", config.model_type[:LONGEST] or "not told", default, holds_words=True)]
    rows.append(_whose("position", config.scheme, config.scheme_origin, config))
    if config.hidden_size and config.heads:
        of_keys = f" ({config.key_heads} of keys)" if config.key_heads else ""
        origin = Origin.FILE if config.entries.has(*HIDDEN) and config.entries.has(*QUERY_HEADS) else Origin.DEFAULT
        rows.append(
            _whose("hidden size, heads", f"{config.hidden_size:,}, {config.heads}{of_keys}", origin, config)
        )
    if pairs is None:
        held = config.context if config.table_tokens is None else config.table_tokens
        rows.append(_whose("context", tokens(held), config.context_origin, config, held, TOKENS if held else ""))
    else:
        rows += [*_rotary(config, pairs), *_layers(config)]
    return [_of_known(fact, config) for fact in rows]


def _length(name: str, value: float | None, *rest: Any) -> Fact:
    """A fact about a length in tokens."""
    return replace(Fact(name, tokens(value), *rest), number=value, unit="" if value is None else TOKENS)


def _whose(
    name: str, value: str, origin: Origin, config: Config, number: float | None = None, unit: str = ""
) -> Fact:
    """A value of the file, else a default with its owner."""
    whose = {
        Origin.DEFAULT: f"default of {config.model_type[:LONGEST]}",
        Origin.ASSUMED: "neither the file nor its type tells it",
    }
    basis, holds_words = whose.get(origin, ""), origin is Origin.DEFAULT
    return Fact(name, value, origin, basis, holds_words, number, unit)


def _of_known(fact: Fact, config: Config) -> Fact:
    """A command names a known model, so no file was read."""
    if not config.form.is_known or fact.origin is not Origin.FILE:
        return fact
    basis = f"config of {config.form.model[:LONGEST]} as it is known here, with the options of the command"
    return replace(fact, origin=Origin.ASSUMED, basis=basis, holds_words=True)


def _rotary(config: Config, pairs: PairWavelengths) -> list[Fact]:
    kind, limits = pairs.kind, pairs.lengths
    width = config.head_dim or kind.rotary_dim
    is_stated = config.entries.has(*HEAD_DIM) and kind.rotary_dim == width
    origin, basis = (Origin.FILE, "") if is_stated else (Origin.WORKED_OUT, _features(config, kind))
    by_rule = f"{kind.rule.name}{f', factor {kind.factor:.4g}' if kind.factor else ''}"
    critical, attention = f"{pairs.critical} of {kind.rotary_dim}", float(pairs.attention_factor)
    return [
        Fact(
            "rotary features", f"{kind.rotary_dim} of {width}", origin, basis, number=kind.rotary_dim, unit=FEATURES
        ),
        _whose("base", f"{kind.base:,.12g}", kind.base_origin, config, kind.base),
        _of_rule(config, kind),
        Fact("attention factor", f"{attention:.4f}", Origin.WORKED_OUT, by_rule, number=attention),
        _trained_length(config, kind, pairs.lengths),
        _claimed_length(config, kind, limits),
        replace(
            _length("window", kind.window, _window(config, kind)),
            value=f"{'a chunk of ' if kind.is_chunked else ''}{tokens(kind.window)}",
        ),
        replace(
            Fact("critical dimension", critical, Origin.WORKED_OUT, "trained length, base"),
            number=pairs.critical,
            unit=FEATURES,
        ),
    ]


def _features(config: Config, kind: LayerType) -> str:
    whole = f"{config.hidden_size:,} / {config.heads} features of a head" if config.hidden_size else "a head"
    width = config.head_dim or kind.rotary_dim
    return whole if kind.rotary_dim == width else f"{kind.rotary_dim / width:.4g} of {width} features of a head"


def _window(config: Config, kind: LayerType) -> Origin | None:
    is_stated = config.entries.has(*WINDOW, "attention_chunk_size")
    return None if kind.window is None else Origin.FILE if is_stated else Origin.DEFAULT


def _trained_length(config: Config, kind: LayerType, limits: Lengths) -> Fact:
    """The trained length: its own entry, or what the claimed length implies."""
    name, value, key = "trained on", limits.original, original_key(config, kind)
    if key and (kind.is_scaled or not kind.context):
        return _length(name, value, Origin.FILE)
    if not limits.is_stated or not config.entries.has(*CONTEXT):
        return _whose(
            name,
            tokens(value),
            Origin.ASSUMED if not limits.is_stated else config.context_origin,
            config,
            value,
            TOKENS,
        )
    context = name_of(config.entries.key(*CONTEXT))
    if kind.trained_length and any("trained" in entry for entry in config.entries.values):
        return _length(name, value, Origin.FILE)
    if kind.trained_length:
        return _length(name, value, Origin.WORKED_OUT, f"{context} of {config.model_type[:LONGEST]}, by its makers")
    if kind.is_scaled and kind.in_configs.needs_original:
        return _length(name, value, Origin.ASSUMED, f"{context} is taken for it")
    return _length(
        name, value, Origin.WORKED_OUT, f"{context}, {'before the factor' if kind.is_scaled else 'no rule'}"
    )


def _claimed_length(config: Config, kind: LayerType, limits: Lengths) -> Fact:
    """The longest text that the config is written for."""
    name, value = "claimed", limits.claim
    if limits.is_stated and limits.claim != kind.context:
        factor = f" × {kind.factor:.4g}" if kind.factor else ""
        return _length(name, value, Origin.WORKED_OUT, f"{limits.original:,.0f}{factor}")
    return _whose(
        name, tokens(value), config.context_origin if limits.is_stated else Origin.ASSUMED, config, value, TOKENS
    )


def _of_rule(config: Config, kind: LayerType) -> Fact:
    is_stated = kind.rule_stated and kind.entries.has(*RULE)
    if is_stated or kind.is_scaled:
        return _whose("rule", rule(kind), Origin.FILE if is_stated else Origin.DEFAULT, config)
    return Fact("rule", rule(kind), Origin.ASSUMED, "no rule is named")


def is_elsewhere(config: Config) -> bool:
    """Whether base and length are in the file of an unknown model that a command names."""
    has_assumed_base = any(kind.base_origin is Origin.ASSUMED for kind in config.layer_types)
    return bool(config.form.kind) and config.form.kind != GGUF and not config.form.is_known and has_assumed_base


def in_one_line(config: Config) -> str:
    """A summary of what was read; that of a command may contain the name that it gives its model."""
    if is_elsewhere(config):
        return (
            f"a command for {config.form.model[:LONGEST] or 'a model'}, which is not known here: which model is it?"
        )
    length = f", {config.context:,} tokens" if config.context else ""
    if config.scheme == "Learned":
        return f"learned table{_rows(config)}; queries and keys do not turn"
    if config.scheme == "Axial":
        axes = config.entries.values.get(AXES) or ()
        features = f", {' + '.join(map(str, axes))} features of a head" if axes else ""
        return f"a model of pictures: rows and columns turn queries and keys{features}; see the room Images"
    if not config.layer_types:
        return f"position by {config.scheme}{length}; queries and keys do not turn"
    kind, more = config.layer_types[0], len(config.layer_types) - 1
    limits = lengths(kind)
    reach = tokens(limits.claim) if limits.is_stated else "length not told"
    reach = f"{limits.original:,.0f} → {reach}" if limits.is_stated and limits.original != limits.claim else reach
    others = f" and {more} more {'type' if more == 1 else 'types'} of layers" if more else ""
    return f"RoPE, base {kind.base:,.12g}, {rule(kind)}, {reach}{others}"


def _rows(config: Config) -> str:
    """The rows of a learned table, and how many tokens they hold where that is fewer."""
    held = f" for {config.table_tokens:,} tokens" if config.rows_before else ""
    return f", {config.context:,} rows{held}" if config.context else ""


def _layers(config: Config) -> list[Fact]:
    if config.layers:
        counts = list(Counter(config.layers).items())[:MOST_NAMES]
        names = ", ".join(f"{count} × {name[:40]}" for name, count in counts)
        return [Fact("layers", names, Origin.FILE, holds_words=True)]
    if len(config.layer_types) > 1:
        names = ", ".join(kind.name[:40] for kind in config.layer_types[:MOST_NAMES])
        return [Fact("layers", names, holds_words=True)]
    return []


def rule(kind: LayerType) -> str:
    """A rule with its factor, such as "YaRN × 4"."""
    return kind.rule.name + (f" × {kind.factor:.4g}" if kind.factor and kind.is_scaled else "")


def tokens(number: float | None) -> str:
    """A length, or "none"."""
    return "none" if number is None else f"{number:,.0f} tokens"


MOST = 4  # kinds that a sentence names


def labels(config: Config) -> list[str]:  # no words of the config; empty where the number of layers is unknown
    """Each layer in a few words, such as "RoPE, base 10,000, window 1,024", from the first."""
    kinds = {kind.name: kind for kind in config.layer_types}
    return [_label(layer, kinds.get(layer.layer_type or "")) for layer in config.stack]


def _label(layer: Layer, kind: LayerType | None) -> str:
    if layer.position == NO_ATTENTION:
        return NO_ATTENTION
    parts = ["no position" if layer.position == NO_POSITION else layer.position]
    if kind is not None:
        parts.append(f"base {kind.base:,.12g}")
        parts += [rule(kind)] if kind.is_scaled else []
    sees = [f"{'chunk' if layer.is_chunked else 'window'} {layer.window:,}"] if layer.window else []
    return ", ".join(parts + sees)


def label_counts(labels: Sequence[str]) -> str:  # labels of all layers
    """How many layers there are of each kind, the most frequent first.

    >>> label_counts(["RoPE", "RoPE", "no position", "RoPE"])
    '3 × RoPE; 1 × no position'
    """
    rows = [f"{count} × {label}" for label, count in Counter(labels).most_common()]
    rest = len(rows) - MOST
    return "; ".join(rows[:MOST]) + (f"; and {rest} more" if rest > 0 else "")
