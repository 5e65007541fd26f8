"""One model's pairs for a longer context under several rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.long_context.coverage import TURN, trained_turns, unseen_share
from core.long_context.rules import neighbour_distance, scaled_to
from core.scaling.rule import Frequencies, Rule

ROWS = 128  # blocks of positions


@dataclass(frozen=True)
class StretchedModel:
    """A model with rotary features, trained for one context length and wanted for another."""

    rules: Mapping[str, Rule]  # by name
    dim: int  # rotary features
    base: float  # dimensionless
    original: int  # trained context length, tokens
    target: int  # wanted context length, tokens; at least ROWS
    # of rules whose frequencies a config gives: these are not computed
    from_config: Mapping[str, Frequencies] = field(default_factory=dict)

    @property
    def factor(self) -> float:
        """Wanted ÷ trained context length."""
        return self.target / self.original

    @property
    def pairs(self) -> int:
        """Number of rotary pairs."""
        return self.dim // 2

    @property
    def last(self) -> int:
        """The last position, tokens."""
        return self.target - 1

    @cached_property
    def trained_frequencies(self) -> NDArray[np.float64]:
        """Frequencies as trained, shape (pairs,), radians per token."""
        return inverse_frequencies(self.dim, self.base)

    @cached_property
    def turns(self) -> NDArray[np.float64]:
        """Turns of each pair within the trained length, shape (pairs,)."""
        return trained_turns(self.trained_frequencies, self.original)

    @property
    def complete(self) -> int:
        """Number of pairs that complete a turn within the trained length."""
        return int((self.turns >= 1).sum())

    @cached_property
    def by_rule(self) -> Mapping[str, Frequencies]:
        """Frequencies and attention factor by rule."""
        return {name: self.from_config.get(name) or self.under(rule) for name, rule in self.rules.items()}

    def under(self, rule: Rule) -> Frequencies:
        """Frequencies and attention factor under any rule."""
        return scaled_to(rule, self.dim, base=self.base, original=self.original, target=self.target)

    @property
    def frequencies(self) -> Mapping[str, NDArray[np.float64]]:
        """Rule → frequencies, shape (pairs,), radians per token."""
        return {name: result.inverse for name, result in self.by_rule.items()}

    @cached_property
    def unseen_shares(self) -> Mapping[str, NDArray[np.float64]]:
        """Rule → share of the positions of each block at angles never seen in training, shape (ROWS, pairs)."""
        edges = np.arange(0, self.target + 1, self.target // ROWS)
        return {
            name: unseen_share(self.trained_frequencies, omega, self.original, edges)
            for name, omega in self.frequencies.items()
        }

    @property
    def unseen_overall(self) -> Mapping[str, float]:
        """Rule → share of all positions and pairs at angles never seen in training."""
        return {name: float(share.mean()) for name, share in self.unseen_shares.items()}

    @property
    def neighbours_left(self) -> Mapping[str, float]:
        """Rule → share of the trained distance between equal vectors one token apart that is left."""
        trained_distance = neighbour_distance(self.trained_frequencies)
        return {name: neighbour_distance(omega) / trained_distance for name, omega in self.frequencies.items()}

    def of_pair(self, pair: int) -> Mapping[str, PairUnderRule]:
        """Rule → one pair."""
        return {
            name: PairUnderRule(
                frequency=float(omega[pair]),
                ratio=float(omega[pair] / self.trained_frequencies[pair]),
                turns_per_token=float(omega[pair] / TURN),
                turns_reached=float(self.last * omega[pair] / TURN),
                unseen_share=float(self.unseen_shares[name][:, pair].mean()),
            )
            for name, omega in self.frequencies.items()
        }


@dataclass(frozen=True, kw_only=True)
class PairUnderRule:
    """One pair under one rule."""

    frequency: float  # radians per token
    ratio: float  # frequency ÷ that as trained
    turns_per_token: float
    turns_reached: float  # turns at the last position
    unseen_share: float  # share of the positions at angles never seen in training
