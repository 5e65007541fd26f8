"""Shift as matrices: the rotation of every pair, and what least squares learns with the cosines and without."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.inputs.settings import Settings
from core.numeric.curve import evenly_spread
from core.numeric.numerals import minus, small
from core.sinusoidal.learned_shift import (
    learn_shift,
    learned_both_columns,
    learned_sines_columns,
    learned_true_columns,
)
from core.sinusoidal.shift import fastest_pair, rotation_blocks, rotation_columns, shift_error
from figures.heatmap import signed_heatmap
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.derived import table_and_code

Columns = Mapping[str, NDArray[Any]]
PAIRS = 16  # shown at most
HEIGHT, LEARNED_HEIGHT = 480, 300  # pixels
CELLS = 2**16  # of the table that are checked at most


def rotations(offset: int, settings: Settings, words: Words) -> Callable[[], None]:
    """The rotation of several pairs as a matrix; what it misses, and the blocks in numbers."""
    d_model, length, shape = settings.d_model, settings.length, settings.base_and_scale
    blocks = rotation_blocks(offset, d_model, **shape)
    one = fastest_pair(offset, d_model, position=3 + max(0, -offset), **shape)
    columns = rotation_columns(offset, d_model, **shape, most=PAIRS)
    pairs = columns["dimension"][::2] // 2
    facts = {"one": one, "pairs": len(blocks), "shown": len(pairs), "degrees": np.degrees(one.angle)}
    alt = words("Rotation: alt", **facts)
    left, right = st.columns([4, 3], gap="medium")
    with left:
        show(columns, rotation_columns, offset, alt=alt, key="rotation", height=HEIGHT)
    right.markdown(words("Rotation", **facts))

    def more() -> None:
        st.markdown(words("Rotation: one", **facts))
        st.latex(words("Rotation: numbers", **facts))
        positions = evenly_spread(length, max(2, CELLS // d_model))
        error = small(shift_error(positions, offset, d_model, **shape))
        note = "Checked: all" if len(positions) == length else "Checked: some"
        check_facts = {"checked": len(positions), "last": length - 1, "columns": 2 * (d_model // 2)}
        st.markdown(words(note, error=error, **check_facts))
        table(offset, pairs, blocks[pairs], settings)
        if d_model % 2:
            st.caption(words["Rotation: odd"])

    return more


def table(offset: int, pairs: NDArray[np.int_], blocks: NDArray[np.float64], settings: Settings) -> None:
    """How far each pair is turned, and the entries of its block."""
    every = inverse_frequencies(settings.d_model, settings.base) / settings.scale  # radians per token
    frequencies = every[pairs]
    angles = {"turn (tokens)": 2 * np.pi / frequencies, "kω (degrees)": np.degrees(offset * frequencies)}
    weights = {"cos kω": blocks[:, 0, 0], "sin kω": blocks[:, 0, 1]}
    cells = {name: [minus(f"{value:,.1f}") for value in values] for name, values in angles.items()}
    cells |= {name: [minus(f"{value:.3f}") for value in values] for name, values in weights.items()}
    st.table(pd.DataFrame({"pair": pairs} | cells), border="horizontal", hide_index=True)


def show(
    columns: Columns,
    function: Callable[..., Columns],  # that has computed them
    offset: int,
    *,
    alt: str,
    key: str,
    height: int,
    bar: bool = True,
) -> None:
    """A square matrix over dimensions of the table."""
    names = [name for name in columns if name != "dimension"]
    figure = signed_heatmap(
        np.stack([columns[name] for name in names], axis=1),
        palette=chart.palette(),
        x="dimension at p",
        y="dimension at p + k",
        unit="weight (−1 to 1)",
        limit=1,
        height=height,
        labels=names,
        bar=bar,
    )
    chart.show(figure, alt=alt, key=key, **table_and_code(function, "cells", {"offset": offset}, rows="dimension"))


def least_squares(offset: int, settings: Settings, words: Words) -> Callable[[], None]:
    """Rₖ beside the matrices that are learned with the cosines and without."""
    learned_shift = learn_shift(offset, settings.d_model, **settings.base_and_scale)
    one = fastest_pair(offset, settings.d_model, **settings.base_and_scale)
    sine_weight, cosine_weight = one.block[0]  # sin at p + k is this much of sin and cos at p
    facts = {
        "learned": learned_shift,
        "difference": small(learned_shift.difference),
        "reading": small(learned_shift.both.residual),
        "missed": small(learned_shift.sines.residual),
        "sine_weight": sine_weight,
        "sign": "−" if cosine_weight < 0 else "+",
        "cosine_weight": abs(cosine_weight),
        "pairs": ", ".join(map(str, learned_shift.pairs)),
        "end": learned_shift.dimensions[-1],
    }
    matrices: dict[str, Callable[..., Columns]] = {
        "true": learned_true_columns,
        "both": learned_both_columns,
        "sines": learned_sines_columns,
    }
    for place, (name, function) in zip(st.columns(3), matrices.items(), strict=True):
        heading, key = words(f"Learned: {name}", **facts), f"learned_{name}"
        columns = function(offset, settings.d_model, **settings.base_and_scale)
        alt = words("Learned: alt", kind=heading.strip("# "), **facts)
        with place:
            st.markdown(heading)
            show(columns, function, offset, alt=alt, key=key, height=LEARNED_HEIGHT, bar=False)
    st.markdown(words("Learned", **facts))

    def more() -> None:
        st.latex(words["Learned: formula"])
        st.markdown(words("Learned: reason", **facts))

    return more
