import re

import numpy as np
import pandas as pd
import streamlit as st

from core.schemes.analysis.causal_probe import (
    PROBED,
    PROBED_POSITIONS,
    Experiment,
    ProbedPositions,
    attention_lengths,
    permutation_gap,
    probe_positions,
)
from core.schemes.analysis.uniform_attention import (
    first_equal_shares,
    log_spaced_positions,
    shares_of_first,
    uniform_weights,
)
from figures import theme
from figures.schemes.causal_probe import Condition, explained_bars, probe_readings
from figures.schemes.uniform_attention import reciprocal, weight_triangle
from pages.shared import chart, room, views
from pages.shared.numerals import scientific

MOST_POINTS, ROWS = 128, 8

settings, words = room.enter(__file__)


def counting() -> None:
    at = log_spaced_positions(settings.length, MOST_POINTS)  # t, tokens
    shares = shares_of_first(at)
    last = settings.length
    say = {"t": last, "next": last + 1, "share": shares[-1], "read": 1 / shares[-1], "points": len(at)}
    say |= {"gap": plain(1 / (last * (last + 1))), "twins": first_equal_shares(np.float16)}
    say |= {"share_read": plain(shares[-1]), "share_tex": plain(shares[-1], tex=True)}
    say |= {"error": float(np.abs(shares - 1 / at).max())}
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(words["Weights"])
        weights = uniform_weights(ROWS)
        written = ["1", *(f"1/{t}" for t in range(2, ROWS + 1))]
        labels = np.where(weights > 0, np.array(written)[:, None], "")
        figure = weight_triangle(
            weights,
            palette=chart.palette(),
            colour=theme.SERIES[2],
            labels=labels,
            x="token looked at (the first is special)",
            y="token t that looks",
        )
        names = [f"token {j + 1}" for j in range(ROWS)]
        table = pd.DataFrame(weights, columns=names)
        chart.show(figure, alt=words["Weights: alt"].format(rows=ROWS), table=lambda: table, key="weights")
    with right:
        st.markdown(words["Shares"])
        figure = reciprocal(
            at,
            shares,
            palette=chart.palette(),
            colour=theme.SERIES[2],
            x="position t (tokens, from 1)",
            y="what token t receives (1)",
        )
        numbers = pd.DataFrame({"t": at, "received": shares, "read back as t": 1 / shares})
        chart.show(figure, alt=words["Shares: alt"].format(**say), table=lambda: numbers, key="shares")
    st.markdown(words["Counting"].format(**say))
    st.markdown(words["Formula"].format(**say))


def transformer() -> None:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    seed, place = views.seed(controls), controls.empty()
    kinds = {
        words["Masked"]: (Experiment(True, True, seed), theme.SERIES[2]),
        words["No special"]: (Experiment(True, False, seed), theme.SERIES[3]),
        words["Unmasked"]: (Experiment(False, True, seed), theme.SERIES[4]),
    }
    results = views.gather(
        (probe_positions(experiment) for experiment, _ in kinds.values()), len(kinds), place, words["Computing"]
    )
    conditions = [
        Condition(name, colour, each.low, each.median, each.high, each.explained)
        for (name, (_, colour)), each in zip(kinds.items(), results, strict=True)
    ]
    say = transformer_facts(results, seed)
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(words["Readings"])
        figure = probe_readings(
            conditions,
            PROBED_POSITIONS,
            palette=chart.palette(),
            x="true position t (tokens)",
            y="position read (tokens)",
        )
        table = {"t": PROBED_POSITIONS} | {each.name: np.array(each.middle) for each in conditions}
        chart.show(
            figure, alt=words["Readings: alt"].format(**say), table=lambda: pd.DataFrame(table), key="readings"
        )
    with right:
        st.markdown(words["Explained"])
        stages = ["input", *(f"after layer {n}" for n in range(1, PROBED.layers + 1))]
        figure = explained_bars(
            conditions, stages, palette=chart.palette(), y="share of variance explained, R² (1)"
        )
        bars = {"stage": stages} | {each.name: np.array(each.shares) for each in conditions}
        chart.show(
            figure, alt=words["Explained: alt"].format(**say), table=lambda: pd.DataFrame(bars), key="explained"
        )
    with st.grid(4, min_column_width=160, gap="small"):
        metric(words["Order, unmasked"], say["even"], words["Order: note"])
        metric(words["Order, masked"], f"{say['uneven']:.2g}", words["Order: note"])
        metric(words["Off, masked"], f"× {say['masked'].factors[-1]:.2f}", words["Off: note"])
        metric(words["Off, unmasked"], f"× {say['unmasked'].factors[-1]:.2f}", words["Off: note"])
    st.markdown(re.sub(r"(?<![\w.])-(?=\d)", "−", words["Transformer"].format(**say)))
    st.caption(words["Transformer: setting"])


def transformer_facts(results: list[ProbedPositions], seed: int) -> dict[str, object]:
    masked, plain, unmasked = results
    return {
        "masked": masked,
        "plain": plain,
        "unmasked": unmasked,
        "even": scientific(permutation_gap(Experiment(False, True, seed))),
        "uneven": permutation_gap(Experiment(True, True, seed)),
        "average": attention_lengths(Experiment(True, False, seed)),
        "guess": unmasked.median[-1],
    }


def metric(label: str, value: str, note: str) -> None:
    st.metric(label, value, note, delta_color="off", delta_arrow="off")


def plain(number: float, *, tex: bool = False) -> str:
    """Six figures, with a power of ten only where there would be many zeros."""
    return f"{number:.6g}" if number >= 1e-4 else scientific(number, figures=6, tex=tex)


for tab, view in zip(
    st.tabs(["Counting", "Random transformer"], key="nope_view", bind="query-params", on_change="rerun"),
    (counting, transformer),
    strict=True,
):
    if tab.open:
        with tab:
            view()
room.close(words)
