"""What a reader is shown of a config: the patch of a finding as a diff, the lines around an invalid entry."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from model_configs.entries import ConfigError
from model_configs.finding import name_of
from model_configs.forms.slips import mend_json
from model_configs.json_text import parse
from model_configs.model import Config

WIDEST = 72  # characters of a value
MOST, DEEPEST = 32, 8  # entries of an object, and characters before a line; what is more is not written out


def difference(
    config: Mapping[str, Any],  # before
    patch: Mapping[str, Any],  # a JSON merge patch of it, such as `Finding.patch`
) -> str:  # "" where nothing changes; a long value is cut, since the patch holds it whole
    """The lines of a config that a merge patch changes, as a diff; names of objects around them are kept.

    >>> print(difference({"rope_scaling": {"factor": 0.25}}, {"rope_scaling": {"factor": 4.0}}))
      "rope_scaling": {
    -   "factor": 0.25
    +   "factor": 4.0
      }
    """
    return "\n".join(_lines(config, patch, ""))


def _lines(config: Mapping[str, Any], patch: Mapping[str, Any], indent: str) -> list[str]:
    lines = []
    for name, new in patch.items():
        old, title = config.get(name), json.dumps(name)
        if isinstance(new, Mapping) and isinstance(old, Mapping):
            inner = _lines(old, new, indent + "  ")
            lines += [f"  {indent}{title}: {{", *inner, f"  {indent}}}"] if inner else []
        elif name not in config or new != old or type(new) is not type(old):
            lines += _whole("-", title, old, indent) if name in config else []
            lines += [] if new is None else _whole("+", title, new, indent)
    return lines


def _whole(sign: str, title: str, value: Any, indent: str) -> list[str]:
    """Lines added or removed: objects over several lines, as configs are written."""
    if not isinstance(value, Mapping) or len(value) > MOST:
        return [f"{sign} {indent}{title}: {_short(value)}"]
    if len(indent) > DEEPEST:
        return [f"{sign} {indent}{title}: {{…}}"]
    rows = [_whole(sign, json.dumps(name)[:WIDEST], each, indent + "  ") for name, each in value.items()]
    return [f"{sign} {indent}{title}: {{", *(line for row in rows for line in row), f"{sign} {indent}}}"]


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{…}"
    if isinstance(value, list | tuple):
        count, text = 0, "["
        while count < len(value) and len(text) < WIDEST:
            text += ("" if not count else ", ") + _short(value[count])
            count += 1
        return text + ("]" if count == len(value) else ", …]")
    text = json.dumps(value[: 2 * WIDEST] if isinstance(value, str) else value, ensure_ascii=False)
    return text if len(text) <= WIDEST else text[:WIDEST] + "…"


def change(text: str, config: Config, patch: Mapping[str, Any]) -> str:  # text: what was read, untrusted
    """A cure as a diff: of the entries as their text has them, where some were mended while it was read."""
    sources = [config.source]
    with suppress(ConfigError):
        sources = [parse(mend_json(text)[0], lenient=True), config.source]
    diffs = (difference(source, patch) for source in sources if source.keys() & patch.keys())
    return next(filter(None, diffs), difference({}, patch))


AROUND, WIDEST_LINE = 2, 100  # lines before and after, and characters of a line


def excerpt(
    text: str,  # what was read, untrusted
    error: ConfigError,  # of reading it
) -> str:  # "" where the text does not hold the place, such as for an entry that is missing
    """The place of an error with the lines around it, numbered; an arrow marks its line."""
    place = error.line or _line_of(text, name_of(error.key))
    lines = text.splitlines()[: (place or 0) + AROUND]
    if place is None or place > len(lines):
        return ""
    first = max(place - AROUND, 1)
    width = len(str(len(lines)))
    cut = (line if len(line) <= WIDEST_LINE else line[:WIDEST_LINE] + "…" for line in lines[first - 1 :])
    rows = enumerate(cut, first)
    return "\n".join(f"{'→' if number == place else ' '} {number:>{width}} │ {line}" for number, line in rows)


def _line_of(text: str, name: str) -> int | None:
    """The first line that holds a name in quotation marks."""
    start = text.find(json.dumps(name, ensure_ascii=False))
    return None if start < 0 else text.count("\n", 0, start) + 1
