"""After how many layers of a random transformer position can still be read."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.inputs.settings import Settings
from core.words.probe import POSITIONS
from core.words.survival import MODEL, TEST_SEQUENCES, TRAIN_SEQUENCES, Survival, survival
from figures import theme
from figures.curves import Line
from figures.words.concatenate import share_panels
from pages.shared import chart, views
from pages.shared.words import Words
from pages.take_away.code import Code

KINDS = [(residual, scales) for scales in (False, True) for residual in (True, False)]
DEPTH = np.arange(MODEL.layers + 1)


def draw(settings: Settings, words: Words, seed: int, place: DeltaGenerator) -> Callable[[], object]:
    """Positions read right after each layer, with and without residual connections."""
    encoding = {"base": settings.base, "scale": settings.scale}
    results = (survival(residual=residual, is_scaled=scales, **encoding, seed=seed) for residual, scales in KINDS)
    depths = dict(zip(KINDS, views.gather(results, len(KINDS), place, words["Computing"]), strict=True))
    lines = [line(words, *kind, each) for kind, each in depths.items()]
    chance = Line(words["Guessing"], DEPTH, np.full(len(DEPTH), 1 / POSITIONS), theme.GHOST, dash="dot")
    figure = share_panels(
        {words["Position read"]: [*lines, chance]},
        palette=chart.palette(),
        x="after layer",
        ticks=list(DEPTH),
        panel=300,
        names_at="end",
    )
    facts = {
        "kept": depths[True, False],
        "kept_scaled": depths[True, True],
        "lost": depths[False, False],
        "lost_scaled": depths[False, True],
        "probed": MODEL,
        "chance": 1 / POSITIONS,
    }
    table = {"after layer": DEPTH} | {each.name: np.asarray(each.y) for each in lines}
    chart.show(
        figure,
        alt=words("Layers: alt", **facts),
        table=lambda: pd.DataFrame(table),
        key="layers",
        code=Code("concatenate/layers", {"seed": seed}),
    )
    st.markdown(words("Layers", **facts))
    return partial(st.markdown, words("Layers: setting", trained=TRAIN_SEQUENCES, tested=TEST_SEQUENCES, **facts))


def line(words: Words, residual: bool, scales: bool, depth: Survival) -> Line:
    return Line(
        words["With residual" if residual else "Without residual"] + (words["Scaled"] if scales else ""),
        DEPTH,
        np.array(depth.exact),
        theme.INK if residual else theme.GHOST,
        mode="lines+markers",
        dash="dash" if scales else "solid",
    )
