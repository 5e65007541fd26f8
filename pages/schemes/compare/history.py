"""The years in which ideas about position came, and the explanation of one of them."""

import streamlit as st

from core.inputs.settings import Settings
from core.milestones import ERA, Milestone, milestones, of_era, timeline_columns
from figures.schemes.compare import timeline
from pages.shared import chart, frame
from pages.shared.glossary import link_terms
from pages.shared.views import bind, one_of
from pages.shared.words import Words, sections
from pages.take_away.derived import columns_of

EXPLAINED_FIRST = "RoPE"


def draw(settings: Settings, words: Words) -> None:
    every = milestones()
    controls = frame.controls()
    shown_ideas = of_era(one_of("Show", ERA.options, key="era", place=controls))
    names = [each.name for each in every.values()]
    choice = controls.selectbox("Explain", names, names.index(EXPLAINED_FIRST), width=260, **bind("lesson"))
    name = choice if choice in every else EXPLAINED_FIRST
    ideas = ", ".join(f"{each.name} {each.year}" for each in shown_ideas)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        cited_methods = tuple(each.method for each in shown_ideas if each.method)
        values = {"years": {each.name: each.year for each in shown_ideas}}
        columns = columns_of(timeline_columns, "marks", values, cites=cited_methods)
        families = [each.family for each in shown_ideas]
        chart.show(
            timeline(columns["scheme"], columns["year"], families, current=name, palette=chart.palette()),
            columns,
            alt=words("Timeline: alt", said=ideas, name=name),
            key="timeline",
            on_point_change=explain_point,
        )
    with right.container(border=True):
        explain(every[name])


def explain_point() -> None:
    """A click on the timeline chooses what to explain."""
    match st.session_state["timeline"].point:
        case {"customdata": [str(name), *_]} if name in milestones():
            st.session_state["lesson"] = name


def explain(entry: Milestone) -> None:
    st.markdown(f"##### {entry.name}, {entry.year}")
    parts = sections(entry.text)
    if not parts:
        st.markdown(link_terms(entry.text))
    for heading, text in parts.items():
        st.markdown(f"**{heading}.** {text}")
    st.caption(entry.source)
