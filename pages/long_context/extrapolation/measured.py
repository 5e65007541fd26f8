"""Views of what was measured ahead: losses by encoding and by rule; retrieval."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.long_context.trained import curves
from core.long_context.trained.curves import (
    CONTEXT,
    CURED,
    FACTORS,
    SMALL,
    TEXT,
    TUNED_FACTOR,
    Size,
    curves_columns,
    price_columns,
)
from core.long_context.trained.reading import MOST, READERS, STOPS, example, read
from core.long_context.trained.stored import HEAD_DIM, alphabet
from core.scaling import RULES
from core.schemes import SCHEMES
from core.teach.room_address import RoomAddress
from figures import theme
from figures.curves import Line, named_at_ends
from figures.curves import curves as curves_figure
from figures.long_context.extrapolation import HIGH, LOW, Band, by_length, strips
from figures.long_context.rules import Look, looks_of
from pages.long_context.extrapolation.size import More, chosen_size, rests_on
from pages.shared import chart, frame, sliders
from pages.shared.columns import Columns
from pages.shared.room_link import room_link
from pages.shared.verbatim import markdown
from pages.shared.views import one_of
from pages.shared.words import Words
from pages.take_away.derived import columns_of

LOSS = "loss (nats a character)"
LARGER_ALONE = "NoPE"  # has no curve at the small size
WRITERS, FROM = READERS[:3], 256  # of the readers; characters
LOOK_OF = {**looks_of({name: rule.look for name, rule in RULES.items()}), CURED: Look(theme.ROTARY, "dash")}
LOOK_OF |= {name: Look(theme.of_scheme(name, SCHEMES[name].family)) for name in (*TEXT, LARGER_ALONE)}
RETRIEVALS = {  # what the lines are → name in the picture → name in the file of curves
    "Encodings": {name: name for name in curves.RETRIEVAL},
    "Rules": {curves.UNSCALED: "RoPE"} | {name: name for name in curves.COMPARED_RULES},
}


def encodings(words: Words) -> More:
    """All encodings, RoPE with a cure, and at the small size what three of the models write."""
    size = chosen_size(words, frame.controls())
    picture, length, place, is_small = st.container(), size.length, None, size is SMALL
    if is_small:
        hint = words("From: help", wanted=MOST)
        place = sliders.slider("write on after (characters)", STOPS, FROM, key="write_from", width=420, help=hint)
    names = {name: name for name in (*TEXT, *(() if is_small else (LARGER_ALONE,)), CURED)}
    columns = columns_of_curves("schemes", names, size)
    mean = partial(curves.means, "schemes", names, size=size)
    book, far = mean(length // 2, length)["RoPE"], mean(8 * length, 16 * length)
    guess = float(np.log(len(alphabet())))
    figure = by_length(
        lines(columns, names),
        original=length,
        shade_label=words["In training"],
        palette=chart.palette(),
        x="position (characters)",
        y=LOSS,
        bands=bands(columns.x) if is_small else (),
        levels={words["Level: book"]: book, words("Level: guess", loss=guess): guess},
        marked=place,
    )
    facts = {"reached": number_list(far, ".1f"), "far": far["RoPE"], "book": book, "guess": guess, "wanted": MOST}
    facts |= {"length": length, "first": 8 * length, "end": 16 * length, "cured": far[CURED]}
    with picture:
        chart.show(figure, columns, alt=words("Encodings: alt", **facts), key="encodings")
    if place:
        st.markdown(written(place, words))
    st.markdown(words("Encodings" if is_small else "Encodings: larger", **facts))
    return partial(rests_on, size, words)


def bands(positions: NDArray[np.float64]) -> list[Band]:
    """Of each encoding what three models from three seeds span, at the small size."""
    ranges = {name: curves.loss_range(name) for name in TEXT}
    return [Band(positions[: len(low)], low, high, LOOK_OF[name].colour) for name, (low, high) in ranges.items()]


def written(place: int, words: Words) -> str:
    """What three small models write on after so many characters of the example."""
    lines_written = (f"- **{name}** → {markdown(read(example(), name).written[place])}\n" for name in WRITERS)
    end = " ".join(example()[:place].split()[-4:])
    return words("Written", before=place, end=end) + "\n" + "".join(lines_written)


def rules(words: Words) -> More:
    """RoPE under every rule: the reader drags the wanted length, and the cliff moves."""
    controls = frame.controls()
    size = chosen_size(words, controls)
    length, at_size, usual = size.length, "" if size is SMALL else "larger_", TUNED_FACTOR * size.length
    first = controls.container(width=320)
    label, hint = "then trained on it for (steps)", words("Steps: help", length=usual)
    key = f"{at_size}further_steps"
    steps = sliders.slider(label, size.tuned_steps, 0, key=key, place=controls, width=240, help=hint)
    label, key = words("Length: trained on", wanted=usual) if steps else words["Length"], f"{at_size}wanted_length"
    # models were trained further at the usual length alone
    look: Any = {"place": first, "width": 320, "disabled": bool(steps)}
    target = sliders.slider(label, size.lengths, usual, key=key, **look)
    if steps:
        original, names = usual, curves.sources_of_rules(TUNED_FACTOR, steps)
    else:
        original, names = length, curves.sources_of_rules(target // length) | {size.window: size.window}
    columns = columns_of_curves("rules", names, size, ylabel=LOSS)
    last = curves.means("rules", names, target // 2, target, size)
    facts: dict[str, Any] = {"wanted": target, "half": target // 2, "last": target - 1, "steps": steps}
    facts |= {"trained": original, "unscaled": last[curves.UNSCALED], "length": length}
    facts |= {"linear": last[curves.LINEAR], "yarn": last[curves.YARN], "own": number_list(last)}
    book = curves.means("rules", {"": size.window}, length // 2, length, size)[""]
    figure = strips(
        {words[f"Row: {name}"]: columns[name] for name in names},
        size.edges,
        original=original,
        unit=length,
        target=target,
        words={"inside": words["In training"], "beyond": words["Past"]},
        scale={book: words["Scale: book"], float(np.log(len(alphabet()))): words["Scale: guess"]},
        palette=chart.palette(),
        x="position (characters)",
    )
    chart.show(figure, columns, alt=words("Rules: alt", **facts), key="rules", ghost=True)
    section = "Rules: trained on" if steps else "Rules: trained" if target == length else "Rules"
    is_same = size is SMALL or section == "Rules: trained"
    st.markdown(words(section if is_same else f"{section}, larger", **facts))
    if size is SMALL:
        context = (str(length), str(max(target, 2 * length)))
        rule_names = tuple(name for name in names if name != size.window)
        parameters = {"rotary_dim": (str(HEAD_DIM),), "context": context, "rules": rule_names}
        room_link(RoomAddress("stretch", parameters), words["Angles"], key="to_stretch")
    return partial(price, size, words)


def price(size: Size, words: Words) -> None:
    """What a factor costs that nobody needs, and what the curves rest on."""
    factors = (1, *FACTORS)
    by_factor = [curves.sources_of_rules(each) for each in factors]
    sources = {name: [each[name] for each in by_factor] for name in curves.COMPARED_RULES}
    values = {"size": size.name, "factors": factors, "sources": sources}
    columns = columns_of(price_columns, "curves", values, files=(size.path,))
    st.markdown(words["Price: heading"])
    drawn = [LOOK_OF[name].line(name, columns.x, columns[name]) for name in columns.names]
    figure = named_at_ends(
        curves_figure(drawn, palette=chart.palette(), x="factor", y=LOSS, height=280), drawn, LOW, HIGH
    )
    chart.show(figure, columns, alt=words("Price: alt", own=number_list(last_of(columns))), key="price")
    st.markdown(words("Price", yarn=columns[curves.YARN][-1], plain=columns[curves.YARN][0], length=size.length))
    rests_on(size, words)


def last_of(columns: Columns) -> dict[str, float]:
    """Of each column the last number."""
    return {name: float(columns[name][-1]) for name in columns.names}


def retrieval(words: Words) -> More:
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
    return partial(rests_on, SMALL, words)


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
    size: Size = SMALL,
    **axes: Any,  # as of `columns_of`
) -> Columns:
    """Stored curves, with the script that reads them."""
    cites = [record for name, record in (SCHEMES | RULES).items() if name in names]
    values = {"picture": picture, "names": names, "size": size.name}
    return columns_of(curves_columns, "curves", values, cites=cites, files=(size.path,), **axes)
