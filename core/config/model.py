"""What a config says of position, as values: the types of its layers, and the frequencies of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from core.config.keys import RULE
from core.frequencies import geometric
from core.inputs.entries import LARGEST, ConfigError, Entries
from core.scaling import UNSCALED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from core.scaling.layers import Scaled
    from core.scaling.rule import Rule

FULL, SLIDING = "full_attention", "sliding_attention"


@dataclass(frozen=True)
class LayerType:
    """How position enters the layers of one type.

    Parameters
    ----------
    name : str
        As the config calls it, such as "full_attention".
    rule : Rule
        Of `core.scaling.RULES`.
    trained_scaled : bool
        Whether the model was trained with the rule, so that the trained length includes its factor.
    base : float
        Dimensionless.
    base_key : str
        Path of the entry that gives the base, or that would give it.
    base_given : bool
        Whether the config gives it; else it is the default of the model type.
    exponent_dim : int
        Features that the exponents span; those that turn, unless their number is odd.
    context : int or None
        Claimed length, tokens.
    original : int or None
        Length in training, tokens, where the config gives it; else the claimed one.
    factor : float or None
        Of the rule, dimensionless.
    window : int or None
        Tokens that a query sees in these layers; None for all.
    arguments : mapping
        Further arguments of the rule.
    entries : Entries
        The object of the config that holds the rule.
    """

    name: str
    rule: Rule
    trained_scaled: bool
    base: float
    base_key: str = field(compare=False)
    base_given: bool
    exponent_dim: int
    context: int | None
    original: int | None
    factor: float | None
    window: int | None
    arguments: Mapping[str, Any]
    entries: Entries = field(repr=False, compare=False)

    @property
    def rotary_dim(self) -> int:
        """Features of a head that turn: an odd number is rounded up to whole pairs."""
        return self.exponent_dim + self.exponent_dim % 2

    @property
    def is_scaled(self) -> bool:
        """Whether a rule changes the frequencies."""
        return self.rule is not UNSCALED

    def trained(self) -> NDArray[np.float64]:
        """The frequencies before any rule, shape (rotary_dim // 2,), radians per token."""
        return geometric(self.base, 2 * np.arange(self.rotary_dim // 2), self.exponent_dim)

    def frequencies(self, sequence_length: float | None = None) -> Scaled:
        """As in `Config.frequencies`."""
        self._check_lists()
        given = {"factor": self.factor, "original": self.original, "base": self.base}
        known = {name: value for name, value in given.items() if value is not None}
        length = Entries({"sequence_length": sequence_length}).number(
            "sequence_length",
            law=f"a number of tokens greater than 0, at most {LARGEST:,}",
            valid=lambda number: 0 < number <= LARGEST,
        )
        try:
            return self.rule.apply(self.trained(), sequence_length=length, **known, **self.arguments)
        except ArithmeticError:  # mscale_all_dim may cancel out to 0, and a base next to 1 puts the ramp far away
            law = "a rule whose numbers neither divide by 0 nor overflow"
            raise ConfigError(self.entries.key(*RULE), law, self.rule.keys[0]) from None

    def _check_lists(self) -> None:
        pairs = self.rotary_dim // 2
        for entry in self.rule.entries:
            listed = self.arguments.get(entry.name)
            if entry.per_pair and listed is not None and len(listed) != pairs:
                raise ConfigError(self.entries.key(entry.name), f"{pairs} numbers, one a pair", listed)


@dataclass(frozen=True)
class Config:
    """What a config says of position.

    Parameters
    ----------
    model_type : str
        "" where it is not given.
    scheme : str
        Name of the encoding in `core.schemes.SCHEMES`.
    hidden_size, heads, key_heads, head_dim : int or None
        Features, heads of queries, heads of keys, features of a head; None where the config does not say.
    context : int or None
        Claimed context length, tokens.
    layer_types : tuple of LayerType
        The first is the default of `frequencies`; empty where queries and keys do not turn.
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
        """Frequencies at which queries and keys turn.

        Parameters
        ----------
        sequence_length : float or None
            Tokens; some rules depend on it. None means a text within the trained context.
        layer_type : str or None
            Such as "sliding_attention"; None for the first.

        Returns
        -------
        frequencies : Scaled
            ``.inverse`` of shape (rotary_dim // 2,), radians per token, and ``.attention_factor``.

        Raises
        ------
        ConfigError
            If queries and keys do not turn, or the config's numbers give no frequencies.
        """
        return self.layer_type(layer_type).frequencies(sequence_length)
