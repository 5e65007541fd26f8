"""Keys that were cached at other frequencies, under the rule whose base grows with the text."""

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.long_context.cached_keys import StaleScores, apparent_positions, believed_columns, stale_scores
from core.scaling import dynamic, ntk
from figures.long_context.cached_keys import stale_score_heatmap
from figures.long_context.rules import Quantity
from pages.long_context.stretch.model_and_pair import ModelAndPair

COLUMNS, LENGTHS = 128, 33  # of the picture of errors
RULE = dynamic.RULE


def draw(shown: ModelAndPair) -> None:
    model = shown.model
    if model.target == model.original:
        st.info(shown.say("No growth"))
        return
    key, effective = model.original - 1, dynamic.effective_factor(model.factor, model.original, model.target)
    believed = apparent_positions(key, model.trained, model.under(RULE).inverse)
    added = np.unique(np.geomspace(1, model.target - model.original, LENGTHS).round().astype(int))
    stale = stale_scores(
        RULE, model.trained, factor=model.factor, original=model.original, lengths=model.original + added
    )
    soon = stale.half_grown
    said = {"error": stale.error[-1], "soon": added[soon], "soon_error": stale.error[soon]}
    left, right = st.columns(2, gap="medium")
    with left:
        draw_believed(shown, key, believed)
    with right:
        draw_errors(shown, added, stale, said)
    st.markdown(
        shown.say(
            "Cached",
            effective=effective,
            new_base=ntk.base_for(effective, model.base, model.dim),
            believed=believed[shown.pair],
            slowest=believed[-1],
            ahead=int((believed > model.last).sum()),
            size=stale.last_size,
            **said,
        )
    )


def draw_believed(shown: ModelAndPair, key: int, believed: NDArray[np.float64]) -> None:
    query = shown.model.last
    levels = {f"the query, {query:,}": query, f"the key, {key:,}": key}
    panel = Quantity(shown.words["Believed"], {RULE.name: believed}, log=True, levels=levels)
    figure = shown.pair_curves([panel], height=400)
    columns = shown.table_and_code(
        believed_columns,
        "curves",
        cites=(RULE,),
        ylabel="position each pair takes the key for (tokens)",
        yscale="log",
    )
    shown.picture(figure, "believed", **columns, click=True, slowest=believed[-1])


def draw_errors(shown: ModelAndPair, added: NDArray[np.int_], stale: StaleScores, said: dict[str, Any]) -> None:
    figure = stale_score_heatmap(
        stale.blocks(COLUMNS),
        keys=shown.model.original,
        added=added,
        palette=shown.palette,
        x="position of the cached key (tokens)",
        y="tokens added since",
        unit="error of the score",
    )
    columns = {"tokens added since": added, "error of the score": stale.error}
    code = shown.code("errors", rotary_dim=shown.model.dim, cites=(RULE,))
    shown.picture(figure, "errors", lambda: pd.DataFrame(columns), code, **said)
