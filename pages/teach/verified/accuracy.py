"""The view Accuracy and versions of the room Verified."""

from __future__ import annotations

import platform
import re
from functools import cache
from importlib.metadata import distribution, version
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core import __version__

if TYPE_CHECKING:
    from pages.shared.words import Words

_PACKAGES = ("streamlit", "numpy", "plotly", "pandas", "ml_dtypes")


def accuracy(words: Words) -> None:
    """Draw error bounds, and the versions of the libraries."""
    st.markdown(words["Accuracy"])
    st.markdown(words["Versions"])
    versions = {"Clockface": __version__, "Python": platform.python_version()}
    versions |= {name: version(name) for name in _PACKAGES} | {"plotly.js": _plotly_js_version()}
    st.dataframe(pd.DataFrame({"what": versions.keys(), "version": versions.values()}), hide_index=True, width=420)


@cache
def _plotly_js_version() -> str:
    """Version of the script in Plotly's package, from its first line."""
    with distribution("plotly").locate_file("plotly/package_data/plotly.min.js").open(encoding="utf-8") as script:  # type: ignore[attr-defined]
        found = re.search(r"v(\d[\d.]*)", script.read(400))
    return found[1] if found else ""
