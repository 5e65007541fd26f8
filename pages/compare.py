from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from core.inputs.settings import Settings
from core.schemes import SCHEMES
from pages.schemes.compare import curves, history
from pages.shared import frame, room, sliders
from pages.shared.view_row import view_name
from pages.shared.views import bind
from pages.shared.words import Words

SHOWN_FIRST = ["sinusoidal", "RoPE", "ALiBi", "T5", "NoPE"]
HEAD = 4


def draw(settings: Settings, words: Words) -> None:
    by_view = {"Scores": scores, "Timeline": history.draw}
    if "lesson" in st.query_params and "compare_view" not in st.query_params:
        by_view["Scores"] = history.draw  # the only view where that word means something
    room.close(words, by_view[view_name()](settings, words))


def scores(settings: Settings, words: Words) -> Callable[[], None]:
    controls = frame.controls()
    head = sliders.slider(
        "head of the biases", range(1, curves.BIAS_HEADS + 1), HEAD, key="head", place=controls, width=200
    )
    names = controls.multiselect(
        "schemes", list(SCHEMES), default=SHOWN_FIRST, width=540, wrap=True, **bind("schemes")
    )
    of_curves = None
    if not names:
        st.info(words["No scheme"])
    elif settings.length == 1:
        st.info(words["One token"])
    else:
        of_curves = curves.draw(settings, words, [SCHEMES[name] for name in names], head)
    return partial(more, words, of_curves)


def more(words: Words, of_curves: Callable[[], None] | None) -> None:
    """What the curves assume, and a table of all schemes."""
    if of_curves:
        of_curves()
    rows = [
        {
            "scheme": f"**{scheme.name}**",
            "position": scheme.family.position,
            "score from k alone": "yes" if scheme.relative else "no",
            "learned": "yes" if scheme.is_learned else "no",
            "past the trained length": scheme.beyond,
            "where it acts": scheme.acts,
            "cost": scheme.cost,
            "year": scheme.year,
            "paper": scheme.source,
        }
        for scheme in SCHEMES.values()
    ]
    st.markdown(words["Properties: heading"])
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True, alt=words["Properties: alt"])
    st.markdown(words["Properties"])


draw(*room.enter(__file__))
