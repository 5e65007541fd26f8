"""The record of a family: what its models read beside the entries that all models share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.config.families.block import Block, usual_blocks
from core.config.families.part import Part
from core.config.temperature import Temperature


@dataclass(frozen=True, kw_only=True)
class Family:
    """Model types whose code reads position in the same way.

    Parameters
    ----------
    types : tuple of str
        `model_type` of the part of a config that speaks of the language model.
    source : str
        Where the code or the published config can be read.
    entries : tuple of str
        Names at the top level that this family reads and others do not; an object's with a dot before each entry.
    block_entries : tuple of str
        The same for the object of rotary entries.
    by_code : mapping of str to str
        Entries at the top level whose effect is not computed → what the model's own code does with them.
    unread : tuple of str
        Names at the top level that most families read and this one does not.
    sections : tuple of int
        Pairs of time, height and width where the config does not deal them out; empty where one counter turns all.
    default : mapping
        The object of rotary entries of a config that has none.
    arranged : callable or None
        ``f(part)`` → the blocks of a config, where they do not stand in the usual places.
    layers : callable or None
        ``f(part, count)`` → the type of each layer, where the config does not list them.
    turning : callable or None
        ``f(part, layers)`` → for each layer whether queries and keys turn; None where they turn in all.
    scheme : callable or None
        ``f(part)`` → name of the encoding where entries decide about it; None where they do not.
    head_dim : callable or None
        ``f(part)`` → features of a head that turn as a whole, where they are not those that the config names.
    turning_dims : tuple of str or None
        Names of entries that give the features of a head that turn, in the order in which they are looked for.
        None for the usual ones, as far as the type reads them.
    temperature : callable or None
        ``f(part)`` → how queries are scaled with their position; None where they are not.
    of_layer : callable or None
        ``f(part, number, name)`` → name of the type of layers that turns a layer, where it has another name.
    order : callable or None
        ``f(pairs)`` → which pair of the geometric series stands at each place, where they are not in order.
    trained_length : callable or None
        ``f(part)`` → tokens of training where the claimed length is not it; None where nothing tells another one.
    trained_with : str
        Name of a rule in configs that is part of training, so that the trained length includes its factor.
    published_with_model : bool
        Whether the code is published with the models, and transformers has none: engines may read other entries.
    """

    types: tuple[str, ...]
    source: str
    entries: tuple[str, ...] = ()
    block_entries: tuple[str, ...] = ()
    by_code: Mapping[str, str] = field(default_factory=dict)
    unread: tuple[str, ...] = ()
    sections: tuple[int, ...] = ()
    default: Mapping[str, Any] = field(default_factory=dict)
    arranged: Callable[[Part], tuple[Block, ...]] | None = None
    layers: Callable[[Part, int], Sequence[str]] | None = None
    turning: Callable[[Part, Sequence[str]], Sequence[bool]] | None = None
    scheme: Callable[[Part], str | None] | None = None
    head_dim: Callable[[Part], int | None] | None = None
    turning_dims: tuple[str, ...] | None = None
    temperature: Callable[[Part], Temperature | None] | None = None
    of_layer: Callable[[Part, int, str], str] | None = None
    order: Callable[[int], NDArray[np.int64]] | None = None
    trained_length: Callable[[Part], int | None] | None = None
    trained_with: str = ""
    published_with_model: bool = False

    def blocks(self, part: Part) -> tuple[Block, ...]:
        """The blocks of a config, the first for the layers that a reader is shown first."""
        return usual_blocks(part, self.default) if self.arranged is None else self.arranged(part)


USUAL = Family(types=(), source="https://huggingface.co/docs/transformers/internal/rope_utils")
"""The record for all model types that no family names."""


def models(name: str) -> str:
    """Address of a model's folder in Hugging Face transformers."""
    return f"https://github.com/huggingface/transformers/tree/main/src/transformers/models/{name}"
