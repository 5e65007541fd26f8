"""The page of the folder that checks a reader's configs."""

from collections.abc import Mapping
from html import escape
from pathlib import Path

from components import folder
from components.folder import lint
from pages.folder import frame
from pages.folder.room_page import head
from pages.shared.words import read

WORDS = read(Path(__file__).with_name("lint.md"))


def write(
    out: Path,
    python: Mapping[str, bytes],  # files of Pyodide and of the command
    app: str = "",
) -> None:
    """Write the page with its scripts, and what all pages share."""
    texts = {heading.lower(): escape(text) for heading, text in WORDS.items() if heading.isalpha()}
    main = head(WORDS["Title"], WORDS["Takeaway"]) + lint.body(texts, WORDS.under("Said"))
    page = frame.page(WORDS["Title"], main, {}, app, checks=True, script="lint", policy=lint.POLICY)
    frame.write(out, {frame.LINT: page}, folder.scripts([]) | lint.scripts(python))
