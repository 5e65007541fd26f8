"""The language model's part of a config, with the defaults of its model type."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from model_configs.entries import Entries
from model_configs.keys import CONTEXT, HEAD_DIM, HIDDEN, LAYERS, QUERY_HEADS, ROTARY_DIMS, WINDOW
from model_configs.layer import Origin

WIDEST = 2**16  # features of a head; more than in any model
MOST_LAYERS = 4096  # more than in any model


@dataclass(frozen=True)
class Part:
    """What a family's functions read."""

    entries: Entries  # the part of the config
    model_type: str  # "" where missing
    # values of the type by their usual names, where the config is silent
    usual: Mapping[str, Any] = field(repr=False)
    is_known: bool  # whether the type is one that a family or the table of classes names

    @property
    def silent(self) -> Origin:
        """Origin of a value that the config does not give."""
        return Origin.DEFAULT if self.is_known else Origin.ASSUMED

    def reads(self, name: str) -> bool:
        """Whether transformers' config class for this model type declares an entry of `SOME` (see classes.json)."""
        return not self.usual or name in self.usual

    def whole(self, *names: str, least: int = 1, most: int = 2**40) -> int | None:
        """A whole number: that of the config, else that of the type; None where the config says null."""
        value = self.entries.whole(*names, least=least, most=most)
        if value is not None or any(name in self.entries.values for name in names):
            return value
        usual = self.usual.get(names[0])
        return usual if isinstance(usual, int) else None

    @cached_property
    def hidden_size(self) -> int | None:
        """Features."""
        return self.whole(*HIDDEN, most=WIDEST * 64)

    @cached_property
    def heads(self) -> int | None:
        """Heads of queries."""
        return self.whole(*QUERY_HEADS, most=WIDEST)

    @cached_property
    def layer_count(self) -> int | None:
        """Layers; None where it is not known."""
        return self.whole(*LAYERS, least=0, most=MOST_LAYERS)

    @cached_property
    def context(self) -> int | None:
        """Claimed length, tokens."""
        return self.whole(*CONTEXT, least=2)

    @cached_property
    def window(self) -> int | None:
        """Tokens that a query sees in layers with a window; None where windows are switched off."""
        switch = self.entries.flag("use_sliding_window")
        if (self.usual.get("use_sliding_window") if switch is None else switch) is False:
            return None
        width = self.whole(*WINDOW, least=0)
        return width if width and width > 0 else None

    @property
    def turns_nothing(self) -> bool:
        """Whether entries of latent attention, or the type, say that no feature is rotated."""
        switched_off = self.entries.values.get("mla_use_nope") is True or self.usual.get("scheme") == "NoPE"
        return switched_off or (self.entries.values.get(ROTARY_DIMS[0]) == 0 and self.reads(ROTARY_DIMS[0]))

    @cached_property
    def head_dim(self) -> int | None:
        """Features of a head."""
        width = self.entries.whole(*HEAD_DIM, least=0 if self.turns_nothing else 1, most=WIDEST) or None
        if width is None:
            width = self.usual.get("head_dim")
        return width if width is not None else self.quotient

    @property
    def quotient(self) -> int | None:
        """Hidden features divided by heads."""
        return None if self.hidden_size is None or self.heads is None else self.hidden_size // self.heads

    @cached_property
    def layers(self) -> tuple[str, ...]:
        """Type of each layer where the config lists them."""
        for name in ("layer_types", "layers_block_type"):
            if (names := self.entries.words(name)) is not None:
                return names
        return ()

    def of_layer(self, kind: str, layers: tuple[str, ...]) -> Entries:
        """`per_layer_config` of the first layer of a type, by its number or by the name of the type."""
        by_layer = self.entries.inner("per_layer_config")
        if by_layer is None:
            return Entries({})
        numbers = {str(key).lstrip("0") or "0": str(key) for key in by_layer.values}
        first = str(layers.index(kind)) if kind in layers else kind
        name = numbers.get(first, kind)
        return (by_layer.inner(name) if by_layer.has(name) else None) or Entries({})
