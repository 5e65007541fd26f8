"""Which way each pair of a rotary head counts, and what one head can prefer with it."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.beyond_text.contents import METHODS
from core.beyond_text.rectangle import (
    DRAWS,
    KIND,
    TARGET,
    Fit,
    arrows,
    fit,
    fit_columns,
    usual_start,
    wheel_columns,
)
from figures.beyond_text.images import offset_map, wheel
from pages.shared import chart, frame, sliders
from pages.shared.views import one_of
from pages.shared.words import Words
from pages.take_away.derived import columns_of

HEAD_DIMS = (8, 16, 32, 64, 96, 128)
BASES = {"axial": 100.0, "mixed": 10.0, "golden": 10.0}
"""As released for axial and mixed RoPE; golden-angle arrows get the lengths of mixed ones."""
CITES = [METHODS["2-D RoPE"]]


def draw(words: Words) -> Callable[[], None]:
    """Draw a wanted pattern, and of three heads the arrows and the nearest pattern; returns what draws the rest."""
    controls = frame.controls()
    target = one_of(words["Target"], TARGET.options, key="target", place=controls)
    dim = sliders.slider("head_dim", HEAD_DIMS, 64, key="wheel_dim", place=controls, width=260)
    fits = {kind: fit(target, kind=kind, head_dim=dim, base=BASES[kind]) for kind in KIND.options}
    with st.grid(4, min_column_width=150, gap="small"):
        with st.container():
            draw_map("target", words["Fit: target"], target, dim, words)
            st.markdown(words["Wheel"])
        for kind, each in fits.items():
            with st.container():
                title = words(f"Fit: {kind}", explained=each.r_squared)
                draw_map(kind, title, target, dim, words)
                draw_wheel(kind, dim, words)
    said = f"Fit: {target}" if target == "row above" else "Fit"
    st.markdown(words(said, target=words[f"Target: {target}"], axial=fits["axial"].r_squared))
    return partial(more, words, target, fits, dim)


def draw_map(kind: str, title: str, target: str, dim: int, words: Words) -> None:
    """A pattern over offsets: the wanted one, whose kind is "target", or the nearest that a head can have."""
    values = {"target": target, "kind": kind, "base": BASES.get(kind, BASES["axial"]), "head_dim": dim}
    columns = columns_of(fit_columns, "cells", values, cites=CITES, rows="rows")
    scores = np.stack([columns[name] for name in columns if name != "rows"], axis=1)
    st.markdown(f"##### {title}")
    figure = offset_map(scores, palette=chart.palette())
    chart.show(figure, columns, alt=words("Fit: alt", title=title, target=target), key=f"fit_{kind}")


def draw_wheel(kind: str, dim: int, words: Words) -> None:
    columns = columns_of(
        wheel_columns,
        "arrows",
        {"kind": kind, "head_dim": dim, "base": BASES[kind]},
        cites=CITES,
        xlabel="columns (radians per patch)",
        ylabel="rows (radians per patch)",
    )
    vectors = columns.rows.T  # (pairs, 2) downwards and to the right
    facts = {"pairs": dim // 2, "half": dim // 4, "turned": turn_degrees(vectors)}
    figure = wheel(vectors, palette=chart.palette())
    chart.show(figure, columns, alt=words(f"Wheel: {kind}: alt", **facts), key=f"wheel_{kind}")


def more(words: Words, target: str, fits: dict[str, Fit], dim: int) -> None:
    """Why axial heads cannot, what the random start of mixed ones does, and one turn in numbers."""
    st.markdown(words("Rule", target=target, ceiling=fits["axial"].ceiling))
    y, x = arrows("golden", dim, BASES["golden"])[1]
    degrees = turn_degrees(arrows("mixed", dim, BASES["mixed"]))
    st.markdown(words("Wheel: turn", turned=degrees, target=target, usual=usual_start(target), draws=DRAWS))
    st.latex(words("Wheel: formula", y=y, x=x, turn=y + x))


def turn_degrees(vectors: NDArray[np.float64]) -> float:
    """Degrees that the first direction of a mixed head is turned from the columns, counted downwards."""
    return float(np.degrees(np.arctan2(*vectors[0])) % 360)
