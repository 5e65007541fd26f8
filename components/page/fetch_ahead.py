"""Fetches what most rooms need while the reader still reads in a room that needs less."""

from functools import cache
from pathlib import Path

from components.kit.files import ROOT, AsItStands, address, inline, show_inline
from components.kit.streamlit_internals import page_modules
from components.pictures.plot import bundle

# Of Streamlit's page.
_MODULES = ("BidiComponent", "Button", "ButtonGroup", "Checkbox", "MenuButton", "Metric", "rehype-katex")
_SCRIPTS = (
    "page/slider_watcher/slider_watcher",
    "controls/sheet",
    "pictures/plot/plot",
)


def fetch_ahead() -> None:
    """Have the browser load Plotly's script and the page's modules for pictures, controls and formulas."""
    show_inline(_html())


@cache
def _html() -> AsItStands:
    scripts = [address(ROOT / f"{name}.js") for name in _SCRIPTS]
    data = {"script": bundle.address(), "modules": [*page_modules(*_MODULES), *scripts]}
    return inline(Path(__file__).with_suffix(".js"), '<div class="fetch-ahead"></div>', data)
