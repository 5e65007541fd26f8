"""Views of what was measured ahead: losses by encoding, by rule and after further training; retrieval."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from core.long_context.trained import curves
from core.long_context.trained.curves import CONTEXT, FACTORS, FILE, LONG, TEXT, TUNED_FOR, WINDOW, curves_columns
from core.long_context.trained.stored import BETA, HEAD_DIM, LENGTH, alphabet, record, stem
from core.scaling import RULES
from core.schemes import SCHEMES
from core.teach.room_address import RoomAddress
from figures import theme
from figures.long_context.extrapolation import by_length
from figures.long_context.rules import Look, looks_of
from pages.shared import chart, preview
from pages.shared.room_link import room_link
from pages.shared.views import bind, one_of
from pages.shared.words import Words
from pages.take_away.derived import table_and_code

LENGTHS, FIRST = (LENGTH, *(factor * LENGTH for factor in FACTORS)), 4 * LENGTH  # characters
LOSS = "loss (nats a character)"
LOOK_OF = {**looks_of({name: rule.look for name, rule in RULES.items()}), WINDOW: Look(theme.INK, "dash")}
LOOK_OF |= {name: Look(theme.of_scheme(name, SCHEMES[name].family)) for name in TEXT}
RETRIEVALS = {  # what the lines are → name in the picture → name in the file of curves
    "Encodings": {name: name for name in curves.RETRIEVAL},
    "Rules": {curves.UNSCALED: "RoPE"} | {name: name for name in curves.RETRIEVAL_RULES},
}


def encodings(words: Words) -> None:
    """All encodings, without any rule."""
    names = {name: name for name in TEXT}
    mean = partial(curves.means, "schemes", names)
    facts: dict[str, Any] = {"inside": mean(LENGTH // 2, LENGTH), "twice": mean(LENGTH, 2 * LENGTH)}
    facts |= {"reached": number_list(mean(8 * LENGTH, 16 * LENGTH), ".1f"), "guess": np.log(len(alphabet()))}
    facts["parameters"] = record(stem("text", "RoPE"))["parameters"]
    ranges = {name: curves.loss_range(name, LENGTH, 2 * LENGTH) for name in TEXT if name != "learned"}
    facts["spread"] = ", ".join(f"{name} {least:.2f} to {most:.2f}" for name, (least, most) in ranges.items())
    show("encodings", "schemes", names, words, facts)
    st.markdown(words("Encodings", **facts))


def rules(words: Words) -> None:
    """RoPE under every rule: the reader drags the wanted length, and the cliff moves."""
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    slider = partial(preview.slider, place=controls)
    target = slider("wanted length (characters)", LENGTHS, FIRST, key="wanted_length", width=320)
    beta = slider("β (turns)", curves.BETAS, BETA, key="yarn_beta", width=220, help=words["Beta: help"])
    sharpens = controls.toggle("YaRN’s temperature", True, help=words["Temperature: help"], **bind("temperature"))
    cut = controls.toggle("Last 128 only", False, **bind("text_window"))
    names = curves.sources_of_rules(target // LENGTH, beta, is_sharpened=sharpens, cut=cut)
    last = curves.means("rules", names, target // 2, target)
    facts = {"wanted": target, "half": target // 2, "last": target - 1, "factor": target // LENGTH}
    facts |= {"window": last.pop(WINDOW), "own": number_list(last)}
    show("rules", "rules", names, words, facts, target=target, low_line="" if cut else WINDOW)
    st.markdown(words("Rules: cut" if cut else "Rules: trained" if target == LENGTH else "Rules", **facts))
    context = (str(LENGTH), str(max(target, 2 * LENGTH)))
    parameters = {"rotary_dim": (str(HEAD_DIM),), "context": context, "rules": tuple(last)}
    room_link(RoomAddress("stretch", parameters), words["Angles"], key="to_stretch")


def trained_further(words: Words) -> None:
    """RoPE before and after it is trained on with longer texts."""
    label, stops = f"steps of training on {TUNED_FOR} characters", curves.TUNED_STEPS
    steps = preview.slider(label, stops, 0, key="further_steps", width=320)
    names = {name: f"{name} {steps}" for name in curves.TUNED_RULES}
    ends = number_list(curves.means("tuned", names, 2 * LENGTH, TUNED_FOR))
    facts = {"steps": steps, "own": ends, "first": 2 * LENGTH, "last": TUNED_FOR - 1, "length": TUNED_FOR}
    show("further", "tuned", names | {WINDOW: WINDOW}, words, facts, target=TUNED_FOR, low_line=WINDOW)
    st.markdown(words("Further", **facts))


def retrieval(words: Words) -> None:
    """How many tokens a model finds again, by length and by the place of the key."""
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    of = one_of("lines", [*RETRIEVALS], key="retrieval_of", place=controls)
    by = one_of("over", ["Length", "Place of the key"], key="retrieval_by", place=controls)
    if by == "Length":
        picture, names, original = "retrieval", RETRIEVALS[of], CONTEXT
        columns = curves_columns(picture, names)
        far = {name: columns[name][columns["length"] == 2 * CONTEXT][0] for name in names}
    else:
        picture, original = "places", CONTEXT // 2
        names = {name: key for name, key in RETRIEVALS[of].items() if name != "learned"}  # it ends before LONG
        far = curves.means(picture, names, original, CONTEXT)
    facts = {"own": number_list(far, ".0%"), "twice": 2 * CONTEXT, "trained": CONTEXT, "half": CONTEXT // 2}
    facts |= {"last": CONTEXT - 1, "length": LONG}
    show("retrieval", picture, names, words, facts, original=original)
    st.markdown(words(f"Retrieval: {by}", **facts) + " " + words[f"Retrieval: {of}"])


def number_list(values: Mapping[str, float], pattern: str = ".2f") -> str:
    """Names with their numbers, as a sentence has them."""
    return ", ".join(f"{name} {value:{pattern}}" for name, value in values.items() if np.isfinite(value))


def show(
    key: str,
    picture: str,  # of the file of curves
    names: Mapping[str, str],  # of lines: in that part of the file
    words: Words,
    facts: Mapping[str, Any],  # for the sentence about the picture
    **options: Any,  # as of `figures.long_context.extrapolation.by_length`
) -> None:
    """Show a picture of stored curves, with the script that reads them."""
    over, *_ = columns = curves_columns(picture, names)
    ends = {name: np.isfinite(columns[name]).sum() for name in names}  # learned has no further rows
    lines = [LOOK_OF[name].line(name, columns[over][:end], columns[name][:end]) for name, end in ends.items()]
    unit, y = ("tokens", "found again (share of tokens)") if key == "retrieval" else ("characters", LOSS)
    drawing: dict[str, Any] = {"original": LENGTH, "shares": key == "retrieval", "x": f"{over} ({unit})", "y": y}
    drawing |= options
    cites = [(SCHEMES | RULES)[name] for name in names if name != WINDOW]
    values = {"picture": picture, "names": names}
    figure = by_length(lines, shade_label="in training", palette=chart.palette(), **drawing)
    offer = table_and_code(curves_columns, "curves", values, cites=cites, files=(FILE,))
    chart.show(figure, alt=words(f"{key.capitalize()}: alt", **facts), key=key, ghost=True, **offer)
