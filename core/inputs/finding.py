"""A remark on a config for its reader, and the formatting of values in remarks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from core.inputs.entries import Entries

SEVERITIES = ("error", "warning", "info")


class Finding(NamedTuple):
    """One remark on a config.

    Parameters
    ----------
    severity : str
        "error" (it contradicts itself), "warning" (likely a mistake) or "info" (worth knowing).
    key : str
        Path of the entry concerned.
    message : str
        Three sentences, a line each: what was found, why it matters, what to write instead.
    """

    severity: str
    key: str
    message: str


def error(key: str, found: str, why: str, instead: str) -> Finding:
    """A contradiction: what is computed is not what was meant."""
    return _finding("error", key, found, why, instead)


def warning(key: str, found: str, why: str, instead: str) -> Finding:
    """Likely a mistake."""
    return _finding("warning", key, found, why, instead)


def info(key: str, found: str, why: str, instead: str) -> Finding:
    """Worth knowing."""
    return _finding("info", key, found, why, instead)


def _finding(severity: str, key: str, *sentences: str) -> Finding:
    return Finding(severity, key, "\n".join(sentences))


def number(value: float) -> str:
    """Format a number: whole ones in full, others to four digits.

    Examples
    --------
    >>> number(131072.0), number(4 / 3)
    ('131,072', '1.333')
    """
    return f"{value:,.12g}" if value % 1 == 0 else f"{value:,.4g}"


def entry(key: str, value: Any) -> str:
    """Format an entry as JSON; of a path, the last name is used.

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
    """The unchecked value of the first of the names that is present."""
    return next((entries.values[name] for name in names if entries.has(name)), None)
