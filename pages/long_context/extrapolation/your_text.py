"""The reader's own text, each character shaded by how surprised a model is by it."""

from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

from core.inputs.whole_text import whole_text
from core.long_context.trained.own_text import MODELS, MOST, TAIL, UNDER_RULES, losses_of, model_for, written_on
from core.long_context.trained.stored import ENCODINGS, FOLDER, LENGTH, alphabet, held_out, stem
from core.scaling import RULES
from figures.long_context.extrapolation import shaded_text
from pages.shared import chart, preview
from pages.shared.views import bind, one_of
from pages.shared.words import Words
from pages.take_away.code import Code

SCRIPT = Path(__file__).parents[3] / "training/extrapolation.py"  # that trained the model
FIRST = 320  # characters of a held-out text, at first
PLACES, FROM = range(32, MOST - TAIL + 1, 32), 256  # characters, whole rows of the picture


def draw(words: Words) -> None:
    name = one_of("read by", MODELS, key="read_by")
    reader, writer = st.columns([3, 1])
    hint = words("From: help", written=TAIL)
    place = preview.slider("write on after (characters)", PLACES, FROM, key="write_from", place=writer, help=hint)
    field = {"height": 90, "max_chars": MOST, "help": words["Text: help"], **bind("your_text")}
    text = whole_text(reader.text_area("your text", held_out()[0][:FIRST], **field) or "")[:MOST]
    if len(text) < 2:
        st.info(words["No text"])
        return
    losses, before = losses_of(text, name), text[:place]
    inside, beyond = losses[:LENGTH], losses[LENGTH:]
    facts = {"name": name, "inside": inside.mean(), "beyond": beyond.sum() / max(1, beyond.size)}
    facts |= {"characters": len(text), "before": len(before), "end": before[-20:]}
    facts["written"] = written_on(before, name)
    scale = {0: "0 expected", 1.25: "1.25 usual", np.log(len(alphabet())): "4.14 a guess"}
    title, palette = f"surprise (nats a character), on average {losses.mean():.2f}", chart.palette()
    chart.show(
        shaded_text(text, losses, original=LENGTH, words=scale, palette=palette, title=title),
        alt=words("Own text: alt", **facts),
        table=lambda: pd.DataFrame({"character": list(text[1:]), "loss (nats)": losses.astype(np.float64)}),
        key="own_text",
        code=code(name, text),
    )
    st.text(" ".join(words("Written", **facts).split()))  # lessons and frames show it too
    st.markdown(words("Own text" if beyond.size else "Own text: short", **facts))


def code(name: str, text: str) -> Code:
    """The script that reads the model and prints the losses."""
    model = model_for(name, len(text))
    file = FOLDER / f"{stem('text', model.scheme.name)}.npz"
    options = {each: value for each, value in model.arguments.items() if each not in ENCODINGS}
    if "frequencies" in options:
        options["frequencies"] = options["frequencies"].tolist()
    values = {"scheme": model.scheme.name, "file": file.name, "text": text, "options": options}
    return Code(
        "extrapolation/losses",
        values | {"attention_factor": model.attention_factor},
        methods=(model.scheme,),
        cites=[RULES[UNDER_RULES[name]]] if name in UNDER_RULES else [],
        files=(file, FOLDER / "held_out.json", SCRIPT),
        arguments=ENCODINGS,
    )
