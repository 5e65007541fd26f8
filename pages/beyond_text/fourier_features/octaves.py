"""Fourier features: frequencies in octaves, as in NeRF, beside frequencies drawn at random."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from core.beyond_text.learning import DIRECTIONS, random_frequencies
from core.beyond_text.signal_fit import SignalFit, feature_frequencies_columns, signal_fit
from core.numeric.numerals import small
from figures.beyond_text.signals import FEATURES, OCTAVES, PLAIN, frequency_rows
from figures.curves import Line
from pages.beyond_text.fourier_features.signals import (
    Signal,
    bandwidth,
    choose,
    draw_fit,
    draw_times,
    read,
    share,
    table_and_code,
)
from pages.shared import chart, frame, preview
from pages.shared.words import Words

MOST_OCTAVES, USUAL_OCTAVES = 8, 7
TIME = 1.0
ENCODINGS = {"octaves": "octaves", "draws": "gaussian"}  # in the table


def draw(words: Words) -> Callable[[], None]:
    """Draw both sets of frequencies and what is learned with them; returns what draws the times."""
    controls = frame.controls()
    name, sigma = choose(words, controls), bandwidth(words, controls)
    stops = [*range(1, MOST_OCTAVES + 1)]
    count = int(
        preview.slider(words["Octaves: label"], stops, USUAL_OCTAVES, key="octaves", place=controls, width=230)
    )
    signal = read(name, words)
    gaussian = signal_fit(signal.values, sigma=sigma, time=TIME, truth=signal.truth)
    octave_fit = signal_fit(signal.values, encoding="octaves", octaves=count, time=TIME, truth=signal.truth)
    turns = {"octaves": 2.0 ** np.arange(count), "draws": np.abs(random_frequencies(sigma)[:, 0])}
    facts = {
        "octaves": count,
        "sigma": sigma,
        "fastest": int(turns["octaves"][-1]),
        "drawn": DIRECTIONS,
        "fastest_drawn": turns["draws"].max(),
        "between_octaves": share(octave_fit.between_featured, octave_fit.size),
        "between_drawn": share(gaussian.between_featured, gaussian.size),
    }
    draw_frequencies(turns, facts, words)
    draw_curves(gaussian, octave_fit, signal, facts, words)
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
    times = {
        "octaves": (octave_fit.times_featured, OCTAVES),
        "draws": (gaussian.times_featured, FEATURES),
        "plain": (gaussian.times_plain, PLAIN),
    }
    encodings = ENCODINGS | {"without": "plain"}
    inputs = {"encodings": encodings, "sigma": facts["sigma"], "octaves": facts["octaves"]}
    alt = words("Octaves: times alt", **facts)
    draw_times(times, gaussian, inputs, budget=TIME, words=words, alt=alt, key="octaves_times")
    st.markdown(words("Octaves: found", **facts))
    st.markdown(words("Octaves: formula", **facts))


def draw_frequencies(turns: dict[str, Any], facts: dict[str, Any], words: Words) -> None:
    sets = {words["Line: octaves"]: (turns["octaves"], OCTAVES), words["Line: draws"]: (turns["draws"], FEATURES)}
    chart.show(
        frequency_rows(sets, palette=chart.palette(), x="turns over the signal"),
        alt=words("Frequencies: alt", **facts),
        key="feature_frequencies",
        **table_and_code(
            feature_frequencies_columns, "marks", {"sigma": facts["sigma"], "octaves": facts["octaves"]}
        ),
    )


def draw_curves(
    gaussian: SignalFit, octave_fit: SignalFit, signal: Signal, facts: dict[str, Any], words: Words
) -> None:
    lines = [
        Line(words["Line: octaves"], gaussian.between, octave_fit.featured_output, OCTAVES),
        Line(words["Line: draws"], gaussian.between, gaussian.featured_output, FEATURES),
    ]
    inputs = {"encodings": ENCODINGS, **signal.inputs, "sigma": facts["sigma"], "octaves": facts["octaves"]}
    draw_fit(lines, gaussian, inputs, words, alt=words("Octaves: alt", **facts), key="octaves_fit")
