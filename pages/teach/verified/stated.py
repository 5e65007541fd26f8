"""What the room Verified states: formulas with their sources, error bounds, versions."""

import platform
from collections.abc import Mapping
from importlib.metadata import version

import pandas as pd
import streamlit as st

from components.pictures.plot import bundle
from core import __version__
from core.beyond_text.contents import METHODS
from core.method import Method
from core.scaling import RULES
from core.schemes import SCHEMES
from pages.shared.words import Words, sections

_PACKAGES = ("streamlit", "numpy", "plotly", "pandas", "ml_dtypes")


def formulas(words: Words) -> None:
    """Draw formula and source of every encoding, every scaling rule and what tells positions beyond text."""
    st.markdown(words["Formulas"])
    kinds: Mapping[str, Mapping[str, Method]] = {
        "Encodings": SCHEMES,
        "Scaling rules": RULES,
        "Beyond text": METHODS,
    }
    for title, records in kinds.items():
        columns = st.expander(title, expanded=title == "Encodings").columns(2)
        for number, record in enumerate(records.values()):
            with columns[number % 2].container(border=True):
                st.markdown(f"**{record.name}**, {record.year}\n\n{sections(record.explanation)['Formula']}")
                st.caption(record.source)


def accuracy(words: Words) -> None:
    """Draw error bounds, and the versions of the libraries."""
    st.markdown(words["Accuracy"])
    st.markdown(words["Versions"])
    versions = {"Clockface": __version__, "Python": platform.python_version()}
    versions |= {name: version(name) for name in _PACKAGES} | {"plotly.js": bundle.VERSION}
    st.dataframe(pd.DataFrame({"what": versions.keys(), "version": versions.values()}), hide_index=True, width=420)
