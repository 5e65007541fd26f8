"""The curves of several schemes over one axis of offsets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from core.inputs.settings import Settings
from core.schemes.analysis.score_by_offset import OffsetCurve, Runs, offset_curve, offset_scores, runs_of_offsets
from core.schemes.scheme import Family, Scheme
from figures.schemes.compare import Score, score_overlay, visible
from pages.shared import chart
from pages.shared.columns import Columns
from pages.shared.words import Words
from pages.take_away.code import Code

BIAS_HEADS = 8
BACK = 16  # tokens


@dataclass(frozen=True)
class SchemeCurve:
    """A scheme with its curve and its score at one offset."""

    scheme: Scheme
    curve: OffsetCurve
    back: float


def draw(settings: Settings, words: Words, schemes: Sequence[Scheme], head: int) -> Callable[[], None]:
    """Draw the curves; returns what draws their numbers and what each curve assumes."""
    runs, back = runs_of_offsets(settings.length), min(BACK, settings.length - 1)
    shape: dict[str, Any] = {"d_model": settings.d_model, "base": settings.base, "scale": settings.scale}
    shape |= {"heads": BIAS_HEADS, "head": head}
    query = settings.length - 1
    entries = [
        SchemeCurve(
            scheme,
            offset_curve(scheme, runs, **shape),
            offset_scores(scheme, [-back], query=query, **shape).values[0].item(),
        )
        for scheme in schemes
    ]
    names = [scheme.name for scheme in schemes]
    code = Code("compare/scores", {"schemes": names, "heads": BIAS_HEADS, "head": head}, methods=tuple(schemes))
    curves = {each.scheme.name: each.curve.values for each in entries}
    columns = Columns(lambda: {"offset k": runs.middles} | curves, code)
    values = "; ".join(f"{each.scheme.name} {score_text(each.back, words)}" for each in entries)
    chart.show(
        score_overlay(
            columns.x,
            [Score(scheme.name, scheme.family, columns[scheme.name]) for scheme in schemes],
            palette=chart.palette(),
            y=words["Overlay: axis"],
        ),
        columns,
        alt=words("Overlay: alt", last=query, schemes=", ".join(names), back=back, values=values),
        key="scores",
    )
    st.markdown(reading(words, entries, back))
    return partial(assumptions, words, entries, runs, back, head, query)


def reading(words: Words, entries: Sequence[SchemeCurve], back: int) -> str:
    """What the curves are, which of them falls most, and on which condition."""
    sentences = [words["Overlay"]]
    lower = [each for each in entries if each.back < 0]
    if lower:
        lowest = min(lower, key=lambda each: each.back)
        sentences.append(words("Overlay: lowest", back=back, lowest=lowest.scheme.name, least=lowest.back))
    rotary_names = [each.scheme.name for each in entries if each.scheme.family is Family.ROTARY]
    if rotary_names:
        sentences.append(words("Overlay: likeness", names=" and ".join(rotary_names)))
    return " ".join(sentences)


def assumptions(words: Words, entries: Sequence[SchemeCurve], runs: Runs, back: int, head: int, query: int) -> None:
    """What each curve is, its number at one offset, and what the picture leaves out."""
    rows = [
        {
            "scheme": each.scheme.name,
            f"score at −{back}": score_text(each.back, words),
            "drawn as": assumption(words, each, head, query),
        }
        for each in entries
    ]
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)
    if runs.run_length > 1:
        averaged_names = ", ".join(each.scheme.name for each in entries if each.curve.is_mean)
        headings = ["Overlay: drawn", *(["Overlay: averaged"] if averaged_names else [])]
        facts = {"drawn": len(runs.middles), "covered": runs.run_length, "averaged": averaged_names}
        st.caption(" ".join(words(part, **facts) for part in headings))
    beyond = reaching_beyond(words, entries)
    if beyond:
        st.caption(words("Overlay: beyond", reached="; ".join(beyond)))


def reaching_beyond(words: Words, entries: Sequence[SchemeCurve]) -> list[str]:
    """For each curve that leaves the picture, its lowest and highest value."""
    curves = {each.scheme.name: each.curve.values for each in entries}
    low, high = visible(list(curves.values()))
    ends = {name: (float(np.nanmin(curve)), float(np.nanmax(curve))) for name, curve in curves.items()}
    return [
        words("Overlay: reach", name=name, least=least + 0.0, most=most + 0.0)
        for name, (least, most) in ends.items()
        if least < low or most > high
    ]


def assumption(words: Words, entry: SchemeCurve, head: int, query: int) -> str:
    """What the curve of a scheme assumes, by its record."""
    scheme = entry.scheme
    kind = f"{scheme.family}: table" if scheme.table else scheme.family
    made_up = words["Stand-in"] if scheme.family is Family.BIAS and scheme.is_learned else ""
    features = entry.curve.features
    return f"{words(f'Drawn: {kind}', features=features, head=head, heads=BIAS_HEADS, query=query)} {made_up}"


def score_text(value: float, words: Words) -> str:
    return words["No row"] if np.isnan(value) else words("Score", value=value + 0.0)
