"""How many tokens a model finds again, by length and by the place of the key."""

from collections.abc import Sequence

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.long_context.trained.curves import LONG, RETRIEVAL, RETRIEVAL_LENGTHS, RETRIEVAL_RULES, part
from core.long_context.trained.measurement import between, middles
from core.scaling import RULES, unscaled
from core.schemes import SCHEMES, rope
from figures import theme
from figures.curves import Line
from figures.long_context.extrapolation import accuracy
from figures.long_context.rules import LOOKS, Look
from figures.spec import Figure
from pages.long_context.extrapolation.shown import show
from pages.shared import chart
from pages.shared.views import one_of
from pages.shared.words import Words

SHOWN = {  # what the lines are → name in the picture → name in the file of curves
    "Encodings": {name: name for name in RETRIEVAL},
    "Rules": {unscaled.RULE.name: rope.SCHEME.name} | {name: name for name in RETRIEVAL_RULES},
}
PARTS = {"Length": "retrieval", "Place of the key": "places"}
TRAINED = RETRIEVAL_LENGTHS[1]
LOOK_OF = {**LOOKS} | {name: Look(theme.of_scheme(name, SCHEMES[name].family)) for name in RETRIEVAL}


def draw(words: Words) -> None:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    of = one_of(words["Of"], [*SHOWN], key="retrieval_of", place=controls)
    by = one_of(words["By"], [*PARTS], key="retrieval_by", place=controls)
    found, by_length = part(PARTS[by]), by == "Length"
    stored = {name: file for name, file in SHOWN[of].items() if file in found}  # a learned table ends before LONG
    x = np.array(RETRIEVAL_LENGTHS) if by_length else middles(len(found[rope.SCHEME.name]))
    lines = [curve(name, x, found[file]) for name, file in stored.items()]
    far = {
        name: found[file][2] if by_length else between(found[file], TRAINED // 2, TRAINED)
        for name, file in stored.items()
        if len(found[file]) > 2
    }
    own = ", ".join(f"{name} {value:.0%}" for name, value in far.items())
    said = {"own": own, "twice": 2 * TRAINED, "trained": TRAINED, "half": TRAINED // 2, "last": TRAINED - 1}
    columns = {line.name: np.append(line.y, np.full(len(x) - len(line.y), np.nan)) for line in lines}
    records = [(SCHEMES | RULES)[name] for name in stored]
    figure = picture(lines, by, words)
    show("retrieval", figure, {by.lower(): x} | columns, stored, words, part=PARTS[by], cites=records, said=said)
    st.markdown(words(f"Retrieval: {by}", **said, length=LONG) + " " + words[f"Retrieval: {of}"])


def picture(lines: Sequence[Line], by: str, words: Words) -> Figure:
    """Accuracy with the training shaded: up to 64 tokens, of which the key is among the first half."""
    return accuracy(
        lines,
        trained=TRAINED if by == "Length" else TRAINED // 2,
        shaded=words["Shaded"],
        last=float(max(line.x[-1] for line in lines)),
        palette=chart.palette(),
        x=words[f"By: {by}"],
        y=words["Accuracy"],
    )


def curve(name: str, x: NDArray[np.number], values: NDArray[np.float64]) -> Line:
    """A line with a point for each measurement."""
    look = LOOK_OF[name]
    return Line(name, x[: len(values)], values, look.colour, "lines+markers", look.dash, width=2.5)
