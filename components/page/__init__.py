"""What every page has: style, terms, printing, Back and Forward that keep addresses, and scripts fetched ahead."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import streamlit as st

from components.kit.files import AsItStands, address, inline, show_inline
from components.kit.streamlit_internals import page_modules
from components.pictures.plot import bundle

_FOLDER = Path(__file__).parent
_NAMES = ("page/style", "page/words", "controls/controls", "page/embed")  # the last in a frame alone
_STYLES = [_FOLDER.parent / f"{name}.css" for name in _NAMES]
# Of Streamlit's page and of the app, for pictures, controls and formulas.
_MODULES = ("BidiComponent", "Button", "ButtonGroup", "Checkbox", "MenuButton", "Metric", "rehype-katex")
_SCRIPTS = ("page/preview_runs/preview_runs", "controls/slider/slider", "controls/sheet", "pictures/plot/plot")
_TOOLTIP = '<div class="term-meaning" role="tooltip" id="term-meaning" hidden></div>'


def page(room: str, *, colours: Mapping[str, tuple[str, str]], hides: Iterable[str], in_frame: bool) -> None:
    """Style the page of a room and listen to it.

    Each of `colours`, of a light and a dark page, is a CSS variable for what Streamlit's theme does not reach;
    browsers of before 2024 have the system's instead. Controls with the keys that it `hides` keep
    their values and their places in the address. A page `in_frame` shows a picture and its controls alone.
    """
    pairs = "".join(f"--{name}: light-dark({light}, {dark});" for name, (light, dark) in colours.items())
    variables = f"@supports (color: light-dark(red, red)) {{ :root {{ {pairs} }} }}"
    hidden = "".join(f".st-key-{key} {{ display: none }}" for key in hides)
    imports = "".join(f'@import url("{address(file)}");' for file in (_STYLES if in_frame else _STYLES[:-1]))
    st.html(AsItStands(f"<style>{imports}{variables}{hidden}</style>"))
    show_inline(inline(_FOLDER / "page.js", _TOOLTIP, {"room": room, "embedded": in_frame}))


def fetch_ahead() -> None:
    """Have the browser load what most rooms need while the reader still reads in a room that needs less."""
    show_inline(_fetch_ahead_script())


@cache
def _fetch_ahead_script() -> AsItStands:
    scripts = [address(_FOLDER.parent / f"{name}.js") for name in _SCRIPTS]
    data = {"script": bundle.address(), "modules": [*page_modules(*_MODULES), *scripts]}
    return inline(_FOLDER / "fetch_ahead.js", '<div class="fetch-ahead"></div>', data)
