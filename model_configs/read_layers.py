"""Read the types of layers of a config: their rule, its arguments, base, lengths and window."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from core.scaling import UNSCALED
from core.scaling.rule import Rule
from model_configs.entries import LARGEST, MISSING, ConfigError, Entries
from model_configs.families.block import Block
from model_configs.families.family import Family
from model_configs.families.part import WIDEST, Part
from model_configs.keys import (
    CONTEXT,
    FULL,
    HEAD_DIM,
    HIDDEN,
    ORIGINAL_CONTEXT,
    PARTIAL,
    QUERY_HEADS,
    ROTARY_DIMS,
    RULE,
    SHARE,
    THETA,
)
from model_configs.layer import Origin
from model_configs.model import LayerType
from model_configs.rules import in_configs, rules_by_key
from model_configs.rules.entry import RATIO_LAW, read_ratio

DEFAULT_BASE = 10_000.0
NOT_NESTED = ("truncate",)  # transformers 5.23 looks for it beside the nested objects, and so never finds it
BASE_LAW = "a finite number greater than 1"


def layer_types(part: Part, family: Family) -> tuple[LayerType, ...]:
    """All types of layers of a config."""
    blocks = family.blocks(part)
    return tuple(Reader(part, family, block, alone=len(blocks) == 1).layer_type() for block in blocks)


@dataclass(frozen=True)
class Reader:
    """Reads one type of layers."""

    part: Part
    family: Family
    block: Block
    alone: bool  # whether the config has no other type of layers

    def layer_type(self) -> LayerType:
        """The values of the block, checked."""
        rule, block = self._rule(), self.block
        base, base_key, base_origin = self._base()
        original = self._original(rule)
        share = 1.0 if rule is UNSCALED and self._whole_head_turns() else self._share()
        kind = LayerType(
            name=block.name,
            rule=rule,
            trained_scaled=self.family.trained_with in in_configs(rule).keys,
            base=base,
            base_key=base_key,
            base_origin=base_origin,
            exponent_dim=self._exponent_dim(rule, share),
            context=self.part.context,
            original=original,
            factor=_factor(block.entries, rule, self.part.context, original) if block.is_scaled else None,
            window=self._window(),
            arguments=MappingProxyType(_arguments(block, rule, share)),
            order=self.family.order,
            rule_stated=block.rule_stated,
            is_nested=block.is_nested,
            entries=block.entries,
            context_stated=self.part.entries.has(*CONTEXT),
            trained_length=self.family.trained_length(self.part) if self.family.trained_length else None,
            original_stated=self.part.context is not None or not set(CONTEXT) & set(self.part.entries.values),
        )
        _check_slowest(kind)
        return kind

    def _rule(self) -> Rule:
        key, rules = self.block.entries.word(*RULE), rules_by_key()
        if not key or not self.block.is_scaled:
            return UNSCALED
        if key not in rules:
            raise ConfigError(self.block.entries.key(*RULE), f"one of {', '.join(rules)}", key)
        return rules[key]

    def _base(self) -> tuple[float, str, Origin]:
        """The base, the path of its entry, and where it comes from."""
        block, top = self.block, self.part.entries
        if block.stated_base is not None:
            return *block.stated_base, Origin.FILE
        if (inside := _number(block.entries, THETA[:1])) is not None:
            return inside, block.entries.key(THETA[0]), Origin.FILE if block.rule_stated else Origin.DEFAULT
        for place, names in block.thetas:
            if names and (base := _number(place, names)) is not None:
                return base, place.key(*names), Origin.FILE
        elsewhere = (block.entries, THETA[:1]) if block.is_nested else (top, THETA)
        place, names = next(((place, names) for place, names in block.thetas if names), elsewhere)
        usual = block.base or self.part.usual.get("rope_theta") or DEFAULT_BASE
        return float(usual), place.key(*names), self.part.silent

    def _whole_head_turns(self) -> bool:
        """Whether the type's code, where no rule acts, looks at no share."""
        return self.block.share_of_rules or (self.block.share is None and not self.part.reads(PARTIAL))

    def _share(self) -> float:
        """Share of the head that turns; the whole head where the config's share is invalid."""
        block = self.block
        share = block.entries.number(PARTIAL)
        if share is None:
            share = block.share
        if share is None and block.shares:
            usual = block.shares == SHARE and bool(self.part.usual)  # the other names are those of published code
            names = [name for name in (SHARE[:1] if usual else block.shares) if name not in self.family.unread]
            share = self.part.entries.number(*names) if names else None
        if share is None:
            share = self.part.usual.get(PARTIAL, 1.0)
        return share if 0 < share <= 1 else 1.0

    def _head_dim(self) -> int | None:
        width = self.block.head_dim or self.part.of_layer(self.block.name, self.part.layers).whole("head_dim")
        if width is None and self.family.head_dim is not None:
            width = self.family.head_dim(self.part)
        return self.part.head_dim if width is None else width

    def _exponent_dim(self, rule: Rule, share: float) -> int:
        entries, rotary_dim = self.part.entries, None if self.block.share else self._rotary_dim()
        if rotary_dim is not None:  # of published code, nothing is known of a share beside it
            return int(rotary_dim * share) if self.part.usual and not rule.whole_head else rotary_dim
        head_dim = self._head_dim()
        if head_dim is None:
            names = HIDDEN if self.part.hidden_size is None else QUERY_HEADS
            law = "given, or head_dim, to tell the features of a head"
            raise ConfigError(entries.key(*names), law, entries.absent(*names))
        if head_dim > WIDEST:
            raise ConfigError(entries.key(*HEAD_DIM), f"at most {WIDEST:,}", head_dim)
        rotary_dim = head_dim if rule.whole_head else int(head_dim * share)
        if rotary_dim < 2:
            raise ConfigError(entries.key(*HEAD_DIM), "such that a head has a pair to turn", rotary_dim)
        return rotary_dim

    def _rotary_dim(self) -> int | None:
        """Features that turn, where an entry or the model type names their number."""
        dims, part = self.family.turning_dims, self.part
        names = dims if dims is not None else tuple(name for name in ROTARY_DIMS if part.reads(name))
        dim = part.entries.whole(*names, most=WIDEST) if names else None
        return dim or next((part.usual[name] for name in names if name in part.usual), None)

    def _original(self, rule: Rule) -> int | None:
        """Context in training; a top-level entry wins over one in a flat block, as in released code."""
        block, context = self.block.entries, self.part.context
        inside = block.whole(ORIGINAL_CONTEXT, least=2)
        outside = (self.part if in_configs(rule).needs_original else self.part.entries).whole(
            ORIGINAL_CONTEXT, least=2
        )
        if in_configs(rule).starts_from_claimed:
            if context is None:
                raise ConfigError(self.part.entries.key(*CONTEXT), "given", self.part.entries.absent(*CONTEXT))
            return context
        original = (inside or outside if self.block.is_nested else outside or inside) or context
        if original is None and in_configs(rule).needs_original:
            raise ConfigError(block.key(ORIGINAL_CONTEXT), "given, or max_position_embeddings", MISSING)
        return original

    def _window(self) -> int | None:
        part, name = self.part, self.block.name
        width = part.window
        if not width:
            return None
        lists_layers = part.layers or part.entries.has("sliding_window_pattern") or self.family.layers
        alone = name == FULL and self.alone and not lists_layers
        return width if self.block.has_window or "sliding" in name or alone else None


