"""What a linear probe reads of position in a random transformer without an encoding."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from core.inputs.settings import Settings
from core.numeric.numerals import scientific
from core.schemes import SCHEMES
from core.schemes.analysis.causal_probe import (
    PROBED,
    PROBED_POSITIONS,
    TESTED,
    TRAINED,
    Experiment,
    ProbedPositions,
    attention_lengths,
    permutation_gap,
    probe_positions,
)
from figures import theme
from figures.schemes.nope import Condition, explained_bars, probe_readings
from figures.spec import Figure
from pages.shared import chart, views
from pages.shared.words import Words
from pages.take_away.code import Code

CITED = (SCHEMES["NoPE"],)
HEADINGS = ("Masked", "No special", "Unmasked")
Table = dict[str, Any]
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
        Condition(words[heading], colour, each.low, each.median, each.high, each.explained, heading == "Unmasked")
        for heading, colour, each in zip(HEADINGS, COLOURS, results, strict=True)
    ]
    probes = dict(zip(("masked", "plain", "unmasked"), results, strict=True))
    drawn = {"Readings": readings(conditions), "Explained": explained(conditions)}
    for side, (heading, (figure, table)) in zip(st.columns(2, gap="medium"), drawn.items(), strict=True):
        with side:
            show(heading, figure, table, words, probes, seed)
    st.markdown(words("Transformer", **probes))
    return partial(more, words, experiments, probes)


def more(words: Words, experiments: Sequence[Experiment], probes: dict[str, ProbedPositions]) -> None:
    """What reordering changes, and how the experiment was made."""
    masked, special_only, unmasked = experiments
    even, uneven = permutation_gap(unmasked), permutation_gap(masked)
    with st.grid(4, min_column_width=160, gap="small"):
        views.metric(words["Order, unmasked"], scientific(even), words["Order: note"])
        views.metric(words["Order, masked"], f"{uneven:.2g}", words["Order: note"])
        views.metric(words["Off, masked"], f"× {probes['masked'].factors[-1]:.2f}", words["Off: note"])
        views.metric(words["Off, unmasked"], f"× {probes['unmasked'].factors[-1]:.2f}", words["Off: note"])
    average = attention_lengths(special_only)
    st.markdown(words("Transformer: more", even=even, uneven=uneven, average=average))
    st.caption(words("Transformer: setting", trained=TRAINED, tested=TESTED))


def show(
    heading: str, figure: Figure, table: Table, words: Words, probes: dict[str, ProbedPositions], seed: int
) -> None:
    st.markdown(words[heading])
    key, alt = heading.lower(), words(f"{heading}: alt", **probes)
    code = Code(f"nope/{key}", {"seed": seed}, cites=CITED)
    chart.show(figure, alt=alt, table=lambda: pd.DataFrame(table), key=key, code=code)


def readings(conditions: Sequence[Condition]) -> tuple[Figure, Table]:
    """The positions that are read against the true ones."""
    axes = {"x": "true position t (tokens)", "y": "position read (tokens)"}
    figure = probe_readings(conditions, PROBED_POSITIONS, palette=chart.palette(), **axes)
    return figure, {"t": PROBED_POSITIONS} | {each.name: np.array(each.middle) for each in conditions}


def explained(conditions: Sequence[Condition]) -> tuple[Figure, Table]:
    """How much of the positions' variance is explained after each layer."""
    stages = ["input", *(f"after layer {n}" for n in range(1, PROBED.layers + 1))]
    figure = explained_bars(conditions, stages, palette=chart.palette(), y="share of variance explained, R² (1)")
    return figure, {"stage": stages} | {each.name: np.array(each.shares) for each in conditions}
