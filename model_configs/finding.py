"""A remark on a config for its reader, and merge patches that cure it."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from model_configs.entries import Entries
from model_configs.records import records
from model_configs.sentences import Name, Names

SEVERITIES = ("error", "warning", "info")
NOTHING: Mapping[str, Any] = MappingProxyType({})
NO_PATCH = NOTHING


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
        Name of its record, and of the check that made it, such as "factor_missing".
    cases : tuple of str
        Which of the record's sentences the message has.
    fields : mapping
        What fills them.

    Source: RFC 7396, https://www.rfc-editor.org/rfc/rfc7396
    """

    patch: Mapping[str, Any]
    source: str
    rule: str
    cases: tuple[str, ...]
    fields: Mapping[str, Any]

    def __new__(
        cls,
        severity: str,
        key: str,
        message: str,
        patch: Mapping[str, Any] = NO_PATCH,
        source: str = "",
        rule: str = "",
        cases: tuple[str, ...] = (),
        fields: Mapping[str, Any] = NOTHING,
    ) -> Self:
        """A finding; the arguments are its values."""
        self = super().__new__(cls, severity, key, message)
        self.patch, self.source, self.rule, self.cases, self.fields = patch, source, rule, cases, fields
        return self

    def translated(self, names: Names, key: str, patch: Mapping[str, Any], tail: str) -> Self:
        """The same in another form: with its names of entries, its key and cure, and a tail."""
        message = " ".join(filter(None, (records()[self.rule].message(self.cases, self.fields, names), tail)))
        return type(self)(self.severity, key, message, patch, self.source, self.rule, self.cases, self.fields)


def finding(
    severity: str,
    rule: str,  # name of the record that has the sentences
    key: str,
    *cases: str,  # which of its sentences take the place of the usual ones; "" for none
    patch: Mapping[str, Any] = NO_PATCH,
    source: str = "",  # where it is not that of the record
    **fields: Any,  # what fills the sentences
) -> Finding:
    """A finding with the sentences of its record, as for a config.json."""
    record, cases = records()[rule], tuple(filter(None, cases))
    message = record.message(cases, fields, Names())
    return Finding(severity, key, message, patch, source or record.source(cases), rule, cases, fields)


error = partial(finding, "error")  # a contradiction: what is computed is not what was meant
warning = partial(finding, "warning")  # likely a mistake
info = partial(finding, "info")  # worth knowing


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


def name_of(key: str) -> Name:
    """The last name of a path."""
    return Name(key.rpartition(".")[2])


def raw(entries: Entries, *names: str) -> Any:
    """The unchecked value of the first of the names that is present."""
    return next((entries.values[name] for name in names if entries.has(name)), None)
