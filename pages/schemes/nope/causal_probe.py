"""What a linear probe reads of position in a random transformer without an encoding."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from core.inputs.settings import Settings
from core.numeric.numerals import scientific
from core.schemes import SCHEMES
from core.schemes.analysis.causal_probe import (
    PROBED_POSITIONS,
    TEST,
    TRAIN,
    Experiment,
    ProbedPositions,
    attention_lengths,
    explained_columns,
    permutation_gap,
    probe_positions,
)
from figures import theme
from figures.schemes.nope import Condition, explained_bars, probe_readings
from pages.shared import chart, views
from pages.shared.words import Words
from pages.take_away.code import Code
from pages.take_away.derived import table_and_code

CITES = (SCHEMES["NoPE"],)
HEADINGS = ("Masked", "No special", "Unmasked")
COLOURS = (theme.INK, theme.GHOST, theme.GHOST)


def draw(settings: Settings, words: Words) -> Callable[[], object]:
    """Readings with and without a mask and a special first token."""
    with st.container(key="computed"):
        return draw_probe(words)


def draw_probe(words: Words) -> Callable[[], object]:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    seed, place = views.seed(controls), controls.empty()
    experiments = (Experiment(True, True, seed), Experiment(True, False, seed), Experiment(False, True, seed))
    results = views.gather(map(probe_positions, experiments), len(experiments), place, words["Computing"])
    conditions = [
        Condition(words[heading], colour, each.low, each.median, each.high, each.r_squared, heading == "Unmasked")
        for heading, colour, each in zip(HEADINGS, COLOURS, results, strict=True)
    ]
    probes = dict(zip(("masked", "plain", "unmasked"), results, strict=True))
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(words["Readings"])
        readings(conditions, seed, words("Readings: alt", **probes))
    with right:
        st.markdown(words["Explained"])
        by_name = {each.name: [run.causal, run.special] for each, run in zip(conditions, experiments, strict=True)}
        draw_explained(conditions, {"seed": seed, "conditions": by_name}, words("Explained: alt", **probes))
    st.markdown(words("Transformer", **probes))
    return partial(more, words, experiments, probes)


def more(words: Words, experiments: Sequence[Experiment], probes: dict[str, ProbedPositions]) -> None:
    """What reordering changes, and how the experiment was made."""
    masked_run, special_only, unmasked_run = experiments
    even, uneven = permutation_gap(unmasked_run), permutation_gap(masked_run)
    with st.grid(4, min_column_width=160, gap="small"):
        views.metric(words["Order, unmasked"], scientific(even), words["Order: note"])
        views.metric(words["Order, masked"], f"{uneven:.2g}", words["Order: note"])
        views.metric(words["Off, masked"], f"× {probes['masked'].factors[-1]:.2f}", words["Off: note"])
        views.metric(words["Off, unmasked"], f"× {probes['unmasked'].factors[-1]:.2f}", words["Off: note"])
    average = attention_lengths(special_only)
    st.markdown(words("Transformer: more", even=even, uneven=uneven, average=average))
    st.caption(words("Transformer: setting", trained=TRAIN, tested=TEST))


def readings(conditions: Sequence[Condition], seed: int, alt: str) -> None:
    """The positions that are read against the true ones."""
    axes = {"x": "true position t (tokens)", "y": "position read (tokens)"}
    figure = probe_readings(conditions, PROBED_POSITIONS, palette=chart.palette(), **axes)
    table = {"t": PROBED_POSITIONS} | {each.name: np.array(each.middle) for each in conditions}
    code = Code("nope/readings", {"seed": seed}, cites=CITES)
    chart.show(figure, alt=alt, table=lambda: pd.DataFrame(table), key="readings", code=code)


def draw_explained(conditions: Sequence[Condition], values: Mapping[str, Any], alt: str) -> None:
    """How much of the positions' variance is explained after each layer."""
    stages = explained_columns(**values)["stage"]
    figure = explained_bars(conditions, stages, palette=chart.palette(), y="share of variance explained, R² (1)")
    columns = table_and_code(explained_columns, "bars", values, cites=CITES)
    chart.show(figure, alt=alt, key="explained", **columns)
