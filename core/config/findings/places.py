"""Where a config holds an entry that several findings look for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.config.keys import LOCAL_THETA, ORIGINAL_CONTEXT
from core.inputs.finding import name_of

if TYPE_CHECKING:
    from core.config.model import Config, LayerType


def original_key(config: Config, kind: LayerType) -> str | None:
    """Path of the entry with the context in training; None where there is none."""
    places = (kind.entries, config.entries)
    return next((place.key(ORIGINAL_CONTEXT) for place in places if place.has(ORIGINAL_CONTEXT)), None)


def is_local(kind: LayerType) -> bool:
    """Whether layers have the base that a config or model type gives to those with a window."""
    return name_of(kind.base_key) in LOCAL_THETA
