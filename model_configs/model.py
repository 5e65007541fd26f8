"""Position in a config as values: the types of its layers, and the frequencies of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import geometric
from core.scaling import UNSCALED
from core.scaling.rule import Frequencies, Rule
from model_configs.entries import LARGEST, ConfigError, Entries
from model_configs.families.classes import classes
from model_configs.families.family import Family
from model_configs.finding import Finding
from model_configs.forms.form import Form
from model_configs.keys import FULL, RULE, SLIDING
from model_configs.layer import Layer, Origin, Temperature
from model_configs.rules import in_configs
from model_configs.rules.record import RuleInConfigs

HOW = {  # of models that are not of text
    "Axial": "deals its pairs out to the height and width of pictures",
    "Other": "is no language model, or its code turns nothing",
}


@dataclass(frozen=True)
class LayerType:
    """How position enters the layers of one type."""

    name: str  # as the config calls it, such as "full_attention"
    rule: Rule  # of `core.scaling.RULES`
    # whether the model was trained with the rule, so that the trained length includes its factor
    trained_scaled: bool
    base: float  # dimensionless
    base_key: str = field(compare=False)  # path of the entry that gives the base, or that would give it
    base_origin: Origin  # whether the config gives it, or it is the default of the model type, or assumed
    exponent_dim: int  # features that the exponents span; those that turn, unless their number is odd
    context: int | None  # claimed length, tokens
    original: int | None  # length in training, tokens, where the config gives it; else the claimed one
    factor: float | None  # of the rule, dimensionless
    window: int | None  # tokens that a query sees in these layers at most; None for all
    arguments: Mapping[str, Any]  # further arguments of the rule
    # ``f(pairs)`` → which pair of the geometric series stands at each place; None where they are in order
    order: Callable[[int], NDArray[np.int64]] | None
    rule_stated: bool  # whether the config gives the rule; else it is the default of the model type
    is_nested: bool  # whether the entries stand under the name of the type
    entries: Entries = field(repr=False, compare=False)  # the object of the config that holds the rule
    is_chunked: bool = False  # whether the window is a chunk, which begins at its multiples and does not slide
    context_stated: bool = True  # whether the config gives the claimed length; else it is that of the model type
    # whether lengths follow from `original` where there is no claimed one; not where the config says null for it
    original_stated: bool = True
    # training length in tokens that the makers document, where it differs from the claimed length
    trained_length: int | None = None

    @property
    def in_configs(self) -> RuleInConfigs:
        """What configs and engines make of the rule."""
        return in_configs(self.rule)

    @property
    def rotary_dim(self) -> int:
        """Features of a head that turn: an odd number is rounded up to whole pairs, down where all of them do."""
        return self.exponent_dim + self.exponent_dim % 2 * (-1 if self.rule.whole_head else 1)

    @property
    def is_scaled(self) -> bool:
        """Whether a rule changes the frequencies."""
        return self.rule is not UNSCALED

    @property
    def is_of_training(self) -> bool:
        """Whether the file, or its model type, shows that the model was trained with the rule."""
        return self.trained_scaled or not self.rule_stated or self.entries.has(*self.in_configs.marks)

    @property
    def is_trained_further(self) -> bool:
        """Whether the model was trained on with its rule, after the length in training that the config names."""
        return self.is_scaled and self.is_of_training and not self.trained_scaled

    @property
    def is_static(self) -> bool:
        """Whether the rule acts on texts of every length alike, though the model was trained without it."""
        acts = self.rule.divides_by_factor and self.rule.attention is not None and (self.factor or 1) > 1
        return acts and not self.is_of_training

    def trained_frequencies(self) -> NDArray[np.float64]:
        """The frequencies before any rule, shape (rotary_dim // 2,), radians per token."""
        frequencies = geometric(self.base, 2 * np.arange(self.rotary_dim // 2), self.exponent_dim)
        return frequencies if self.order is None else frequencies[self.order(len(frequencies))]

    def frequencies(self, sequence_length: float | None = None) -> Frequencies:
        """As in `Config.frequencies`."""
        self._check_lists()
        all_values = {"factor": self.factor, "original": self.original, "base": self.base, "dim": self.exponent_dim}
        values = {name: value for name, value in all_values.items() if value is not None}
        length = Entries({"sequence_length": sequence_length}).number(
            "sequence_length",
            law=f"a number of tokens greater than 0, at most {LARGEST:,}",
            valid=lambda number: 0 < number <= LARGEST,
        )
        try:
            return self.rule.apply(self.trained_frequencies(), sequence_length=length, **values, **self.arguments)
        except ArithmeticError:  # mscale_all_dim may cancel out to 0, and a base next to 1 puts the ramp far away
            law = "a rule whose numbers neither divide by 0 nor overflow"
            raise ConfigError(self.entries.key(*RULE), law, self.in_configs.keys[0]) from None

    def _check_lists(self) -> None:
        pairs = self.rotary_dim // 2
        for entry in self.in_configs.entries:
            values = self.arguments.get(entry.name)
            if entry.per_pair and values is not None and len(values) != pairs:
                raise ConfigError(self.entries.key(entry.name), f"{pairs} numbers, one a pair", values)


@dataclass(frozen=True)
class Config:
    """The entries of a config about position."""

    model_type: str  # "" where it is not given
    family: Family = field(repr=False)  # what its model type reads beside the common entries
    # name of the encoding: "RoPE", "ALiBi", "T5", "Learned", "Sinusoidal", "Relative", "NoPE"; "Axial" and
    # "Other" for models of pictures and sound
    scheme: str
    scheme_origin: Origin  # whether it is from the config, the model type's default, or assumed
    # features, heads of queries, heads of keys, features of a head; None where the config does not say
    hidden_size: int | None
    heads: int | None
    key_heads: int | None
    head_dim: int | None
    context: int | None  # claimed context length, tokens
    # whether the config gives it, or it is that of the model type; assumed where neither names one
    context_origin: Origin
    # the first is the default of `frequencies`; empty where queries and keys do not turn
    layer_types: tuple[LayerType, ...]
    layers: tuple[str, ...]  # type of each layer; empty where the config does not list them
    stack: tuple[Layer, ...] = field(repr=False)  # position in each layer; empty where their number is not known
    temperature: Temperature | None  # how queries grow with their position; None where they do not
    entries: Entries = field(repr=False, compare=False)  # the part of the config that was read
    remarks: tuple[Finding, ...] = field(repr=False, compare=False)  # on the format of the input
    source: Mapping[str, Any] = field(repr=False, compare=False)  # the whole config
    form: Form = field(default_factory=Form, repr=False, compare=False)  # format of the input
    # rows of a learned table before that of the first token; None where longer texts do not leave the table
    rows_before: int | None = 0

    @property
    def is_known(self) -> bool:
        """Whether a family or the table of classes names the model type."""
        return bool(self.family.types) or self.model_type in classes()

    @property
    def table_tokens(self) -> int | None:
        """Tokens that a learned table has rows for; None where there is no such bound, or it is not known."""
        if self.scheme != "Learned" or self.context is None or self.rows_before is None:
            return None
        return max(self.context - self.rows_before, 0)

    def layer_type(self, name: str | None = None) -> LayerType:
        """A type of layers; the first without a name.

        Raises
        ------
        ConfigError
            If queries and keys do not turn, or there is no such type.
        """
        if not self.layer_types:
            how = HOW.get(self.scheme, f"tells position by {self.scheme}")
            raise ConfigError("config", f"one with rotary frequencies; this one {how}", self.model_type)
        if name is None:
            return self.layer_types[0]
        match = next((kind for kind in self.layer_types if kind.name == name), None)
        if match is None and len(self.layer_types) == 1 and name in {FULL, SLIDING, *self.layers}:
            return self.layer_types[0]
        if match is None:
            raise ConfigError("layer_type", f"one of {', '.join(kind.name for kind in self.layer_types)}", name)
        return match

    def frequencies(self, sequence_length: float | None = None, layer_type: str | None = None) -> Frequencies:
        """Frequencies at which queries and keys turn.

        Parameters
        ----------
        sequence_length : float or None
            Tokens; some rules depend on it. None means a text within the trained context.
        layer_type : str or None
            Such as "sliding_attention"; None for the first.

        Returns
        -------
        frequencies : Frequencies
            ``.inverse`` of shape (rotary_dim // 2,), radians per token, and ``.attention_factor``.

        Raises
        ------
        ConfigError
            If queries and keys do not turn, or the config's numbers give no frequencies.
        """
        return self.layer_type(layer_type).frequencies(sequence_length)
