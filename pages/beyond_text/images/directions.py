"""Which way each pair of a rotary head counts."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.beyond_text.contents import METHODS
from core.beyond_text.rectangle import KIND, arrows, wheel_columns
from figures.beyond_text.images import wheel
from pages.shared import chart, preview
from pages.shared.words import Words
from pages.take_away.derived import table_and_code

HEAD_DIMS = (8, 16, 32, 64, 96, 128)
BASES = {"axial": 100.0, "mixed": 10.0, "golden": 10.0}
"""As released for axial and mixed RoPE; golden-angle arrows get the lengths of mixed ones."""


def draw(words: Words) -> Callable[[], None]:
    """Draw the arrows of three heads; returns what draws one turn in numbers."""
    controls = st.container(horizontal=True)
    dim = preview.slider("head_dim", HEAD_DIMS, 64, key="wheel_dim", place=controls, width=260)
    by_kind = {kind: arrows(kind, dim, BASES[kind]) for kind in KIND.options}
    facts = {"pairs": dim // 2, "half": dim // 4, "turned": turn_degrees(by_kind["mixed"]), "head_dim": dim}
    with st.grid(3, min_column_width=230, gap="small"):
        for kind, each in by_kind.items():
            with st.container():
                st.markdown(words(f"Wheel: {kind}", **facts))
                chart.show(
                    wheel(each, palette=chart.palette()),
                    alt=words(f"Wheel: {kind}: alt", **facts),
                    key=f"wheel_{kind}",
                    **table_and_code(
                        wheel_columns,
                        "arrows",
                        {"kind": kind, "head_dim": dim, "base": BASES[kind]},
                        cites=[METHODS["2-D RoPE"]],
                        xlabel="columns (radians per patch)",
                        ylabel="rows (radians per patch)",
                    ),
                )
    st.markdown(words("Wheel", **facts))
    return partial(turn, words, by_kind["golden"][1], facts)


def turn(words: Words, arrow: NDArray[np.float64], facts: Mapping[str, Any]) -> None:
    """What one row down and one column to the right turn a pair of the golden-angle head by."""
    st.markdown(words("Wheel: turn", **facts))
    y, x = arrow
    st.latex(words("Wheel: formula", y=y, x=x, turn=y + x))


def turn_degrees(vectors: NDArray[np.float64]) -> float:
    """Degrees that the first direction of a mixed head is turned from the columns, counted downwards."""
    return float(np.degrees(np.arctan2(*vectors[0])) % 360)
