"""The lines of a text around an invalid entry."""

import json

from core.inputs.entries import ConfigError
from core.inputs.finding import name_of

AROUND, WIDEST = 2, 100  # lines before and after, and characters of a line


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
    return "\n".join(
        f"{'→' if number == place else ' '} {number:>{width}} │ {_cut(line)}"
        for number, line in enumerate(lines[first - 1 :], first)
    )


def _line_of(text: str, name: str) -> int | None:
    """The first line that holds a name in quotation marks."""
    start = text.find(json.dumps(name, ensure_ascii=False))
    return None if start < 0 else text.count("\n", 0, start) + 1


def _cut(line: str) -> str:
    return line if len(line) <= WIDEST else line[:WIDEST] + "…"
