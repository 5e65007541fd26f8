"""A model's config.json, read as its code reads it: which frequencies its queries and keys turn at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from core.config import defaults
from core.config.all_findings import Finding, findings
from core.config.entries import LARGEST, ConfigError, Entries, parse
from core.config.keys import (
    CONTEXT,
    DIVISORS,
    FROM_CONTEXT,
    HEAD_DIM,
    HEADS,
    HIDDEN,
    KEY_HEADS,
    LOCAL_THETA,
    ORIGINAL,
    ROTARY,
    SHARE,
    THETA,
)
from core.frequencies import geometric
from core.scaling import RULES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.scaling.rule import Rule, Scaled

__all__ = ["ConfigError", "LayerType", "ModelConfig", "read_config"]

BASE = 10_000.0
FULL, SLIDING = "full_attention", "sliding_attention"
WIDEST = 2**16  # features of a head; beyond all models
NESTED = ("text_config", "llm_config", "language_config", "thinker_config")
RULE_KEYS = {key: rule for rule in RULES.values() for key in rule.keys}
MOST_TYPES, LONGEST_NAME = 64, 64  # types of layers, and characters of their names


@dataclass(frozen=True)
class LayerType:
    """How position enters the layers of one type.

    Parameters
    ----------
    name : str
        As the config calls it, such as "full_attention".
    rule : Rule
        Of `core.scaling.RULES`.
    base : float
        Dimensionless.
    base_key : str
        Path where the base stands, or would stand.
    base_told : bool
        Whether it stands there; else it is the usual one of the model type.
    spread : int
        Features that the exponents are spread over; those that turn, unless their number is odd.
    context : int or None
        Claimed length, tokens.
    original : int or None
        Length in training, tokens, where the config tells it; else the claimed one.
    factor : float or None
        Of the rule, dimensionless.
    window : int or None
        Tokens that a query sees in these layers; None for all.
    arguments : mapping
        Further arguments of the rule.
    entries : Entries
        Where the config speaks of it.
    """

    name: str
    rule: Rule
    base: float
    base_key: str = field(compare=False)
    base_told: bool
    spread: int
    context: int | None
    original: int | None
    factor: float | None
    window: int | None
    arguments: Mapping[str, Any]
    entries: Entries = field(repr=False, compare=False)

    @property
    def rotary_dim(self) -> int:
        """Features of a head that turn: an odd number is rounded up to whole pairs."""
        return self.spread + self.spread % 2

    def trained(self) -> NDArray[np.float64]:
        """The frequencies before any rule, shape (rotary_dim // 2,), radians per token."""
        return geometric(self.base, 2 * np.arange(self.rotary_dim // 2), self.spread)

    def frequencies(self, sequence_length: float | None = None) -> Scaled:
        """As in `ModelConfig.frequencies`."""
        for name in DIVISORS:
            listed = self.arguments.get(name)
            if listed is not None and len(listed) != self.rotary_dim // 2:
                raise ConfigError(self.entries.key(name), f"{self.rotary_dim // 2} numbers, one a pair", listed)
        given = {"factor": self.factor, "original": self.original, "base": self.base}
        asked = {name: value for name, value in given.items() if value is not None}
        length = Entries({"sequence_length": sequence_length}).number(
            "sequence_length", law=f"a number of tokens greater than 0, at most {LARGEST:,}", valid=_some_tokens
        )
        try:
            return self.rule.apply(self.trained(), sequence_length=length, **asked, **self.arguments)
        except ArithmeticError:  # mscale_all_dim may cancel out to 0, and a base next to 1 puts the ramp far away
            law = "a rule whose numbers neither divide by 0 nor overflow"
            raise ConfigError(self.entries.key("rope_type", "type"), law, self.rule.keys[0]) from None


@dataclass(frozen=True)
class ModelConfig:
    """What a config says of position.

    Parameters
    ----------
    model_type : str
        "" where it is not given.
    scheme : str
        Name of the encoding in `core.schemes.SCHEMES`.
    hidden_size, heads, key_heads, head_dim : int or None
        Features, heads of queries, heads of keys, features a head; None where the config does not tell.
    context : int or None
        Claimed context length, tokens.
    layer_types : tuple of LayerType
        The first is what frequencies are given for unless asked; empty where queries and keys do not turn.
    layers : tuple of str
        Type of each layer; empty where the config does not list them.
    entries : Entries
        The part of the config that was read.
    source : mapping
        The whole config.
    """

    model_type: str
    scheme: str
    hidden_size: int | None
    heads: int | None
    key_heads: int | None
    head_dim: int | None
    context: int | None
    layer_types: tuple[LayerType, ...]
    layers: tuple[str, ...]
    entries: Entries = field(repr=False, compare=False)
    source: Mapping[str, Any] = field(repr=False, compare=False)

    def layer_type(self, name: str | None = None) -> LayerType:
        """A type of layers; the first without a name.

        Raises
        ------
        ConfigError
            If queries and keys do not turn, or there is no such type.
        """
        if not self.layer_types:
            raise ConfigError(
                "config", f"one with rotary frequencies; this one tells position by {self.scheme}", self.model_type
            )
        if name is None:
            return self.layer_types[0]
        found = next((kind for kind in self.layer_types if kind.name == name), None)
        if found is None and len(self.layer_types) == 1 and name in {FULL, SLIDING, *self.layers}:
            return self.layer_types[0]
        if found is None:
            raise ConfigError("layer_type", f"one of {', '.join(kind.name for kind in self.layer_types)}", name)
        return found

    def frequencies(self, sequence_length: float | None = None, layer_type: str | None = None) -> Scaled:
        """Frequencies that queries and keys turn at.

        Parameters
        ----------
        sequence_length : float or None
            Tokens; some rules depend on it. None is taken for a text within the trained context.
        layer_type : str or None
            Such as "sliding_attention"; None for the first.

        Returns
        -------
        frequencies : Scaled
            ``.inverse`` of shape (rotary_dim // 2,), radians per token, and ``.attention_factor``.

        Raises
        ------
        ConfigError
            If there are none.
        """
        return self.layer_type(layer_type).frequencies(sequence_length)

    def findings(self) -> list[Finding]:
        """What is likely to be a mistake or worth knowing: (severity, key, message), the gravest first."""
        return findings(self)


def read_config(source: str | Mapping[str, Any]) -> ModelConfig:
    """Read a model's config, in the forms of Hugging Face transformers up to version 5.

    Parameters
    ----------
    source : str or mapping
        Text of a config.json, or what it stands for. Untrusted.

    Returns
    -------
    config : ModelConfig

    Raises
    ------
    ConfigError
        If something cannot be used; it names the key, what is valid, and what was found.
    """
    config = parse(source)
    entries, outer = _text_part(Entries(MappingProxyType(config)))
    model_type = entries.word("model_type") or outer.word("model_type") or ""
    scheme = _scheme(entries, model_type)
    hidden, heads = entries.whole(*HIDDEN, most=WIDEST * 64), entries.whole(*HEADS, most=WIDEST)
    head_dim = _head_dim(entries, model_type, hidden, heads)
    layers = entries.words("layer_types") or ()
    return ModelConfig(
        model_type=model_type,
        scheme=scheme,
        hidden_size=hidden,
        heads=heads,
        key_heads=entries.whole(*KEY_HEADS, most=WIDEST),
        head_dim=head_dim,
        context=entries.whole(*CONTEXT, least=2),
        layer_types=_layer_types(entries, model_type, head_dim, layers) if scheme == "RoPE" else (),
        layers=layers,
        entries=entries,
        source=config,
    )


def _text_part(whole: Entries) -> tuple[Entries, Entries]:
    """The part of a config that speaks of the language model, and the whole."""
    part = whole
    for _ in NESTED:  # a text config may lie in a thinker's
        inner = next((part.inner(name) for name in NESTED if part.has(name)), None)
        if inner is None or not inner.values:
            break
        part = inner
    return part, whole


def _scheme(entries: Entries, model_type: str) -> str:
    """Name of the encoding, told by flags first, then by the model type, then by the keys there are."""
    attention = entries.inner("attn_config") or Entries({})
    told = entries.word("position_embedding_type")
    if entries.flag("alibi") or entries.flag("use_alibi") or attention.flag("alibi") or told == "alibi":
        return "ALiBi"
    if entries.has("relative_attention_num_buckets"):
        return "T5"
    if attention.flag("rope") or told in {"rope", "rotary"} or entries.has(*ROTARY):
        return "RoPE"
    usual = "Learned" if told in {"absolute", "learned"} or attention.flag("alibi") is False else "RoPE"
    return defaults.SCHEMES.get(model_type, usual) if attention.flag("alibi") is None else usual


def _head_dim(entries: Entries, model_type: str, hidden: int | None, heads: int | None) -> int | None:
    given = entries.whole(*HEAD_DIM, most=WIDEST)
    if given is None:
        given = defaults.HEAD_DIMS.get(model_type)
    return given if given is not None or hidden is None or heads is None else hidden // heads


def _layer_types(
    entries: Entries, model_type: str, head_dim: int | None, layers: tuple[str, ...]
) -> tuple[LayerType, ...]:
    asked = entries.inner("rope_scaling")
    parameters = asked if asked and asked.values else entries.inner("rope_parameters") or Entries({})
    nested = [name for name, value in parameters.values.items() if isinstance(value, Mapping)]
    make = _Maker(entries, model_type, head_dim, layers)
    if len(nested) > MOST_TYPES or any(len(name) > LONGEST_NAME for name in nested):
        law = f"at most {MOST_TYPES} types of layers, with names of at most {LONGEST_NAME} characters"
        raise ConfigError(parameters.path.rstrip("."), law, parameters.values)
    if nested:
        inner = [(name, part) for name in nested if (part := parameters.inner(name)) is not None]
        return tuple(make.one(name, part, nested=True, alone=len(inner) == 1) for name, part in inner)
    local = make.told(entries, LOCAL_THETA) or defaults.LOCAL_BASES.get(model_type)
    if local is None:
        return (make.one(FULL, parameters, alone=True),)
    return make.one(FULL, parameters), make.one(SLIDING, Entries({}), local=local)


LAW_RATIO = "a number from 0.000001 to 1,000,000,000"


def _ratio(number: float) -> bool:
    return 1e-6 <= number <= 1e9


def _some_tokens(number: float) -> bool:
    return 0 < number <= LARGEST


@dataclass(frozen=True)
class _Maker:
    """Makes the types of layers of one config."""

    entries: Entries
    model_type: str
    head_dim: int | None
    layers: tuple[str, ...]

    def one(
        self, name: str, given: Entries, *, nested: bool = False, alone: bool = False, local: float | None = None
    ) -> LayerType:
        rule = _rule(given)
        context = self.entries.whole(*CONTEXT, least=2)
        base, base_key, base_told = self.base(given, local)
        original = self.original(given, rule, context, nested=nested)
        share = self.share(given)
        kind = LayerType(
            name=name,
            rule=rule,
            base=base,
            base_key=base_key,
            base_told=base_told,
            spread=self.spread(rule, share),
            context=context,
            original=original,
            factor=_factor(given, rule, context, original),
            window=self.window(name, alone=alone),
            arguments=MappingProxyType(_arguments(given, rule, share)),
            entries=given,
        )
        _bounded(kind)
        return kind

    def base(self, given: Entries, local: float | None) -> tuple[float, str, bool]:
        """The base, the path where it stands or would stand, and whether it does."""
        if local is not None:
            return local, self.entries.key(*LOCAL_THETA), self.entries.has(*LOCAL_THETA)
        inside, outside = self.told(given, ("rope_theta",)), self.told(self.entries, THETA)
        if inside is not None:
            return inside, given.key("rope_theta"), True
        usual = defaults.BASES.get(self.model_type, BASE)
        return outside or usual, self.entries.key(*THETA), outside is not None

    @staticmethod
    def told(place: Entries, names: tuple[str, ...]) -> float | None:
        """A base under one of the names."""
        return place.number(*names, law="a finite number greater than 1", valid=lambda number: number > 1)

    def share(self, given: Entries) -> float:
        """Share of the head that turns; the whole head where what is said is not possible."""
        share = given.number("partial_rotary_factor")
        if share is None:
            share = self.entries.number(*SHARE)
        if share is None:
            share = defaults.SHARES.get(self.model_type, 1.0)
        return share if 0 < share <= 1 else 1.0

    def spread(self, rule: Rule, share: float) -> int:
        told = self.entries.whole("qk_rope_head_dim", "rotary_dim", most=WIDEST)
        if told is not None:
            return told
        if self.head_dim is None:
            key = self.entries.key(*(HIDDEN if not self.entries.has(*HIDDEN) else HEADS))
            raise ConfigError(key, "given, or head_dim, to tell the features of a head", None)
        turning = self.head_dim if rule is RULES["Proportional"] else int(self.head_dim * share)
        if turning < 2:
            raise ConfigError(self.entries.key(*HEAD_DIM), "such that a head has a pair to turn", turning)
        return turning

    def original(self, given: Entries, rule: Rule, context: int | None, *, nested: bool) -> int | None:
        """Context in training; a top-level entry wins over one in a flat block, as released code has it."""
        inside, outside = given.whole(ORIGINAL, least=2), self.entries.whole(ORIGINAL, least=2)
        usual = defaults.ORIGINALS.get(self.model_type) if rule.name in FROM_CONTEXT else None
        if rule.name == "Dynamic NTK":  # starts from the claimed context, whatever the original one was
            if context is None:
                raise ConfigError(self.entries.key(*CONTEXT), "given", None)
            return context
        found = (inside or outside if nested else outside or usual or inside) or context
        if found is None and rule.name in FROM_CONTEXT:
            raise ConfigError(given.key(ORIGINAL), "given, or max_position_embeddings", None)
        return found

    def window(self, name: str, *, alone: bool) -> int | None:
        width = self.entries.whole("sliding_window", least=0)
        if not width or self.entries.flag("use_sliding_window") is False:
            return None
        everywhere = alone and not self.layers and not self.entries.has("sliding_window_pattern")
        return width if name == SLIDING or everywhere else None


def _rule(given: Entries) -> Rule:
    key = given.word("rope_type", "type") or "default"
    if key not in RULE_KEYS:
        raise ConfigError(given.key("rope_type", "type"), f"one of {', '.join(RULE_KEYS)}", key)
    return RULE_KEYS[key]


def _factor(given: Entries, rule: Rule, context: int | None, original: int | None) -> float | None:
    """The factor of a rule that has one; the quotient of both contexts where it is missing."""
    factor = given.number("factor", law=LAW_RATIO, valid=_ratio)
    if rule.name == "Unscaled" or factor is not None:
        return factor
    if rule.name == "Proportional":
        return 1.0
    told = rule.name in FROM_CONTEXT or original != context
    if told and context is not None and original is not None:
        return context / original
    raise ConfigError(given.key("factor"), LAW_RATIO, None)


def _arguments(given: Entries, rule: Rule, share: float) -> dict[str, Any]:
    """What a config says to a rule beside factor, base and contexts."""
    match rule.name:
        case "YaRN":
            found: dict[str, Any] = {
                name: given.number(name, law=LAW_RATIO, valid=_ratio) for name in ("beta_fast", "beta_slow")
            }
            found |= {name: _attention(given, name) for name in ("mscale", "mscale_all_dim", "attention_factor")}
            found["truncate"] = given.flag("truncate")
        case "LongRoPE":
            found = {name: given.numbers(name, LAW_RATIO, _ratio) for name in DIVISORS}
            for name in DIVISORS:
                if found[name] is None:
                    raise ConfigError(given.key(name), "a list of numbers, one a pair", None)
            found["attention_factor"] = _attention(given, "attention_factor")
        case "Llama 3":
            found = {
                name: given.number(name, law=LAW_RATIO, valid=_ratio)
                for name in ("low_freq_factor", "high_freq_factor")
            }
        case "Proportional":
            found = {"partial_rotary_factor": share}
        case _:
            found = {}
    return {name: value for name, value in found.items() if value is not None}


def _attention(given: Entries, name: str) -> float | None:
    return given.number(name, law="a number from -1,000,000 to 1,000,000", valid=lambda number: abs(number) <= 1e6)


def _bounded(kind: LayerType) -> None:
    """Refuse bases so large or factors so far off that no frequency could be told from 0."""
    slowest = kind.base ** (2 / kind.spread - 1)
    if not slowest > 1 / LARGEST**4:
        raise ConfigError(kind.base_key, f"at most {LARGEST**4:.0e}", kind.base)
