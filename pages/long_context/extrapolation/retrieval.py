"""How many tokens a model finds again, by length and by the place of the key."""

import numpy as np
import streamlit as st

from core.long_context.trained.curves import LONG, RETRIEVAL, RETRIEVAL_LENGTHS, RETRIEVAL_RULES, TRAINED, part
from core.long_context.trained.measurement import between, middles
from core.scaling import unscaled
from core.schemes import rope
from figures.long_context.extrapolation import accuracy
from pages.long_context.extrapolation.curve_pictures import listed, show, stored_curves
from pages.shared.views import one_of
from pages.shared.words import Words

LINES = {  # what the lines are → name in the picture → name in the file of curves
    "Encodings": {name: name for name in RETRIEVAL},
    "Rules": {unscaled.RULE.name: rope.SCHEME.name} | {name: name for name in RETRIEVAL_RULES},
}
PARTS = {"Length": "retrieval", "Place of the key": "places"}


def draw(words: Words) -> None:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    of = one_of(words["Of"], [*LINES], key="retrieval_of", place=controls)
    by = one_of(words["By"], [*PARTS], key="retrieval_by", place=controls)
    curves, by_length = part(PARTS[by]), by == "Length"
    stored = {name: file for name, file in LINES[of].items() if file in curves}  # a learned table ends before LONG
    x = np.array(RETRIEVAL_LENGTHS) if by_length else middles(len(curves[rope.SCHEME.name]))
    values = stored_curves(PARTS[by], stored)
    at = RETRIEVAL_LENGTHS.index(2 * TRAINED)
    if by_length:
        far = {name: shares[at] for name, shares in values.items() if len(shares) > at}
    else:
        far = {name: between(shares, TRAINED // 2, TRAINED) for name, shares in values.items()}
    facts = {"own": listed(far, ".0%"), "twice": 2 * TRAINED, "trained": TRAINED, "half": TRAINED // 2}
    facts |= {"last": TRAINED - 1, "length": LONG}
    axes = {"x": words[f"By: {by}"], "y": words["Accuracy"], "trained": TRAINED if by_length else TRAINED // 2}
    show("retrieval", PARTS[by], stored, words, accuracy, by.lower(), x, facts=facts, mode="lines+markers", **axes)
    st.markdown(words(f"Retrieval: {by}", **facts) + " " + words[f"Retrieval: {of}"])