def _number(place: Entries, names: tuple[str, ...]) -> float | None:
    return place.number(*names, law=BASE_LAW, valid=lambda number: number > 1)


def _factor(block: Entries, rule: Rule, context: int | None, original: int | None) -> float | None:
    """The factor of the config, else the default of the rule, else claimed ÷ trained length."""
    factor = read_ratio(block, "factor")
    if factor is not None or not rule.takes("factor"):
        return factor
    if rule.default_factor is not None:
        return rule.default_factor
    if (in_configs(rule).needs_original or original != context) and context is not None and original is not None:
        return context / original
    raise ConfigError(block.key("factor"), RATIO_LAW, block.absent("factor"))


def _arguments(whole: Block, rule: Rule, share: float) -> dict[str, Any]:
    """Arguments of the rule other than factor, base and lengths."""
    block, arguments = whole.entries, {PARTIAL: share} if rule.takes(PARTIAL) else {}
    for entry in in_configs(rule).entries:
        value = None if whole.is_nested and entry.name in NOT_NESTED else entry.read(block, entry.name)
        if value is not None:
            arguments[entry.name] = value
        elif entry.required_law:
            raise ConfigError(block.key(entry.name), entry.required_law, block.absent(entry.name))
    return arguments


def _check_slowest(kind: LayerType) -> None:
    """Refuse a base so large that the slowest frequency could not be distinguished from 0."""
    slowest = kind.base ** (2 / kind.exponent_dim - 1)
    if not slowest > 1 / LARGEST**4:
        raise ConfigError(kind.base_key, f"at most {LARGEST**4:.0e}", kind.base)
