"""Does position drown the word? Lengths, and the variance of each dimension."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.inputs.settings import Settings
from core.numeric.curve import evenly_spread
from core.words.energy import EncodingVariance, VectorLengths, encoding_variance, vector_lengths
from figures import theme
from figures.curves import Line
from figures.spec import Figure
from figures.words.concatenate import energy_by_dimension
from pages.shared import chart, views
from pages.shared.words import Words
from pages.take_away.code import Code

MOST_PAIRS, FEW = 256, 64  # pairs drawn; dimensions up to which each gets a marker


def draw(settings: Settings, words: Words, seed: int, place: DeltaGenerator) -> Callable[[], object]:
    """Lengths of word and encoding, and how much each dimension varies from token to token."""
    length, d_model = settings.length, settings.d_model
    encoding = {"base": settings.base, "scale": settings.scale}
    sizes = vector_lengths(length, d_model, **encoding, seed=seed)
    if length == 1:
        st.info(words["One token"])
        return partial(lengths, words, sizes)
    energy = encoding_variance(length, d_model, **encoding)
    facts = {"d_model": d_model, "length": length, "energy": energy, "reading": sizes}
    chart.show(
        variance_figure(words, energy),
        alt=words("Swamp: alt", **facts),
        table=lambda: pd.DataFrame({"dimension": np.arange(d_model), "variance": energy.variances}),
        key="energy",
        code=Code("concatenate/energy"),
    )
    st.markdown(words("Swamp", **facts))
    short = {n: encoding_variance(n, d_model, **encoding).leading_dims for n in (20, 50)}
    return partial(lengths, words, sizes, words("Swamp: more", short=short, **facts))


def lengths(words: Words, sizes: VectorLengths, varying_note: str = "") -> None:
    """Lengths of word and encoding, then where the encoding varies."""
    with st.grid(4, min_column_width=150, gap="small"):
        views.metric(words["Length of the word"], f"{sizes.word:.3g}", "‖E‖")
        views.metric(words["Length of the encoding"], f"{sizes.encoding:.3g}", "‖PE‖")
        views.metric(words["Length of the word, scaled"], f"{sizes.scaled_word:.3g}", "‖√d_model · E‖")
        views.metric(words["Angle"], words("Angle: value", reading=sizes), words["Angle: note"])
    st.markdown(varying_note)


def variance_figure(words: Words, energy: EncodingVariance) -> Figure:
    variances, d_model = energy.variances, len(energy.variances)
    pairs = evenly_spread((d_model + 1) // 2, MOST_PAIRS)  # the last sine of an odd d_model has no cosine
    parts = {"sine": (2 * pairs, theme.SINE), "cosine": (2 * pairs + 1, theme.COSINE)}
    lines = [
        Line(
            name,
            dimensions[dimensions < d_model],
            variances[dimensions[dimensions < d_model]],
            colour,
            mode="lines" if d_model > FEW else "lines+markers",
            width=3,
        )
        for name, (dimensions, colour) in parts.items()
    ]
    return energy_by_dimension(
        lines,
        {words["A word"]: 1 / d_model, words["A word, scaled"]: 1.0},
        leading=energy.leading_dims,
        leading_name=words["Leading"],
        palette=chart.palette(),
        reach=d_model,
        x="dimension",
        y="variance over the tokens (1)",
    )
