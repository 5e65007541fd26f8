"""The Markdown of lessons and questions as HTML, for pages that no browser renders from Markdown."""

import re
from html import escape

_SPANS = ((r"`([^`]+)`", r"<code>\1</code>"), (r"\*\*(.+?)\*\*", r"<b>\1</b>"), (r"\*(.+?)\*", r"<em>\1</em>"))


def spans(text: str) -> str:
    """Code, bold and emphasis within a line; everything else is escaped."""
    shown = escape(" ".join(text.split()), quote=False)
    for pattern, replacement in _SPANS:
        shown = re.sub(pattern, replacement, shown)
    return shown


def paragraphs(text: str) -> str:
    """Paragraphs, separated by empty lines."""
    return "".join(f"<p>{spans(each)}</p>" for each in re.split(r"\n{2,}", text.strip()))
