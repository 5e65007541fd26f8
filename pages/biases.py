from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.inputs.parameter import LENGTH, Choice
from core.inputs.settings import Settings
from core.schemes import SCHEMES
from core.schemes.analysis.bias_reading import BiasReading, read_bias
from core.schemes.bias import HEADS, own_parameter
from core.schemes.scheme import Family, Scheme
from pages.schemes.biases.heads import bias, facts_of, in_words, mass
from pages.shared import frame, room, sliders, view_row
from pages.shared.views import metric, one_of
from pages.shared.words import Words, sections

BIASES = {name: scheme for name, scheme in SCHEMES.items() if scheme.family is Family.BIAS}
VIEWS = {"Bias": bias, "Softmax mass": mass}
FARTHEST = LENGTH.stops[-1] - 1  # tokens; keys beyond the text exist only for a relative bias


def draw(settings: Settings, words: Words) -> None:
    controls = frame.controls()
    scheme = BIASES[one_of("scheme", list(BIASES), key="scheme", default="ALiBi", place=controls)]
    heads = sliders.slider(
        "heads", range(1, HEADS.stops[-1] + 1), 8, key="heads", place=controls, help=HEADS.meaning, width=190
    )
    parameters = own_value(scheme, controls)
    if settings.length == 1:
        st.info(words["One key"])
        room.close(words)
    else:
        reading = read_bias(scheme, settings.length, heads, farthest=FARTHEST, **parameters)
        room.close(words, partial(more, words, reading, VIEWS[view_row.view_name()](words, reading)))


def more(words: Words, reading: BiasReading, of_view: Callable[[], object] | None) -> None:
    """What the scheme does, which numbers are a model's, how far heads look, and the formula with numbers."""
    explanation = sections(reading.scheme.explanation)
    parts = " ".join(explanation[part] for part in ("What it does", "What to look for", "Numbers shown"))
    st.markdown(f"##### {reading.scheme.name}\n{parts}")
    how_far(words, reading)
    st.markdown(words("Formula", **facts_of(words, reading)))
    if of_view:
        of_view()


def own_value(scheme: Scheme, place: DeltaGenerator) -> dict[str, Any]:
    """The value that the reader gives the scheme's own parameter, by its name."""
    parameter = own_parameter(scheme)
    if parameter is None:
        return {}
    name, default = parameter.name, scheme.default(parameter)
    if isinstance(parameter, Choice):
        options = list(parameter.options)
        return {name: one_of(name, options, key=name, default=default, place=place, help=parameter.meaning)}
    hint = parameter.meaning
    return {name: sliders.slider(name, parameter.stops, int(default), key=name, place=place, help=hint, width=190)}


def how_far(words: Words, reading: BiasReading) -> None:
    """How far the head that sees nearest and the one that sees farthest look."""
    keys = reading.mass.quantile(0.5) + 1
    with st.grid(4, min_column_width=150, gap="small"):
        for title, head in zip(("Shortest", "Longest"), reading.extremes(), strict=True):
            half = reading.halves[head - 1]
            note = f"head {head}{', beyond view' if half > reading.query else ''}"
            if np.isnan(half):
                metric(words[f"{title}: label"], "never", f"head {head}, up to {reading.search_limit:,}")
            else:
                metric(words[f"{title}: label"], in_words(words, half), note)
            metric(f"Half the attention, head {head}", f"{keys[head - 1]:,}", f"nearest of {reading.length:,} keys")


draw(*room.enter(__file__))
