"""Plotly's script: the published bundle for Cartesian traces, a third of the one in the Python package."""

from functools import cache
from pathlib import Path

from components.kit.streamlit_internals import serve_folder

VERSION = "4.1.1"  # of plotly.js; figures are validated by the Python package that has the same
FILE = Path(__file__).parent / "plotly" / "plotly-cartesian.min.js"


@cache
def address() -> str:
    """Where the app serves the script, from the root of the app; its folder is declared at the first call."""
    return f"{serve_folder('plotly', FILE.parent)}/{FILE.name}?{VERSION}"
