"""Views of what was measured ahead: losses by encoding and by rule; retrieval."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from core.long_context.trained import curves
from core.long_context.trained.curves import CONTEXT, CURED, EDGES, FACTORS, TEXT, WINDOW, curves_columns
from core.long_context.trained.reading import MOST, READERS, STOPS, example, read
from core.long_context.trained.stored import HEAD_DIM, LENGTH, alphabet
from core.scaling import RULES
from core.schemes import SCHEMES
from core.teach.room_address import RoomAddress
from figures import theme
from figures.curves import Line
from figures.long_context.extrapolation import Band, by_length, strips
from figures.long_context.rules import Look, looks_of
from pages.shared import chart, frame, preview
from pages.shared.columns import Columns
from pages.shared.room_link import room_link
from pages.shared.verbatim import markdown
from pages.shared.views import one_of
from pages.shared.words import Words
from pages.take_away.derived import columns_of

LENGTHS, FIRST = (LENGTH, *(factor * LENGTH for factor in FACTORS)), 4 * LENGTH  # characters
LOSS = "loss (nats a character)"
WRITERS, FROM = READERS[:3], 256  # of the readers; characters
LOOK_OF = {**looks_of({name: rule.look for name, rule in RULES.items()}), CURED: Look(theme.ROTARY, "dash")}
LOOK_OF |= {name: Look(theme.of_scheme(name, SCHEMES[name].family)) for name in TEXT}
RETRIEVALS = {  # what the lines are → name in the picture → name in the file of curves
    "Encodings": {name: name for name in curves.RETRIEVAL},
    "Rules": {curves.UNSCALED: "RoPE"} | {name: name for name in curves.COMPARED_RULES},
}


def encodings(words: Words) -> None:
    """All encodings, RoPE with a cure, and what three of the models write."""
    picture, hint = st.container(), words("From: help", wanted=MOST)
    place = preview.slider("write on after (characters)", STOPS, FROM, key="write_from", width=420, help=hint)
    names = {name: name for name in (*TEXT, CURED)}
    columns = columns_of_curves("schemes", names)
    mean = partial(curves.means, "schemes", names)
    book, far = mean(LENGTH // 2, LENGTH)["RoPE"], mean(8 * LENGTH, 16 * LENGTH)
    at = columns["position"]
    bands = [
        Band(at[: len(low)], low, high, LOOK_OF[name].colour)
        for name, (low, high) in ((name, curves.loss_range(name)) for name in TEXT)
    ]
    guess = float(np.log(len(alphabet())))
    figure = by_length(
        lines(columns, names),
        original=LENGTH,
        shade_label=words["In training"],
        palette=chart.palette(),
        x="position (characters)",
        y=LOSS,
        bands=bands,
        levels={words["Level: book"]: book, words("Level: guess", loss=guess): guess},
        marked=place,
    )
    facts = {"reached": number_list(far, ".1f"), "far": far["RoPE"], "book": book, "guess": guess, "wanted": MOST}
    with picture:
        chart.show(figure, columns, alt=words("Encodings: alt", **facts), key="encodings")
    written = "".join(f"- **{name}** → {markdown(read(example(), name).written[place])}\n" for name in WRITERS)
    end = " ".join(example()[:place].split()[-4:])
    st.markdown(words("Written", before=place, end=end) + "\n" + written)
    st.markdown(words("Encodings", **facts))


def rules(words: Words) -> None:
    """RoPE under every rule: the reader drags the wanted length, and the cliff moves."""
    controls = frame.controls()
    first = controls.container(width=360)
    label, hint = "then trained on it for (steps)", words["Steps: help"]
    steps = preview.slider(label, curves.TUNED_STEPS, 0, key="further_steps", place=controls, width=260, help=hint)
    if steps:  # at this length alone
        original = target = curves.TUNED_FOR
        label = words("Length: trained on", wanted=target)
        first.select_slider(label, LENGTHS, target, key="trained_length", disabled=True)
        names = curves.sources_of_rules(target // LENGTH, steps)
    else:
        original, target = LENGTH, preview.slider(words["Length"], LENGTHS, FIRST, key="wanted_length", place=first)
        names = curves.sources_of_rules(target // LENGTH) | {WINDOW: WINDOW}
    columns = columns_of_curves("rules", names, ylabel=LOSS)
    last = curves.means("rules", names, target // 2, target)
    facts: dict[str, Any] = {"wanted": target, "half": target // 2, "last": target - 1, "steps": steps}
    facts |= {"trained": original, "unscaled": last[curves.UNSCALED]}
    facts |= {"linear": last[curves.LINEAR], "yarn": last[curves.YARN], "own": number_list(last)}
    book = curves.means("rules", {"": WINDOW}, LENGTH // 2, LENGTH)[""]
    figure = strips(
        {words(f"Row: {name}"): columns[name] for name in names},
        EDGES,
        original=original,
        target=target,
        words={"inside": words["In training"], "beyond": words["Past"]},
        scale={book: words["Scale: book"], float(np.log(len(alphabet()))): words["Scale: guess"]},
        palette=chart.palette(),
        x="position (characters)",
    )
    chart.show(figure, columns, alt=words("Rules: alt", **facts), key="rules", ghost=True)
    section = "Rules: trained on" if steps else "Rules: trained" if target == LENGTH else "Rules"
    st.markdown(words(section, **facts))
    context = (str(LENGTH), str(max(target, 2 * LENGTH)))
    rule_names = tuple(name for name in names if name != WINDOW)
    parameters = {"rotary_dim": (str(HEAD_DIM),), "context": context, "rules": rule_names}
    room_link(RoomAddress("stretch", parameters), words["Angles"], key="to_stretch")


def retrieval(words: Words) -> None:
    """How many tokens a model finds again, by length and by the place of the key."""
    controls = frame.controls()
    of = one_of("lines", [*RETRIEVALS], key="retrieval_of", place=controls)
    by = one_of("over", ["Length", "Place of the key"], key="retrieval_by", place=controls)
    names = RETRIEVALS[of]
    picture, original = ("retrieval", CONTEXT) if by == "Length" else ("places", CONTEXT // 2)
    columns = columns_of_curves(picture, names)
    far = {name: columns[name][columns["length"] == 2 * CONTEXT][0] for name in names} if by == "Length" else {}
    far = far or curves.means(picture, names, original, CONTEXT)
    figure = by_length(
        lines(columns, names),
        original=original,
        shade_label=words["In training"],
        palette=chart.palette(),
        x=f"{next(iter(columns))} (tokens)",
        y="found again (share of tokens)",
        shares=True,
    )
    facts: dict[str, Any] = {"own": number_list(far, ".0%"), "twice": 2 * CONTEXT, "trained": CONTEXT}
    facts |= {"half": CONTEXT // 2, "last": CONTEXT - 1, "length": curves.LONG, "rope": next(iter(far.values()))}
    facts["best"] = far[curves.YARN if of == "Rules" else "ALiBi"]
    chart.show(figure, columns, alt=words("Retrieval: alt", **facts), key="retrieval", ghost=True)
    st.markdown(words(f"Retrieval: {by}", **facts) + " " + words(f"Retrieval: {of}", **facts))


def lines(columns: Columns, names: Mapping[str, str]) -> list[Line]:
    """The columns of a picture as lines; learned has no further rows."""
    x = columns.x
    ends = {name: np.isfinite(columns[name]).sum() for name in names}
    return [LOOK_OF[name].line(name, x[:end], columns[name][:end]) for name, end in ends.items()]


def number_list(values: Mapping[str, float], pattern: str = ".2f") -> str:
    """Names with their numbers, as a sentence has them."""
    return ", ".join(f"{name} {value:{pattern}}" for name, value in values.items() if np.isfinite(value))


def columns_of_curves(
    picture: str,  # of the file of curves
    names: Mapping[str, str],  # of lines: in that part of the file
    **axes: Any,  # as of `columns_of`
) -> Columns:
    """Stored curves, with the script that reads them."""
    cites = [record for name, record in (SCHEMES | RULES).items() if name in names]
    values = {"picture": picture, "names": names}
    return columns_of(curves_columns, "curves", values, cites=cites, files=(curves.FILE,), **axes)
