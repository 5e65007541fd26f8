"""What configs and engines make of a scaling rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from core.scaling.rule import Frequencies, Rule
from model_configs.finding import Finding
from model_configs.rules.engines import Options
from model_configs.rules.entry import Entry
from model_configs.rules.layers import Layers, Lengths


@dataclass(frozen=True, kw_only=True)
class RuleInConfigs:
    """A rule's names and entries in configs, how a config is lengthened by it, and which engines take it."""

    rule: Rule  # the mathematics
    # names of the rule in configs; the first is the one to write. Empty where configs cannot ask for the rule.
    keys: tuple[str, ...] = ()
    # for names that mean more than the rule itself: the entry that belongs to the name
    key_entries: Mapping[str, str] = field(default_factory=dict, hash=False)
    entries: tuple[Entry, ...] = ()  # entries in configs that belong to this rule
    # whether the rule cannot do without the length in training; a missing one is taken from the claimed length
    needs_original: bool = False
    # whether the rule takes the claimed length for the one in training, whatever else a config says
    starts_from_claimed: bool = False
    # whether a config that names no length in training claims the length after scaling
    claimed_includes_factor: bool = True
    factor_is_quotient: bool = False  # whether the factor is meant to be claimed ÷ trained length
    factor_tells_reach: bool = True  # whether the config is written for the trained length times the factor
    trained_scaled: bool = False  # whether models are trained with the rule, at a factor of 1
    # entries of a block with which a model was trained; one that is added for longer texts has none of them
    marks: tuple[str, ...] = ()
    # ``f(factor, lengths, target)`` → factor for texts of a target length in tokens; None where the factor is
    # left as it is
    lengthen: Callable[[float | None, Lengths, int], float] | None = None
    # the rule that a config gets when it is lengthened, where that is not the same rule
    successor: Rule | None = None
    # name of an engine → ``f(layers, target)`` → its options, None where it has none for these numbers. Engines
    # without an entry read the rule from a file.
    engines: Mapping[str, Callable[[Layers, int], Options | None]] = field(default_factory=dict, hash=False)
    # name of an engine → ``f(layers, sequence_length)`` → the frequencies that it computes from the same file,
    # where they are not those of `apply`
    read_by: Mapping[str, Callable[[Layers, float | None], Frequencies]] = field(default_factory=dict, hash=False)
    # ``f(layers)`` → findings about layers that have this rule
    checks: tuple[Callable[[Layers], Iterator[Finding]], ...] = ()
