"""Read the types of layers of a config: their rule, its arguments, base, lengths and window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from core.config import defaults
from core.config.keys import (
    CONTEXT,
    HEAD_DIM,
    HIDDEN,
    LOCAL_THETA,
    ORIGINAL_CONTEXT,
    PARTIAL,
    QUERY_HEADS,
    RULE,
    SHARE,
    THETA,
)
from core.config.model import FULL, SLIDING, LayerType
from core.inputs.entries import LARGEST, ConfigError, Entries
from core.scaling import UNSCALED, rules_by_key
from core.scaling.entry import RATIO_LAW, read_ratio

if TYPE_CHECKING:
    from core.scaling.rule import Rule

DEFAULT_BASE = 10_000.0
WIDEST = 2**16  # features of a head; more than in any model
MOST_TYPES, LONGEST_NAME = 64, 64  # types of layers, and characters of their names


@dataclass(frozen=True)
class Reader:
    """Reads the types of layers of one config.

    Parameters
    ----------
    entries : Entries
        The part of the config that speaks of the language model.
    model_type : str
    head_dim : int or None
        Features of a head.
    layers : tuple of str
        Type of each layer, where the config lists them.
    """

    entries: Entries
    model_type: str
    head_dim: int | None
    layers: tuple[str, ...]

    def layer_types(self) -> tuple[LayerType, ...]:
        """All types: one for each nested block, else one, and another one where windows have their own base."""
        scaling = self.entries.inner("rope_scaling")
        block = scaling if scaling and scaling.values else self.entries.inner("rope_parameters") or Entries({})
        nested = [name for name, value in block.values.items() if isinstance(value, Mapping)]
        if len(nested) > MOST_TYPES or any(len(name) > LONGEST_NAME for name in nested):
            law = f"at most {MOST_TYPES} types of layers, with names of at most {LONGEST_NAME} characters"
            raise ConfigError(block.path.rstrip("."), law, block.values)
        if nested:
            inner = [(name, part) for name in nested if (part := block.inner(name)) is not None]
            return tuple(self._layer_type(name, part, nested=True, alone=len(inner) == 1) for name, part in inner)
        local = _base(self.entries, LOCAL_THETA) or defaults.LOCAL_BASES.get(self.model_type)
        if local is None:
            return (self._layer_type(FULL, block, alone=True),)
        return self._layer_type(FULL, block), self._layer_type(SLIDING, Entries({}), local=local)

    def _layer_type(
        self, name: str, block: Entries, *, nested: bool = False, alone: bool = False, local: float | None = None
    ) -> LayerType:
        rule = _rule(block)
        context = self.entries.whole(*CONTEXT, least=2)
        base, base_key, base_given = self._base_of(block, local)
        original = self._original(block, rule, context, nested=nested)
        share = self._share(block)
        kind = LayerType(
            name=name,
            rule=rule,
            trained_scaled=defaults.TRAINED_WITH.get(self.model_type) in rule.keys,
            base=base,
            base_key=base_key,
            base_given=base_given,
            exponent_dim=self._exponent_dim(rule, share),
            context=context,
            original=original,
            factor=_factor(block, rule, context, original),
            window=self._window(name, alone=alone),
            arguments=MappingProxyType(_arguments(block, rule, share)),
            entries=block,
        )
        _check_slowest(kind)
        return kind

    def _base_of(self, block: Entries, local: float | None) -> tuple[float, str, bool]:
        """The base, the path of its entry, and whether the config has that entry."""
        if local is not None:
            return local, self.entries.key(*LOCAL_THETA), self.entries.has(*LOCAL_THETA)
        inside, outside = _base(block, THETA[:1]), _base(self.entries, THETA)
        if inside is not None:
            return inside, block.key(THETA[0]), True
        usual = defaults.BASES.get(self.model_type, DEFAULT_BASE)
        return outside or usual, self.entries.key(*THETA), outside is not None

    def _share(self, block: Entries) -> float:
        """Share of the head that turns; the whole head where the given share is not possible."""
        share = block.number(PARTIAL)
        if share is None:
            share = self.entries.number(*SHARE)
        if share is None:
            share = defaults.SHARES.get(self.model_type, 1.0)
        return share if 0 < share <= 1 else 1.0

    def _exponent_dim(self, rule: Rule, share: float) -> int:
        given = self.entries.whole("qk_rope_head_dim", "rotary_dim", most=WIDEST)
        if given is not None:
            return given
        if self.head_dim is None:
            key = self.entries.key(*(HIDDEN if not self.entries.has(*HIDDEN) else QUERY_HEADS))
            raise ConfigError(key, "given, or head_dim, to tell the features of a head", None)
        turning = self.head_dim if rule.whole_head else int(self.head_dim * share)
        if turning < 2:
            raise ConfigError(self.entries.key(*HEAD_DIM), "such that a head has a pair to turn", turning)
        return turning

    def _original(self, block: Entries, rule: Rule, context: int | None, *, nested: bool) -> int | None:
        """Context in training; a top-level entry wins over one in a flat block, as in released code."""
        inside = block.whole(ORIGINAL_CONTEXT, least=2)
        outside = self.entries.whole(ORIGINAL_CONTEXT, least=2)
        usual = defaults.ORIGINALS.get(self.model_type) if rule.needs_original else None
        if rule.starts_from_claimed:
            if context is None:
                raise ConfigError(self.entries.key(*CONTEXT), "given", None)
            return context
        found = (inside or outside if nested else outside or usual or inside) or context
        if found is None and rule.needs_original:
            raise ConfigError(block.key(ORIGINAL_CONTEXT), "given, or max_position_embeddings", None)
        return found

    def _window(self, name: str, *, alone: bool) -> int | None:
        width = self.entries.whole("sliding_window", least=0)
        if not width or self.entries.flag("use_sliding_window") is False:
            return None
        everywhere = alone and not self.layers and not self.entries.has("sliding_window_pattern")
        return width if name == SLIDING or everywhere else None


def _base(place: Entries, names: tuple[str, ...]) -> float | None:
    return place.number(*names, law="a finite number greater than 1", valid=lambda number: number > 1)


def _rule(block: Entries) -> Rule:
    key, known = block.word(*RULE), rules_by_key()
    if not key:
        return UNSCALED
    if key not in known:
        raise ConfigError(block.key(*RULE), f"one of {', '.join(known)}", key)
    return known[key]


def _factor(block: Entries, rule: Rule, context: int | None, original: int | None) -> float | None:
    """The factor of the config, else the default of the rule, else claimed ÷ trained length."""
    factor = read_ratio(block, "factor")
    if factor is not None or not rule.takes("factor"):
        return factor
    if rule.default_factor is not None:
        return rule.default_factor
    if (rule.needs_original or original != context) and context is not None and original is not None:
        return context / original
    raise ConfigError(block.key("factor"), RATIO_LAW, None)


def _arguments(block: Entries, rule: Rule, share: float) -> dict[str, Any]:
    """Arguments of the rule other than factor, base and lengths."""
    found = {PARTIAL: share} if rule.takes(PARTIAL) else {}
    for entry in rule.entries:
        value = entry.read(block, entry.name)
        if value is not None:
            found[entry.name] = value
        elif entry.required:
            raise ConfigError(block.key(entry.name), entry.required, None)
    return found


def _check_slowest(kind: LayerType) -> None:
    """Refuse a base so large that the slowest frequency could not be distinguished from 0."""
    slowest = kind.base ** (2 / kind.exponent_dim - 1)
    if not slowest > 1 / LARGEST**4:
        raise ConfigError(kind.base_key, f"at most {LARGEST**4:.0e}", kind.base)
