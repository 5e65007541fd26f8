from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from core.schemes import SCHEMES
from core.schemes.analysis.score_by_offset import OffsetScores, offset_curve, offset_scores, runs_of_offsets
from figures.schemes.score_by_offset import Score, score_overlay, visible
from figures.schemes.timeline import timeline
from pages.shared import chart, room
from pages.shared.words import sections

if TYPE_CHECKING:
    from core.schemes.scheme import Scheme

TELLING = ["sinusoidal", "RoPE", "ALiBi", "T5", "NoPE"]
FIRST = "RoPE"
HEADS, HEAD = 8, 4  # of the biases
BACK = 16  # tokens

settings, words = room.enter(__file__)
length = settings.length


def overlay(names: list[str], head: int) -> None:
    runs, back = runs_of_offsets(length), min(BACK, length - 1)
    offsets = runs.middles
    shape = {
        "d_model": settings.d_model,
        "base": settings.base,
        "scale": settings.scale,
        "heads": HEADS,
        "head": head,
    }
    curves = {name: offset_curve(SCHEMES[name], runs, **shape) for name in names}
    scores = {name: curve.scores for name, curve in curves.items()}
    there = {
        name: offset_scores(SCHEMES[name], [-back], query=length - 1, **shape).values[0].item() for name in names
    }
    say = {"back": back, "last": length - 1, "drawn": len(offsets), "covered": runs.covered, "head": head}
    say |= {"averaged": ", ".join(name for name, curve in curves.items() if curve.averaged)}
    say |= {"schemes": ", ".join(names), "values": "; ".join(f"{n} {signed(v)}" for n, v in there.items())}
    say |= {"families": ", ".join(dict.fromkeys(str(SCHEMES[name].family) for name in names))}
    figure = score_overlay(
        offsets,
        [Score(name, SCHEMES[name].family, found.values) for name, found in scores.items()],
        palette=chart.palette(),
        y="score − score at k = 0",
    )
    low, high = visible([found.values for found in scores.values()])
    ends = {name: (np.nanmin(found.values), np.nanmax(found.values)) for name, found in scores.items()}
    beyond = [name for name, (least, most) in ends.items() if least < low or most > high]
    table = pd.DataFrame({"offset k": offsets} | {name: found.values for name, found in scores.items()})
    left, right = st.columns([3, 2], gap="medium")
    with left:
        chart.show(figure, alt=words["Overlay: alt"].format(**say), table=table.copy, key="scores")
        if runs.covered > 1:
            said = ["Overlay: drawn", *(["Overlay: averaged"] if say["averaged"] else [])]
            st.caption(" ".join(words[part] for part in said).format(**say))
        if beyond:
            reached = "; ".join(f"{name} {short(ends[name][0])} to {short(ends[name][1])}" for name in beyond)
            st.caption(words["Overlay: beyond"].format(reached=reached))
    with right:
        st.markdown(words["Overlay"].format(**say))
        rows = [
            {"scheme": name, f"at −{back}": signed(there[name]), "drawn as": assumption(name, scores[name], head)}
            for name in names
        ]
        st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)


def assumption(name: str, found: OffsetScores, head: int) -> str:
    """What is drawn, by the facts of the record."""
    scheme = SCHEMES[name]
    kind = f"{scheme.family}: table" if scheme.table else scheme.family
    made_up = words["Stand-in"] if scheme.family == "bias" and scheme.learned else ""
    say = {"features": found.features, "head": head, "heads": HEADS, "query": length - 1}
    return f"{words[f'Drawn: {kind}'].format(**say)} {made_up}"


def signed(value: float) -> str:
    return "no such row" if np.isnan(value) else f"{value + 0.0:,.2f}".replace("-", "−")


def short(value: float) -> str:
    return f"{value + 0.0:,.4g}".replace("-", "−") if abs(value) < 1e6 else f"{value:.0e}".replace("-", "−")


def take_point() -> None:
    """A click on the timeline chooses the lesson."""
    match st.session_state["timeline"].point:
        case {"customdata": [str(name), *_]} if name in SCHEMES:
            st.session_state["lesson"] = name


def show_timeline() -> None:
    st.markdown(words["Timeline"])
    ordered = sorted(SCHEMES.values(), key=lambda scheme: scheme.year)
    names = [scheme.name for scheme in ordered]
    hidden = {"required": True, "label_visibility": "collapsed"}
    asked = st.pills("lesson", names, default=FIRST, key="lesson", bind="query-params", **hidden)
    name = asked or FIRST  # an empty word in the address is no choice
    left, right = st.columns(2, gap="medium")
    with left:
        figure = timeline(
            names, [s.year for s in ordered], [s.family for s in ordered], chosen=name, palette=chart.palette()
        )
        said = ", ".join(f"{scheme.name} {scheme.year}" for scheme in ordered)
        table = pd.DataFrame({"scheme": names, "year": [s.year for s in ordered]})
        alt = words["Timeline: alt"].format(said=said, name=name)
        chart.show(figure, alt=alt, table=table.copy, key="timeline", on_point_change=take_point)
    with right.container(border=True):
        show_lesson(SCHEMES[name])


def show_lesson(scheme: Scheme) -> None:
    st.markdown(f"##### {scheme.name}, {scheme.year}")
    for heading, text in sections(scheme.explanation).items():
        st.markdown(f"**{heading}.** {text}")
    st.caption(scheme.source)


def show_properties() -> None:
    st.markdown(words["Properties"])
    rows = [
        {
            "scheme": f"**{scheme.name}**",
            "position": scheme.family.position,
            "score from k alone": "yes" if scheme.relative else "no",
            "learned": "yes" if scheme.learned else "no",
            "past the trained length": scheme.beyond,
            "where it acts": scheme.acts,
            "cost": scheme.cost,
            "year": scheme.year,
            "paper": scheme.source,
        }
        for scheme in SCHEMES.values()
    ]
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True, alt=words["Properties: alt"])


controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
names = controls.multiselect(
    "schemes", list(SCHEMES), default=TELLING, key="schemes", bind="query-params", width=540, wrap=True
)
head = controls.select_slider(
    "head of the biases", range(1, HEADS + 1), HEAD, key="head", bind="query-params", width=200
)
if not names:
    st.info(words["No scheme"])
elif length == 1:
    st.info(words["One token"])
else:
    overlay(names, head)
show_timeline()
show_properties()
room.close(words)
