"""Markdown where no app renders it: as HTML on pages and handouts, as a line of text in a terminal."""

from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pages.shared.verbatim import SEAM


class _Reader(MarkdownIt):
    """CommonMark whose links lead to sources, and to places and terms of the page itself."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 – the library's name
        return url.startswith(("https://", "#"))

    def normalizeLink(self, url: str) -> str:  # noqa: N802 – the name of a term may have any letters
        return url


def _tags(tags: str) -> Any:
    return lambda renderer, tokens, index, options, env: tags


_READER = _Reader("commonmark", {"html": False}).disable(["html_block", "html_inline", "image", "entity"])
for _name, _html in (
    *(("strong_open", "<b>"), ("strong_close", "</b>"), ("softbreak", " ")),
    *(("heading_open", "<p><b>"), ("heading_close", "</b></p>")),  # small: pages have headings of their own
):
    _READER.add_render_rule(_name, _tags(_html))


def spans(text: str) -> str:
    """Code, bold, emphasis and links within a line as HTML; everything else is escaped."""
    html: str = _READER.renderInline(" ".join(text.replace(SEAM, "").split()))
    return html


def paragraphs(text: str) -> str:
    """Paragraphs, lists and small headings as HTML, without line breaks between them."""
    html: str = _READER.render(text.replace(SEAM, ""))
    return html.replace(">\n", ">")


def plain(text: str) -> str:
    r"""A paragraph on one line without signs of Markdown; links keep their address, explained terms do not.

    >>> plain("**46 of 64** pairs: `rope\\_theta`, [arXiv](https://arxiv.org)")
    '46 of 64 pairs: rope\\_theta, arXiv <https://arxiv.org>'
    """
    (line,) = _READER.parseInline(" ".join(text.replace(SEAM, "").split()))
    return "".join(_text(line.children or []))


def _text(tokens: Sequence[Token]) -> list[str]:
    """The parts of a line: its words, and behind those of a link the address."""
    parts: list[str] = []
    address = ""
    for token in tokens:
        if token.type == "link_open":
            address = str(token.attrs["href"])
        elif token.type == "link_close":
            parts += [] if address.startswith("#term-") else [f" <{address}>"]
        else:
            parts.append(" " if token.type == "softbreak" else token.content)
    return parts
