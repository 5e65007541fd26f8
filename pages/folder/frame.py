"""What stands around the main part of each page of the folder, and the folder's files."""

from collections.abc import Mapping
from html import escape
from pathlib import Path

from components import folder
from components.kit.markup import Markup
from components.kit.streamlit_internals import font_file
from core import __version__
from pages.folder.sliders import WORDS
from pages.shared.words import read
from pages.take_away.files import looks

LINT = "lint.html"


def page(
    title: str,
    main: str,  # HTML
    pictures: Mapping[str, Markup],
    app: str,  # the app's address, or empty
    *,
    checks: bool,  # whether the folder has the page that checks configs
    script: str = "",  # the page's own, by name
    policy: str = "",  # what it may do besides
) -> str:
    """A page with its header and its foot."""
    words = read(WORDS)
    links = {
        "index.html": "Clockface",
        "index.html#rooms": words["Rooms"],
        "lessons.html": words["Lessons"],
        "questions.html": words["Questions"],
    } | ({LINT: words["Check"]} if checks else {})
    there = f'<a class="app" href="{escape(app)}">{escape(words["App"])}</a>' if app else ""
    anchors = "".join(f'<a href="{href}">{escape(text)}</a>' for href, text in links.items())
    parts = {"links": anchors + there, "main": main, "foot": escape(words("Foot", version=__version__))}
    library = ["plotly"] if any(each.library for each in pictures.values()) else []
    scripts = [*library, *pictures, *filter(None, [script]), "folder"]
    return folder.page(parts | {"title": escape(f"{title} · Clockface"), "policy": policy}, scripts)


def write(out: Path, pages: Mapping[str, str], scripts: Mapping[str, str]) -> None:
    """Write pages and scripts by name, and what all pages share."""
    out.joinpath("scripts").mkdir(parents=True, exist_ok=True)
    for name, text in scripts.items():
        out.joinpath("scripts", f"{name}.js").write_text(text, "utf-8")
    for name, text in pages.items():
        out.joinpath(name).write_text(text, "utf-8")
    out.joinpath("folder.css").write_text(folder.style(looks()), "utf-8")
    out.joinpath("font.woff2").write_bytes(font_file().read_bytes())
