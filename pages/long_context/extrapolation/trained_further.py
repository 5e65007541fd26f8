"""RoPE before and after it is trained on with longer texts."""

import streamlit as st

from core.long_context.trained.curves import TUNED_FOR, TUNED_RULES, WINDOW, key
from core.long_context.trained.measurement import between
from core.long_context.trained.stored import LENGTH
from pages.long_context.extrapolation.curve_pictures import by_position, listed, stored_curves
from pages.shared import preview
from pages.shared.words import Words

STEPS = (0, 25, 50)


def draw(words: Words) -> None:
    steps = preview.slider(
        words("Steps", length=TUNED_FOR), STEPS, 0, key="further_steps", width=320, help=words["Steps: help"]
    )
    stored = {name: key(name, steps) for name in TUNED_RULES}
    ends = {name: between(values, 2 * LENGTH, TUNED_FOR) for name, values in stored_curves("tuned", stored).items()}
    facts = {"steps": steps, "own": listed(ends), "first": 2 * LENGTH, "last": TUNED_FOR - 1, "length": TUNED_FOR}
    stored[WINDOW] = WINDOW
    by_position("further", "tuned", stored, words, facts=facts, target=TUNED_FOR, lasting=WINDOW)
    st.markdown(words("Further", **facts))
