"""Fourier features: errors at every bandwidth."""

from itertools import groupby
from operator import itemgetter
from typing import Any

import streamlit as st

from core.beyond_text.signal_fit import Bandwidths, bandwidths_columns
from figures.beyond_text.signals import FEATURES, SAMPLES, bandwidth_curves
from figures.curves import Mark
from pages.beyond_text.fourier_features.signals import SIGMAS, Signal, columns_of
from pages.shared import chart
from pages.shared.words import Words


def draw(every: Bandwidths, signal: Signal, facts: dict[str, Any], words: Words) -> None:
    values = {**signal.inputs, "time": facts["time"], "sigmas": SIGMAS}
    columns = columns_of(bandwidths_columns, "curves", values)
    looks = zip(columns.names, (SAMPLES, FEATURES), strict=True)
    lines = [columns.line(name, colour, mode="lines+markers") for name, colour in looks]
    index = SIGMAS.index(facts["sigma"])
    marks = [Mark(facts["sigma"], float(line.y[index]), "") for line in lines]
    ranges = [(sigmas[0], sigmas[-1], words[f"Range: {verdict}"]) for verdict, sigmas in group_by_verdict(every)]
    st.markdown(words["Bandwidths: heading"])
    chart.show(
        bandwidth_curves(
            lines,
            ranges=ranges,
            marks=marks,
            palette=chart.palette(),
            x="bandwidth σ (turns over the signal)",
            y="mean squared error",
        ),
        columns,
        alt=words("Bandwidths: alt", **facts),
        key="bandwidths",
        ghost=True,
    )


def group_by_verdict(every: Bandwidths) -> list[tuple[str, list[float]]]:
    """Neighbouring bandwidths of one verdict."""
    both = zip(every.verdicts, every.sigmas.tolist(), strict=True)
    return [(verdict, [sigma for _, sigma in group]) for verdict, group in groupby(both, key=itemgetter(0))]
