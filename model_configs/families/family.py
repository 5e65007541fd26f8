"""The record of a family: what its models read beside the entries that all models share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model_configs.families.block import Block, usual_blocks
from model_configs.families.part import Part
from model_configs.layer import Temperature


@dataclass(frozen=True, kw_only=True)
class Family:
    """Model types whose code reads position in the same way."""

    types: tuple[str, ...]  # `model_type` of the part of a config that describes the language model
    address: str = ""  # of the code or the published config; "" for the folder of the first type in transformers
    entries: tuple[str, ...] = ()  # read by this family alone; of an object with a dot before each entry
    block_entries: tuple[str, ...] = ()  # the same for the object of rotary entries
    # entries at the top level that the model's own code reads, and whose effect is not computed here
    by_code: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()  # names at the top level that most families read and this one does not
    # pairs of time, height and width where the config does not deal them out; empty where one counter turns all
    sections: tuple[int, ...] = ()
    # the object of rotary entries where a config has none
    default: Mapping[str, Any] = field(default_factory=dict)
    # ``f(part)`` → the blocks of a config, where they do not stand in the usual places
    read_blocks: Callable[[Part], tuple[Block, ...]] | None = None
    # ``f(part, count)`` → the type of each layer, where the config does not list them
    layers: Callable[[Part, int], Sequence[str]] | None = None
    # ``f(part, layers)`` → for each layer whether queries and keys turn; None where they turn in all
    rotary_flags: Callable[[Part, Sequence[str]], Sequence[bool]] | None = None
    # ``f(part)`` → name of the encoding where entries decide about it; None where they do not
    scheme: Callable[[Part], str | None] | None = None
    # the entry with which queries and keys turn, where `scheme` depends on one
    switch: tuple[str, Any] | None = None
    # ``f(part)`` → features of a head that turn as a whole, where they are not those that the config names
    head_dim: Callable[[Part], int | None] | None = None
    # entries that give the features of a head that turn, in order of precedence; None for the usual ones that the
    # type reads
    turning_dims: tuple[str, ...] | None = None
    # ``f(part)`` → how queries are scaled with their position; None where they are not
    temperature: Callable[[Part], Temperature | None] | None = None
    # ``f(part, number, name)`` → name of the type of layers that turns a layer, where it has another name
    of_layer: Callable[[Part, int, str], str] | None = None
    # ``f(pairs)`` → which pair of the geometric series stands at each place, where they are not in order
    order: Callable[[int], NDArray[np.int64]] | None = None
    # ``f(part)`` → tokens of training where that is not the claimed length; None where it is
    trained_length: Callable[[Part], int | None] | None = None
    # ``f(part)`` → rows of a learned table before that of the first token, or None where longer texts do not leave
    # the table; the first row where there is no such function
    rows_before: Callable[[Part], int | None] | None = None
    # name of a rule in configs that is part of training, so that the trained length includes its factor
    trained_with: str = ""
    # whether the code is published with the models and transformers has none: engines may read other entries
    published_with_model: bool = False

    @property
    def source(self) -> str:
        """Where the code or the published config can be read."""
        return self.address or models(self.types[0].removesuffix("_text"))

    def blocks(self, part: Part) -> tuple[Block, ...]:
        """The blocks of a config, the first for the layers that a reader is shown first."""
        return usual_blocks(part, self.default) if self.read_blocks is None else self.read_blocks(part)


USUAL = Family(types=(), address="https://huggingface.co/docs/transformers/internal/rope_utils")
"""The record for all model types that no family names."""


def models(name: str) -> str:
    """Address of a model's folder in Hugging Face transformers."""
    return f"https://github.com/huggingface/transformers/tree/main/src/transformers/models/{name}"
