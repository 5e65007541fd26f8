"""After how many layers of a random transformer position can still be read."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.inputs.settings import Settings
from core.words.probe import POSITIONS
from core.words.survival import MODEL, TEST_SEQUENCES, TRAIN_SEQUENCES, survival
from figures import theme
from figures.curves import Line
from figures.words.concatenate import share_panels
from pages.shared import chart, views
from pages.shared.columns import Columns
from pages.shared.words import Words
from pages.take_away.code import Code

DEPTH = np.arange(MODEL.layers + 1)


def draw(settings: Settings, words: Words, seed: int, place: DeltaGenerator) -> Callable[[], object]:
    """Positions read right after each layer, with and without residual connections."""
    encoding = {"base": settings.base, "scale": settings.scale}
    results = (survival(residual=kept, is_scaled=False, **encoding, seed=seed) for kept in (True, False))
    kept, lost = views.gather(results, 2, place, words["Computing"])
    shares = {words["With residual"]: kept.exact, words["Without residual"]: lost.exact}
    by_depth = {"after layer": DEPTH} | {name: np.array(each) for name, each in shares.items()}
    columns = Columns(lambda: by_depth, Code("concatenate/layers", {"seed": seed}))
    looks = zip(columns.names, (theme.SUM, theme.INK), strict=True)
    lines = [columns.line(name, colour, mode="lines+markers", width=3) for name, colour in looks]
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
        "kept": kept,
        "lost": lost,
        "probed": MODEL,
        "chance": 1 / POSITIONS,
    }
    chart.show(figure, columns, alt=words("Layers: alt", **facts), key="layers")
    st.markdown(words("Layers", **facts))
    return partial(st.markdown, words("Layers: setting", trained=TRAIN_SEQUENCES, tested=TEST_SEQUENCES, **facts))
