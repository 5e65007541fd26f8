"""The rotation behind a shift: one pair with its numbers, what it misses, and the blocks of several pairs."""

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.inputs.settings import Settings
from core.numeric.curve import evenly_spread
from core.numeric.numerals import minus, small
from core.sinusoidal.shift import fastest_pair, rotation_blocks, shift_error
from pages.shared.words import Words

PAIRS = 16  # shown at most
CELLS = 2**16  # of the table that are checked at most


def draw(offset: int, settings: Settings, words: Words) -> None:
    d_model, length, shape = settings.d_model, settings.length, settings.base_and_scale
    blocks = rotation_blocks(offset, d_model, **shape)
    one = fastest_pair(offset, d_model, position=3 + max(0, -offset), **shape)
    st.markdown(words("Rotation", one=one))
    st.latex(words("Rotation: numbers", one=one))
    positions = evenly_spread(length, max(2, CELLS // d_model))
    error = small(shift_error(positions, offset, d_model, **shape))
    note = "Checked: all" if len(positions) == length else "Checked: some"
    check_facts = {"checked": len(positions), "last": length - 1, "columns": 2 * (d_model // 2)}
    st.markdown(words(note, error=error, **check_facts))
    pairs = evenly_spread(len(blocks), PAIRS)
    table(offset, pairs, blocks[pairs], settings)
    if d_model % 2:
        st.caption(words["Rotation: odd"])


def table(offset: int, pairs: NDArray[np.int_], blocks: NDArray[np.float64], settings: Settings) -> None:
    """How far each pair is turned, and the entries of its block."""
    every = inverse_frequencies(settings.d_model, settings.base) / settings.scale  # radians per token
    frequencies = every[pairs]
    turned = np.fmod(np.degrees(offset * frequencies), 360)  # without whole turns
    angles = {"turn (tokens)": 2 * np.pi / frequencies, "turned by (degrees)": turned}
    weights = {"cos kω": blocks[:, 0, 0], "sin kω": blocks[:, 0, 1]}
    cells = {name: [minus(f"{value:,.1f}") for value in values] for name, values in angles.items()}
    cells |= {name: [minus(f"{value:.3f}") for value in values] for name, values in weights.items()}
    st.table(pd.DataFrame({"pair": pairs} | cells), border="horizontal", hide_index=True)
