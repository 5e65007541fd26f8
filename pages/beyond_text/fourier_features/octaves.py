"""Fourier features: frequencies in octaves, as in NeRF, beside frequencies drawn at random."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.beyond_text.learning import DIRECTIONS
from core.beyond_text.signal_fit import SignalFit, feature_frequencies_columns, signal_fit
from core.numeric.numerals import small
from figures.beyond_text.signals import FEATURES, OCTAVES, PLAIN, frequency_rows
from pages.beyond_text.fourier_features.signals import (
    Look,
    Signal,
    bandwidth,
    choose,
    columns_of,
    draw_fit,
    draw_times,
    read,
    share,
)
from pages.shared import chart, frame, sliders
from pages.shared.columns import Columns
from pages.shared.words import Words

MOST_OCTAVES, USUAL_OCTAVES = 8, 7
TIME = 1.0
ENCODINGS = {"octaves": "octaves", "draws": "gaussian"}  # columns
COLOURS = {"octaves": OCTAVES, "draws": FEATURES}


def draw(words: Words) -> Callable[[], None]:
    """Draw both sets of frequencies and what is learned with them; returns what draws the times."""
    controls = frame.controls()
    name, sigma = choose(words, controls), bandwidth(words, controls)
    stops = [*range(1, MOST_OCTAVES + 1)]
    count = int(
        sliders.slider(words["Octaves: label"], stops, USUAL_OCTAVES, key="octaves", place=controls, width=230)
    )
    signal = read(name, words)
    gaussian = signal_fit(signal.values, sigma=sigma, time=TIME, truth=signal.truth)
    octave_fit = signal_fit(signal.values, encoding="octaves", octaves=count, time=TIME, truth=signal.truth)
    columns = columns_of(feature_frequencies_columns, "marks", {"sigma": sigma, "octaves": count})
    sets = np.array(columns["set"])
    turns = {name: columns["turns"][sets == name] for name in COLOURS}
    facts = {
        "octaves": count,
        "sigma": sigma,
        "fastest": int(turns["octaves"][-1]),
        "drawn": DIRECTIONS,
        "fastest_drawn": turns["draws"].max(),
        "between_octaves": share(octave_fit.between_featured, octave_fit.size),
        "between_drawn": share(gaussian.between_featured, gaussian.size),
    }
    draw_frequencies(columns, turns, facts, words)
    draw_curves(gaussian, signal, facts, words)
    st.markdown(words("Octaves", **facts))
    return partial(more, gaussian, octave_fit, facts, words)


def more(gaussian: SignalFit, octave_fit: SignalFit, facts: dict[str, Any], words: Words) -> None:
    """How long each wave takes, and the formula of the octaves."""
    facts |= {
        "last": int(octave_fit.waves[-1]),
        "slowest_octaves": small(octave_fit.times_featured[-1]),
        "slowest_drawn": small(gaussian.times_featured[-1]),
        "plain": small(gaussian.times_plain[-1]),
    }
    encodings = ENCODINGS | {"without": "plain"}
    inputs = {"encodings": encodings, "sigma": facts["sigma"], "octaves": facts["octaves"]}
    alt = words("Octaves: times alt", **facts)
    colours = COLOURS | {"without": PLAIN}
    draw_times(colours, inputs, budget=TIME, words=words, alt=alt, key="octaves_times")
    st.markdown(words("Octaves: found", **facts))
    st.markdown(words("Octaves: formula", **facts))


def draw_frequencies(
    columns: Columns, turns: Mapping[str, NDArray[np.float64]], facts: dict[str, Any], words: Words
) -> None:
    sets = {words[f"Line: {name}"]: (turns[name], colour) for name, colour in COLOURS.items()}
    figure = frequency_rows(sets, palette=chart.palette(), x="turns over the signal")
    chart.show(figure, columns, alt=words("Frequencies: alt", **facts), key="feature_frequencies")


def draw_curves(gaussian: SignalFit, signal: Signal, facts: dict[str, Any], words: Words) -> None:
    inputs = {"encodings": ENCODINGS, **signal.inputs, "sigma": facts["sigma"], "octaves": facts["octaves"]}
    looks = {name: Look(colour) for name, colour in COLOURS.items()}
    draw_fit(looks, gaussian, inputs, words, alt=words("Octaves: alt", **facts), key="octaves_fit")
