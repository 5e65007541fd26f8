from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.inputs.parameter import log_stops
from core.numeric.numerals import small
from core.numeric.spacing import evenly_spread
from core.sinusoidal.learned_shift import learn_shift
from core.sinusoidal.shift import fastest_pair, rotation_blocks, shift_error
from pages.shared import hand, room, views
from pages.sinusoidal.shift import arrows, matrices

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from core.sinusoidal.learned_shift import LearnedShift
    from pages.shared.words import Words

AHEAD = sorted({3, 7, *log_stops(1000, (1, 2, 5), 10)})  # tokens
OFFSETS = [*(-offset for offset in reversed(AHEAD)), *AHEAD]
CELLS = 2**16  # of the table that are checked at most


def draw(settings: Settings, words: Words) -> None:
    offset = hand.slider("Offset k (tokens)", OFFSETS, 7, key="offset", help=words["Offset: help"])
    if settings.d_model < 2:
        st.info(words["No pair"])
    else:
        d_model, shape = settings.d_model, settings.base_and_scale
        one = fastest_pair(offset, d_model, position=3 + max(0, -offset), **shape)
        learned = learn_shift(offset, d_model, **shape)
        arrows.view(offset, settings, words)
        numbers(offset, learned, settings, words)
        matrices.rotations(one, rotation_blocks(offset, d_model, **shape), settings, words)
        matrices.least_squares(one, learned, words)
    room.close(words)


def numbers(offset: int, learned: LearnedShift, settings: Settings, words: Words) -> None:
    """What the rotation misses, and what the learned matrices miss."""
    d_model, length = settings.d_model, settings.length
    positions = evenly_spread(length, max(2, CELLS // d_model))
    error = shift_error(positions, offset, d_model, **settings.base_and_scale)
    checked, both, sines = st.columns(3, border=True)
    views.metric(words["Checked: label"], small(error), place=checked, help=words["Checked: help"])
    note = "Checked: all" if len(positions) == length else "Checked: some"
    checked.caption(words(note, checked=len(positions), last=length - 1, columns=2 * (d_model // 2)))
    views.metric(words["Both: label"], small(learned.both.residual), place=both, help=words["Both: help"])
    both.caption(words("Both", learned=learned))
    views.metric(words["Sines: label"], small(learned.sines.residual), place=sines, help=words["Sines: help"])
    sines.caption(words("Sines", learned=learned))


draw(*room.enter(__file__))
