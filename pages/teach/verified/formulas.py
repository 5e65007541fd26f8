"""The view Formulas of the room Verified."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.scaling import RULES
from core.schemes import SCHEMES
from pages.shared.words import sections

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.method import Method
    from pages.shared.words import Words


def formulas(words: Words) -> None:
    """Draw formula and source of every encoding and every scaling rule."""
    st.markdown(words["Formulas"])
    kinds: Mapping[str, Mapping[str, Method]] = {"Encodings": SCHEMES, "Scaling rules": RULES}
    for title, records in kinds.items():
        st.markdown(f"#### {title}")
        for record in records.values():
            with st.container(border=True):
                st.markdown(f"**{record.name}**, {record.year}\n\n{sections(record.explanation)['Formula']}")
                st.caption(record.source)
