"""Text at the width of the terminal."""

import shutil
import textwrap

LEAST, MOST = 40, 120  # characters of a line


def wrap_text(text: str, indent: int = 0, hanging_indent: int | None = None) -> list[str]:
    """A text wrapped at the width of the terminal; `hanging` blanks before all lines but the first."""
    width = min(max(shutil.get_terminal_size((80, 24)).columns, LEAST), MOST)
    first, rest = " " * indent, " " * (indent if hanging_indent is None else hanging_indent)
    rows = textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
    return rows or [""]
