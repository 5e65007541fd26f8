"""A remark on a config for its reader, and the formatting of values in remarks."""

import json
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from model_configs.entries import Entries

SEVERITIES = ("error", "warning", "info")
NO_PATCH: Mapping[str, Any] = MappingProxyType({})


class _Message(NamedTuple):
    severity: str
    key: str
    message: str


class Finding(_Message):
    """One remark on a config: (severity, key, message), and what to do about it.

    Parameters
    ----------
    severity : str
        "error" (it contradicts itself), "warning" (likely a mistake) or "info" (worth knowing).
    key : str
        Path of the entry concerned.
    message : str
        Three sentences, a line each: what was found, why it matters, what to write instead.
    patch : mapping
        The cure as a JSON merge patch [1]_ of the whole config; empty where there is no single one.
    source : str
        Address of the code or report that it follows from; may be empty.
    rule : str
        Name of the check that made it, such as "factor_missing"; empty before the checks are listed.

    Source: RFC 7396, https://www.rfc-editor.org/rfc/rfc7396
    """

    patch: Mapping[str, Any]
    source: str
    rule: str

    def __new__(
        cls,
        severity: str,
        key: str,
        message: str,
        patch: Mapping[str, Any] = NO_PATCH,
        source: str = "",
        rule: str = "",
    ) -> Self:
        """A finding; the arguments are its values."""
        self = super().__new__(cls, severity, key, message)
        self.patch, self.source, self.rule = patch, source, rule
        return self


def finding(
    severity: str, key: str, *sentences: str, patch: Mapping[str, Any] = NO_PATCH, source: str = "", rule: str = ""
) -> Finding:
    """A remark of three sentences: what was found, why it matters, what to write instead."""
    return Finding(severity, key, "\n".join(sentences), patch, source, rule)


error = partial(finding, "error")  # a contradiction: what is computed is not what was meant
warning = partial(finding, "warning")  # likely a mistake
info = partial(finding, "info")  # worth knowing


def with_rule(finding: Finding, rule: str, source: str = "") -> Finding:
    """The finding with the name of its check, and with a source where it has none."""
    return Finding(*finding, finding.patch, finding.source or source, rule)


def setting(key: str, value: Any) -> dict[str, Any]:
    """The merge patch that writes a value at a path; None deletes it.

    >>> setting("rope_scaling.factor", 4.0)
    {'rope_scaling': {'factor': 4.0}}
    """
    patch: Any = value
    for name in reversed(key.split(".")):
        patch = {name: patch}
    return patch


def within(
    path: str, entries: Mapping[str, Any]
) -> dict[str, Any]:  # path: as `Entries.path`, ending with a dot; "" for the whole config
    """The merge patch that writes several entries of one object; None deletes an entry.

    >>> within("text_config.", {"rope_theta": 1e6, "rope_scaling": None})
    {'text_config': {'rope_theta': 1000000.0, 'rope_scaling': None}}
    """
    return setting(path[:-1], dict(entries)) if path else dict(entries)


def apply_patch(config: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """A config with a merge patch applied; neither is changed."""
    result = dict(config)
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        elif isinstance(value, dict):
            inner = result.get(name)
            result[name] = apply_patch(inner if isinstance(inner, dict) else {}, value)
        else:
            result[name] = value
    return result


def number(value: float) -> str:
    """Format a number: whole ones in full, others to four digits.

    >>> number(131072.0), number(4 / 3)
    ('131,072', '1.333')
    """
    return f"{value:,.12g}" if value % 1 == 0 else f"{value:,.4g}"


def entry(key: str, value: Any) -> str:
    """Format an entry as JSON; of a path, the last name is used.

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
