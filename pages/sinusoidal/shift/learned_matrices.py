"""Shift: the rotation next to what least squares learns with the cosines and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages.shared.numerals import small
from pages.sinusoidal.shift.rotation_matrix import show
from pages.take_away.code import Code

if TYPE_CHECKING:
    from core.sinusoidal.learned_shift import LearnedShift
    from core.sinusoidal.shift import PairShift
    from pages.shared.words import Words

HEIGHT = 330  # pixels


def draw(one: PairShift, learned: LearnedShift, words: Words) -> None:
    sine_weight, cosine_weight = one.block[0]  # sin at p + k is this much of sin and cos at p
    facts = {
        "learned": learned,
        "difference": small(learned.difference),
        "missed": small(learned.sines.residual),
        "sine_weight": sine_weight,
        "sign": "−" if cosine_weight < 0 else "+",
        "cosine_weight": abs(cosine_weight),
        "pairs": ", ".join(map(str, learned.pairs)),
        "end": learned.dimensions[-1],
    }
    st.markdown(words("Learned", **facts))
    st.latex(words["Learned: formula"])
    st.markdown(words("Learned: reason", **facts))
    matrices = {
        "true": (learned.rotation, learned.dimensions),
        "both": (learned.both.matrix, learned.dimensions),
        "sines": (learned.sines.matrix, learned.dimensions[::2]),
    }
    for place, (name, (matrix, dimensions)) in zip(st.columns(3), matrices.items(), strict=True):
        heading, key = words[f"Learned: {name}"], f"learned_{name}"
        code = Code(f"shift/{key}", {"offset": one.offset})
        alt = words("Learned: alt", kind=heading.strip("# "), **facts)
        with place:
            st.markdown(heading)
            show(matrix, dimensions, alt=alt, key=key, height=HEIGHT, code=code, bar=False)
    st.caption(words("Learned: pairs", **facts))
