"""A remark on a config, and how remarks are put into words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from core.config.keys import LOCAL_THETA, ORIGINAL

if TYPE_CHECKING:
    from core.config.entries import Entries
    from core.model_config import LayerType, ModelConfig

SEVERITIES = ("error", "warning", "info")


class Finding(NamedTuple):
    """One remark on a config.

    Parameters
    ----------
    severity : str
        "error" (it contradicts itself), "warning" (likely a mistake) or "info" (worth knowing).
    key : str
        Path of the entry that it is about.
    message : str
        Three sentences, a line each: what was found, why it matters, what to write instead.
    """

    severity: str
    key: str
    message: str


def error(key: str, found: str, why: str, instead: str) -> Finding:
    """A contradiction: it will compute something else than meant."""
    return _finding("error", key, found, why, instead)


def warning(key: str, found: str, why: str, instead: str) -> Finding:
    """What is likely a mistake."""
    return _finding("warning", key, found, why, instead)


def info(key: str, found: str, why: str, instead: str) -> Finding:
    """What is worth knowing."""
    return _finding("info", key, found, why, instead)


def _finding(severity: str, key: str, *sentences: str) -> Finding:
    return Finding(severity, key, "\n".join(sentences))


def number(value: float) -> str:
    """A number as readers expect it: whole ones in full, others to four digits.

    Examples
    --------
    >>> number(131072.0), number(4 / 3)
    ('131,072', '1.333')
    """
    return f"{value:,.12g}" if value % 1 == 0 else f"{value:,.4g}"


def entry(key: str, value: Any) -> str:
    """An entry as one would write it; of a path, the last name.

    Examples
    --------
    >>> entry("rope_scaling.factor", 8.0)
    '"factor": 8.0'
    """
    return f'"{name_of(key)}": {json.dumps(value)}'


def name_of(key: str) -> str:
    """The last name of a path."""
    return key.rpartition(".")[2]


def raw(entries: Entries, *names: str) -> Any:
    """What stands under the first of the names that is there, whatever it is."""
    return next((entries.values[name] for name in names if entries.has(name)), None)


def original_key(config: ModelConfig, kind: LayerType) -> str | None:
    """Path of the entry that tells the context in training; None where nothing does."""
    places = (kind.entries, config.entries)
    return next((place.key(ORIGINAL) for place in places if place.has(ORIGINAL)), None)


def is_local(kind: LayerType) -> bool:
    """Whether layers have the base that a config or model type gives to those with a window."""
    return name_of(kind.base_key) in LOCAL_THETA
