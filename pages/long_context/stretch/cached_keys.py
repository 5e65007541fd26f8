"""Keys that were cached at other frequencies, under the rule whose base grows with the text."""

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.long_context.cached_keys import StaleScores, apparent_positions, believed_columns, stale_scores
from core.scaling import dynamic, ntk
from figures.long_context.rules import Quantity, stale_score_heatmap
from pages.long_context.stretch.model_and_pair import ModelAndPair
from pages.shared import chart

COLUMNS, LENGTHS = 128, 33  # of the picture of errors
RULE = dynamic.RULE


def draw(state: ModelAndPair) -> None:
    model = state.model
    if model.target == model.original:
        st.info(state.say("No growth"))
        return
    key, effective = model.original - 1, dynamic.effective_factor(model.factor, model.original, model.target)
    believed_positions = apparent_positions(key, model.trained_frequencies, model.under(RULE).inverse)
    tokens = np.unique(np.geomspace(1, model.target - model.original, LENGTHS).round().astype(int))
    stale = stale_scores(
        RULE,
        model.trained_frequencies,
        factor=model.factor,
        original=model.original,
        lengths=model.original + tokens,
    )
    soon = stale.half_grown
    facts = {"error": stale.error[-1], "soon": tokens[soon], "soon_error": stale.error[soon]}
    left, right = st.columns(2, gap="medium")
    with left:
        draw_believed(state, key, believed_positions)
    with right:
        draw_errors(state, tokens, stale, facts)
    st.markdown(
        state.say(
            "Cached",
            effective=effective,
            new_base=ntk.base_for(effective, model.base, model.dim),
            believed=believed_positions[state.pair],
            slowest=believed_positions[-1],
            ahead=int((believed_positions > model.last).sum()),
            size=stale.last_size,
            **facts,
        )
    )


def draw_believed(state: ModelAndPair, key: int, believed_positions: NDArray[np.float64]) -> None:
    query = state.model.last
    levels = {f"the query, {query:,}": query, f"the key, {key:,}": key}
    panel = Quantity(state.words["Believed"], {RULE.name: believed_positions}, log=True, levels=levels)
    figure = state.pair_curves([panel], height=400)
    columns = state.table_and_code(
        believed_columns,
        "curves",
        cites=(RULE,),
        ylabel="position each pair takes the key for (tokens)",
        yscale="log",
    )
    state.picture(figure, "believed", **columns, click=True, slowest=believed_positions[-1])


def draw_errors(state: ModelAndPair, tokens: NDArray[np.int_], stale: StaleScores, facts: dict[str, Any]) -> None:
    figure = stale_score_heatmap(
        stale.blocks(COLUMNS),
        keys=state.model.original,
        added_tokens=tokens,
        palette=chart.palette(),
        x="position of the cached key (tokens)",
        y="tokens added since",
        unit="error of the score",
    )
    columns = {"tokens added since": tokens, "error of the score": stale.error}
    code = state.code("errors", rotary_dim=state.model.dim, cites=(RULE,))
    state.picture(figure, "errors", lambda: pd.DataFrame(columns), code, **facts)
