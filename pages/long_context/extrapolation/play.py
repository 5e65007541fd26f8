"""A text that grows past the trained length, read along by five models side by side; the reader's own text too."""

from functools import partial
from pathlib import Path

import numpy as np
import streamlit as st

from components.pictures.reading import reading
from core.inputs.whole_text import whole_text
from core.long_context.trained.curves import SMALL
from core.long_context.trained.reading import MOST, READERS, example, model_for, read
from core.long_context.trained.stored import ENCODINGS, FOLDER, LENGTH, alphabet, stem
from core.scaling import RULES
from figures import theme
from pages.long_context.extrapolation.size import More, rests_on
from pages.shared import address, chart, frame, lesson_link
from pages.shared.columns import Columns
from pages.shared.views import bind, one_of
from pages.shared.words import Words
from pages.take_away.code import Code

SCRIPT = Path(__file__).parents[3] / "training/extrapolation.py"  # that trained the model
COLOURS = {"inside": theme.GHOST, "beyond": theme.UNSEEN} | {
    name: theme.SCHEMES[name.partition(",")[0]] for name in READERS
}


def draw(words: Words) -> More:
    picture = st.container()
    controls = frame.controls()
    name = one_of("letters shaded for", READERS, key="read_by", place=controls)
    field = {"height": 68, "max_chars": MOST, "help": words("Text: help", most=MOST), **bind("your_text")}
    text = whole_text(st.text_area("your text", example(), **field) or "")[:MOST]
    if len(text) < 2:
        picture.info(words["No text"])
        return partial(rests_on, SMALL, words)
    readings = {each: read(text, each) for each in (name, *_shown_readers())}
    losses = readings[name].losses
    inside, beyond = losses[:LENGTH], losses[LENGTH:]
    facts = {"name": name, "inside": inside.mean(), "beyond": beyond.sum() / max(1, beyond.size)}
    facts |= {"characters": len(text), "trained": LENGTH}
    with picture:
        reading(
            text,
            readings,
            original=LENGTH,
            guess=float(np.log(len(alphabet()))),
            position=address.if_set("position", address.whole("position", len(text), 1, MOST)),
            is_playing="position" not in st.query_params and lesson_link.current().controls is None,
            colours=COLOURS,
            texts=words.under("Play"),
            alt=words("Reading: alt", **facts),
            key="reading",
            on_rest_change=partial(address.keep, "reading", "position"),
        )
    st.markdown(words("Reading" if beyond.size else "Reading: short", **facts))
    table = {"character": list(text[1:]), "loss (nats)": losses.astype(np.float64)}
    chart.data(Columns(lambda: table, code(name, text)), key="reading")
    return partial(rests_on, SMALL, words)


def _shown_readers() -> tuple[str, ...]:
    """All, or those among which a lesson's step lets choose: it speaks of no other."""
    step = lesson_link.current().step
    named = [tuple(each.names) for each in step.choices if each.name == "read_by"] if step else []
    return named[0] if named else READERS


def code(name: str, text: str) -> Code:
    """The script that reads the model and prints the losses."""
    model = model_for(name, len(text))
    file = FOLDER / f"{stem('text', model.scheme.name)}.npz"
    options = {each: value for each, value in model.arguments.items() if each not in ENCODINGS}
    if "frequencies" in options:
        options["frequencies"] = options["frequencies"].tolist()
    values = {"scheme": model.scheme.name, "file": file.name, "text": text, "options": options}
    rule = name.partition(", ")[2]
    return Code(
        "extrapolation/losses",
        values | {"attention_factor": model.attention_factor},
        methods=(model.scheme,),
        cites=[RULES[rule]] if rule else [],
        files=(file, FOLDER / "held_out.json", SCRIPT),
        arguments=ENCODINGS,
    )
