"""The Markdown of lessons and questions as HTML, for pages that no browser renders from Markdown."""

import re
from html import escape

_LINK = re.compile(r'\[((?:[^][]|\[[^][]*\])+)\]\(((?:https://|#)[^\s()]+)(?: "([^"]*)")?\)')
_SPANS = ((r"`([^`]+)`", r"<code>\1</code>"), (r"\*\*(.+?)\*\*", r"<b>\1</b>"), (r"\*(.+?)\*", r"<em>\1</em>"))


def spans(text: str) -> str:
    """Code, bold, emphasis and links within a line; everything else is escaped."""
    html = escape(" ".join(text.split()), quote=False)
    for pattern, replacement in _SPANS:
        html = re.sub(pattern, replacement, html)
    return _LINK.sub(_link, html)


def _link(match: re.Match[str]) -> str:
    title = f' title="{match[3]}"' if match[3] else ""
    return f'<a href="{match[2]}"{title}>{match[1]}</a>'


def paragraphs(text: str) -> str:
    """Paragraphs, lists and small headings, separated by empty lines."""
    return "".join(
        map(_block, re.split(r"\n{2,}", re.sub(r"^(#+ .+)\n", r"\1\n\n", text.strip(), flags=re.MULTILINE)))
    )


def _block(text: str) -> str:
    if text.startswith("- "):
        items = re.split(r"^- ", text, flags=re.MULTILINE)[1:]
        return f"<ul>{''.join(f'<li>{spans(each)}</li>' for each in items)}</ul>"
    if text.startswith("#"):
        return f"<p><b>{spans(text.lstrip('# '))}</b></p>"
    return f"<p>{spans(text)}</p>"
