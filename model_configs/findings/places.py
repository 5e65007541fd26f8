"""Where a config holds an entry that several findings look for, and what would change with other entries."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from model_configs.entries import ConfigError
from model_configs.finding import apply_patch, name_of
from model_configs.keys import LOCAL_THETA, ORIGINAL_CONTEXT
from model_configs.model import Config, LayerType
from model_configs.read import read
from model_configs.readings import difference
from model_configs.sentences import clause

SAME = clause("same")


def original_key(config: Config, kind: LayerType) -> str | None:
    """Path of the entry with the training context; None without one."""
    places = (kind.entries, config.entries)
    return next((place.key(ORIGINAL_CONTEXT) for place in places if place.has(ORIGINAL_CONTEXT)), None)


def is_local(kind: LayerType) -> bool:
    """Whether layers have the base that a config or model type gives to those with a window."""
    return name_of(kind.base_key) in LOCAL_THETA


def with_patch(config: Config, patch: Mapping[str, Any], kind: LayerType) -> LayerType | None:
    """The same layers of a config with a merge patch applied; None where it cannot be read."""
    with suppress(ConfigError):
        kinds = read(apply_patch(config.source, patch)).layer_types
        return next((each for each in kinds if each.name == kind.name), None)
    return None


def contrast(kind: LayerType, other: LayerType | None) -> str:
    """What differs in layers that are read in another way, as a clause."""
    with suppress(ConfigError):
        if other is not None:
            deviation = difference(kind.name, other.frequencies(), kind.frequencies())
            return SAME if deviation is None else deviation.clause
    return clause("no frequency", pairs=kind.rotary_dim // 2)
