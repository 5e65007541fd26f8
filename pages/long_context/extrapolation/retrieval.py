"""How many tokens a model finds again, by length and by the place of the key."""

import streamlit as st

from core.long_context.trained import curves
from core.long_context.trained.curves import LONG, TRAINED
from figures.long_context.extrapolation import accuracy
from pages.long_context.extrapolation.losses import listed, show
from pages.shared.views import one_of
from pages.shared.words import Words

NAMES = {  # what the lines are → name in the picture → name in the file of curves
    "Encodings": {name: name for name in curves.RETRIEVAL},
    "Rules": {"Unscaled": "RoPE"} | {name: name for name in curves.RETRIEVAL_RULES},
}


def draw(words: Words) -> None:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    of = one_of(words["Of"], [*NAMES], key="retrieval_of", place=controls)
    by = one_of(words["By"], ["Length", "Place of the key"], key="retrieval_by", place=controls)
    picture, trained = ("retrieval", TRAINED) if by == "Length" else ("places", TRAINED // 2)
    # a learned table ends before LONG
    names = {name: key for name, key in NAMES[of].items() if by == "Length" or name != "learned"}
    if by == "Length":
        columns = curves.curves_columns(picture, names)
        far = {name: columns[name][columns["length"] == 2 * TRAINED][0] for name in names}
    else:
        far = curves.means(picture, names, trained, TRAINED)
    said = {"own": listed(far, ".0%"), "twice": 2 * TRAINED, "trained": TRAINED, "half": TRAINED // 2}
    said |= {"last": TRAINED - 1, "length": LONG}
    show("retrieval", picture, names, words, said, accuracy, x=f"By: {by}", y="Accuracy", trained=trained)
    st.markdown(words(f"Retrieval: {by}", **said) + " " + words[f"Retrieval: {of}"])
