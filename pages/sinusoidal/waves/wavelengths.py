"""Waves: the wavelength of each pair."""

from collections.abc import Callable

import streamlit as st

from core.inputs.settings import Settings
from core.numeric.numerals import in_tokens
from core.sinusoidal.dimensions import wavelength_columns
from core.sinusoidal.hands import complete_turns
from figures.curves import Mark
from figures.sinusoidal.waves import wavelengths_by_pair
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.derived import columns_of

NAMES = ("complete", "not complete", "even", "unscaled", "length")  # at the lines


def draw(settings: Settings, words: Words) -> Callable[[], object] | None:
    d_model, length = settings.d_model, settings.length
    columns = columns_of(wavelength_columns, "curves", {})
    of_pairs, even = columns["wavelength in tokens"], columns["in even steps"]  # (d_model // 2,) tokens
    if not of_pairs.size:
        st.info(words["No pair"])
        return None
    complete = complete_turns(length, d_model, **settings.base_and_scale)
    facts = {
        "pairs": len(of_pairs),
        "complete": complete,
        "rest": len(of_pairs) - complete,
        "length": length,
        "fastest": in_tokens(of_pairs[0]),
        "slowest": in_tokens(of_pairs[-1]),
        "d_model": d_model,
        "numerator": 2 * len(of_pairs) - 2,
        "factor": settings.base ** (2 / d_model),
        "even": int((even <= length).sum()),
    }
    ends = {0: "fastest"} | ({len(of_pairs) - 1: "slowest"} if len(of_pairs) > 1 else {})
    figure = wavelengths_by_pair(
        of_pairs,
        even,
        at_scale_1=None if settings.scale == 1 else columns["at scale 1"],
        length=length,
        palette=chart.palette(),
        names={name: words(f"Wavelengths: {name}", **facts) for name in NAMES},
        x="pair",
        y="wavelength (tokens)",
        marks=[Mark(pair, of_pairs[pair], words(f"Wavelengths: {end}", **facts)) for pair, end in ends.items()],
    )
    chart.show(figure, columns, alt=words("Wavelengths: alt", **facts), key="wavelengths", ghost=True)
    st.markdown(words("Wavelengths", **facts))
    return lambda: st.markdown(words("Wavelengths: ends", **facts))
