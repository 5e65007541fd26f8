"""The room's Markdown as plain lines for a terminal."""

import re
import shutil
import textwrap

LEAST, MOST = 40, 120  # characters of a line
SPANS = (
    (r":small\[\]", ""),  # a seam of `pages.shared.verbatim`
    (r"\[([^\]]*)\]\(#term-[^)]*\)", r"\1"),  # a term that is explained
    (r"\[([^\]]*)\]\(([^)]*)\)", r"\1 <\2>"),
    (r"(?<!\\)\*\*(.+?)(?<!\\)\*\*", r"\1"),
    (r"(?<![\\*])\*([^*]+?)(?<!\\)\*", r"\1"),
    (r"(?<!\\)`+ ?(.+?) ?(?<!\\)`+", r"\1"),
    (r"\\([!-/:-@\[-`{-~])", r"\1"),
)


def plain(markdown: str) -> str:
    r"""A paragraph of Markdown without its signs, on one line; links keep their address.

    >>> plain("**46 of 64** pairs: `rope\\_theta`, [arXiv](https://arxiv.org)")
    '46 of 64 pairs: rope_theta, arXiv <https://arxiv.org>'
    """
    text = " ".join(markdown.split())
    for pattern, replacement in SPANS:
        text = re.sub(pattern, replacement, text)
    return text


def wrap_text(text: str, indent: int = 0, hanging_indent: int | None = None) -> list[str]:
    """A text wrapped at the width of the terminal; `hanging` blanks before all lines but the first."""
    width = min(max(shutil.get_terminal_size((80, 24)).columns, LEAST), MOST)
    first, rest = " " * indent, " " * (indent if hanging_indent is None else hanging_indent)
    rows = textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
    return rows or [""]
