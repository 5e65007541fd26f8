"""Where a type of layers has its entries, and the ways in which families arrange them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from core.scaling.rule import Rule
from model_configs.entries import ConfigError, Entries
from model_configs.families.part import Part
from model_configs.keys import FULL, LOCAL_THETA, RULE, SHARE, SLIDING, THETA
from model_configs.rules import rules_by_key

NOTHING: Mapping[str, Any] = MappingProxyType({})
MOST_TYPES, LONGEST_NAME = 64, 64  # types of layers, and characters of their names
SCALING, PARAMETERS = "rope_scaling", "rope_parameters"  # of transformers up to 4, and from 5 on


@dataclass(frozen=True)
class Block:
    """The entries of one type of layers."""

    name: str  # of the type of layers
    # the object that holds the rule; empty if missing
    entries: Entries = field(default_factory=lambda: Entries({}))
    # where else the base may stand, in order of precedence
    thetas: tuple[tuple[Entries, tuple[str, ...]], ...] = ()
    base: float | None = None  # where no entry gives it; None for that of the model type
    # a base that follows from other entries, and the path of the entry to name
    stated_base: tuple[float, str] | None = None
    # share of the head that turns, where no entry gives it; None for that of the model type
    share: float | None = None
    shares: tuple[str, ...] = SHARE  # names at the top level for this share
    share_of_rules: bool = False  # whether only rules read the share: without one, the whole head turns
    head_dim: int | None = None  # features of a head in these layers; None for that of the config
    rule_stated: bool = True  # whether the rule of `entries` is that of the file; else it is the type's default
    is_scaled: bool = True  # whether the rule that `entries` names acts in these layers
    is_nested: bool = False  # whether `entries` stands under the name of the type
    has_window: bool = False  # whether these layers see a window only, though their name does not say so


def rotary_entries(part: Part) -> Entries | None:
    """The object of rotary entries: `rope_scaling` if it holds any, else `rope_parameters`; None without both."""
    old = part.entries.inner(SCALING)
    return old if old is not None and old.values else part.entries.inner(PARAMETERS)


def named_rule(entries: Mapping[str, Any]) -> Rule | None:
    """The rule that an object of rotary entries names; None where it names none, or one that is not known."""
    return rules_by_key().get(str(entries.get(RULE[0], entries.get(RULE[1]))))


def nested_in(block: Entries) -> list[str]:
    """The names of objects in a block, each a type of layers."""
    names = [name for name, value in block.values.items() if isinstance(value, Mapping)]
    if len(names) > MOST_TYPES or any(len(name) > LONGEST_NAME for name in names):
        law = f"at most {MOST_TYPES} types of layers, with names of at most {LONGEST_NAME} characters"
        raise ConfigError(block.path.rstrip("."), law, block.values)
    return names


def by_name(part: Part, block: Entries) -> tuple[Block, ...]:
    """One type of layers for each object in a block; bases may stand at the top level."""
    inner = [(name, entries) for name in nested_in(block) if (entries := block.inner(name)) is not None]
    return tuple(Block(name, entries, thetas=((part.entries, THETA),), is_nested=True) for name, entries in inner)


def usual_blocks(part: Part, default: Mapping[str, Any] = NOTHING) -> tuple[Block, ...]:
    """One type of layers for each nested object, else one; `default` is the block of a config without any."""
    block = rotary_entries(part)
    if block is not None and (blocks := by_name(part, block)):
        return blocks
    if block is None and (
        blocks := by_name(part, defaults := Entries(default, f"{part.entries.path}{PARAMETERS}."))
    ):
        return tuple(Block(each.name, each.entries, rule_stated=False, is_nested=True) for each in blocks)
    if block is None and default:
        return (Block(FULL, defaults, thetas=((part.entries, THETA),), rule_stated=False),)
    whole = Block(FULL, block if block is not None else Entries({}), thetas=((part.entries, THETA),))
    if part.entries.has(*LOCAL_THETA):
        return whole, Block(SLIDING, thetas=((part.entries, LOCAL_THETA),))
    return (whole,)


@dataclass(frozen=True)
class FullAndSliding:
    """Layers with and without a window, each with its own base.

    Source: Hugging Face transformers 5.23, configuration_gemma3 and configuration_modernbert,
    https://github.com/huggingface/transformers/tree/main/src/transformers/models
    """

    # of full attention and of layers with a window, where the config is silent; None is that of the type
    bases: tuple[float | None, float | None]
    local: tuple[str, ...]  # names at the top level for the base of layers with a window
    whole: tuple[str, ...] = THETA  # the same for full attention
    scales_both: bool = False  # whether `rope_scaling` acts on both; else on full attention only

    def __call__(self, part: Part) -> tuple[Block, ...]:
        """The blocks of a config of such a family."""
        new, old = part.entries.inner(PARAMETERS) or Entries({}), part.entries.inner(SCALING) or Entries({})
        if nested_names := nested_in(old):
            new, old = (old if {FULL, SLIDING} & set(nested_names) else new), Entries({})
        blocks = []
        for name, base, names in ((FULL, self.bases[0], self.whole), (SLIDING, self.bases[1], self.local)):
            inner = new.inner(name) or Entries({}, f"{part.entries.path}{PARAMETERS}.{name}.")
            takes_scaling = old.values and (name == FULL or self.scales_both)
            entries = merge_blocks(inner, old) if takes_scaling else inner
            places = ((part.entries, names),)
            blocks.append(Block(name, entries, places, base=base, share_of_rules=True, is_nested=True))
        return tuple(blocks)


def merge_blocks(inner: Entries, old: Entries) -> Entries:
    """`rope_scaling` over the nested object, as version 5 merges them when it loads a config.

    The object already has a `rope_type`, "default", when the older name `type` comes: it is not read there.
    """
    values = {**inner.values, **{name: value for name, value in old.values.items() if name != "type"}}
    return Entries(values, old.path)
