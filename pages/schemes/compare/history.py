"""The years of the schemes, and the explanation of one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core.schemes import SCHEMES
from figures.schemes.timeline import timeline
from pages.shared import chart
from pages.shared.views import bound
from pages.shared.words import sections
from pages.take_away.code import Code

if TYPE_CHECKING:
    from core.schemes.scheme import Scheme
    from pages.shared.words import Words

EXPLAINED_FIRST = "RoPE"


def view(words: Words) -> None:
    st.markdown(words["Timeline"])
    ordered = sorted(SCHEMES.values(), key=lambda scheme: scheme.year)
    names, years = [scheme.name for scheme in ordered], [scheme.year for scheme in ordered]
    asked = st.pills(
        "lesson", names, default=EXPLAINED_FIRST, required=True, label_visibility="collapsed", **bound("lesson")
    )
    name = asked or EXPLAINED_FIRST  # an empty word in the address is no choice
    said = ", ".join(f"{scheme.name} {scheme.year}" for scheme in ordered)
    left, right = st.columns(2, gap="medium")
    with left:
        families = [scheme.family for scheme in ordered]
        chart.show(
            timeline(names, years, families, chosen=name, palette=chart.palette()),
            alt=words("Timeline: alt", said=said, name=name),
            table=lambda: pd.DataFrame({"scheme": names, "year": years}),
            key="timeline",
            code=Code("compare/timeline", {"names": names, "years": years}, cites=tuple(ordered)),
            on_point_change=explain_point,
        )
    with right.container(border=True):
        explain(SCHEMES[name])


def explain_point() -> None:
    """A click on the timeline chooses the scheme to explain."""
    match st.session_state["timeline"].point:
        case {"customdata": [str(name), *_]} if name in SCHEMES:
            st.session_state["lesson"] = name


def explain(scheme: Scheme) -> None:
    st.markdown(f"##### {scheme.name}, {scheme.year}")
    for heading, text in sections(scheme.explanation).items():
        st.markdown(f"**{heading}.** {text}")
    st.caption(scheme.source)
