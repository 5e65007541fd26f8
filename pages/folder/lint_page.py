"""The page of the folder that checks a reader's configs."""

from collections.abc import Mapping
from html import escape
from pathlib import Path

from components import folder
from components.folder import lint
from pages.folder import frame
from pages.folder.room_page import takeaway
from pages.shared.words import read
from pages.teach.plain_markdown import paragraphs

FILE = "lint.html"
WORDS = read(Path(__file__).with_name("lint.md"))


def write(
    out: Path,
    python: Mapping[str, bytes],  # files of Pyodide and of the command
    app: str = "",
) -> None:
    """Write the page with its scripts, and what all pages share."""
    page = frame.page(WORDS["Title"], _body(), {}, app, script="lint", policy=lint.POLICY)
    frame.write(out, {FILE: page}, folder.scripts([]) | lint.scripts(python))


def _body() -> str:
    shown = {heading.lower(): escape(text) for heading, text in WORDS.items() if heading.isalpha()}
    head = f"<h1>{escape(WORDS['Title'])}</h1>{takeaway(paragraphs(WORDS['Takeaway']))}"
    return head + lint.body(shown, WORDS.under("Said"))
