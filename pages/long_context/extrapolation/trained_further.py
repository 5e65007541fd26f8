"""RoPE before and after it is trained on with longer texts."""

import streamlit as st

from core.long_context.trained.curves import TUNED_FOR, TUNED_RULES, WINDOW, part
from core.long_context.trained.measurement import between
from core.long_context.trained.stored import LENGTH
from core.scaling import RULES, yarn
from figures import theme
from figures.long_context.rules import LOOKS
from pages.long_context.extrapolation.shown import by_position, line
from pages.shared import preview
from pages.shared.words import Words

STEPS = (0, 25, 50)


def draw(words: Words) -> None:
    steps = preview.slider(
        words("Steps", length=TUNED_FOR), STEPS, 0, key="further_steps", width=320, help=words["Steps: help"]
    )
    stored = {name: f"{name} {steps}" for name in TUNED_RULES}
    curves = part("tuned")
    lines = [line(name, curves[each], LOOKS[name].colour, dash=LOOKS[name].dash) for name, each in stored.items()]
    lines.append(line(WINDOW, curves[WINDOW], theme.INK, dash="dash"))
    ends = {name: between(curves[each], 2 * LENGTH, TUNED_FOR) for name, each in stored.items()}
    own = ", ".join(f"{name} {value:.2f}" for name, value in ends.items())
    said = {"steps": steps, "own": own, "first": 2 * LENGTH, "last": TUNED_FOR - 1, "length": TUNED_FOR}
    records = [RULES[name] for name in TUNED_RULES]
    files = stored | {WINDOW: WINDOW}
    by_position(
        "further", files, lines, words, part="tuned", cites=records, said=said, wanted=TUNED_FOR, inside=True
    )
    st.markdown(words("Further", **said, yarn=ends[yarn.RULE.name]))
