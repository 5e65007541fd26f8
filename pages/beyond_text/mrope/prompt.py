"""A prompt put together by hand, and the three positions of each of its tokens."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from core.beyond_text.contents import METHODS
from core.beyond_text.mrope import AXES
from core.beyond_text.prompt import (
    KINDS,
    MAX_LENGTH,
    MODEL,
    Segment,
    Tracks,
    enlarge_images,
    prompt_positions,
    read_prompt,
)
from core.numeric.numerals import minus
from figures.beyond_text.mrope import tracks as tracks_figure
from pages.shared import chart, frame, sliders
from pages.shared.columns import Columns
from pages.shared.verbatim import markdown
from pages.shared.views import bind, metric, one_of
from pages.shared.words import Words
from pages.take_away.code import Code

USUAL = "text 4, image 4 × 6, text 4"
FACTORS = (1, 2, 3, 4, 5, 6, 8)
RULE, OTHER = "4.57.3", "5.23.0"
"""Versions of transformers: the one that goes on after the largest position, as the paper says, and the newest."""


def draw(words: Words) -> Callable[[], None]:
    """Draw the three positions of each token; returns what draws the numbers."""
    controls = frame.controls()
    prompt = controls.text_input(
        words["Prompt"], USUAL, max_chars=MAX_LENGTH, width=380, help=words["Prompt: help"], **bind("prompt")
    )
    factor = sliders.slider(
        words["Factor"], FACTORS, 1, key="factor", place=controls, width=220, help=words["Factor: help"]
    )
    parts = parts_of(prompt or USUAL, factor, words)
    model = ask_model(controls, words) if any(kind == "video" for kind, _ in parts) else MODEL.options[0]
    tracks = prompt_positions(parts, model=model, version=RULE, merge=1)
    positions, tokens = int(tracks.positions.max()) + 1, tracks.positions.shape[1]
    facts = {"tokens": tokens, "positions": positions, "delta": tracks.delta, "model": model}
    other = prompt_positions(parts, model=model, version=OTHER, merge=1)
    differs = not np.array_equal(other.positions, tracks.positions)
    largest = {words["Other"]: other.positions.max(axis=0)} if differs else {}
    values = {"parts": parts, "model": model, "other": OTHER if differs else ""}
    code = Code("mrope/tracks", values, cites=[METHODS["M-RoPE"]])
    columns = Columns(lambda: table(tracks, largest), code)
    figure = tracks_figure(
        np.stack([columns[axis] for axis in AXES]),
        tracks.kinds,
        {name: columns[name] for name in largest},
        names=AXES,
        kinds_named=KINDS,
        palette=chart.palette(),
    )
    chart.show(figure, columns, alt=words("Tracks: alt", **facts), key="tracks", ghost=True)
    reading(words, parts, tracks, facts, model)
    if differs:
        st.info(words("Disagree", here=tracks.next_position, there=other.next_position))
    return lambda: numbers(words, facts)


def ask_model(place: DeltaGenerator, words: Words) -> str:
    """Whose rule for time holds, which only a video has."""
    return one_of(words["Model"], list(MODEL.options), key="time_rule", place=place, help=words["Model: help"])


def parts_of(text: str, factor: int, words: Words) -> list[Segment]:
    """What the reader has written, or the usual prompt with the reason below the field."""
    try:
        return enlarge_images(read_prompt(text), factor)
    except ValueError as error:
        st.warning(words("Refused", error=markdown(str(error)), usual=USUAL))
        return read_prompt(USUAL)


def reading(words: Words, parts: list[Segment], tracks: Tracks, facts: dict[str, Any], model: str) -> None:
    """Where the counter goes on after the first image or video."""
    first = next((part for part in parts if not isinstance(part[1], int)), None)
    if first is None:
        st.markdown(words["Text alone"])
        return
    kind, size = first
    start = int(np.flatnonzero(tracks.kinds != 0)[0])
    counter = int(tracks.positions[0, start])
    frames, rows, columns = size if isinstance(size, tuple) else (1, 1, 1)
    by_frame = model == "Qwen3-VL" and kind == "video"
    length = rows * columns * (1 if by_frame else frames)
    after = int(tracks.positions[0, start + length])
    facts |= {"kind": kind, "rows": rows, "columns": columns, "frames": frames, "counter": counter}
    facts |= {"first": length, "after": after, "further": after - counter, "at": start + length}
    if by_frame:
        st.markdown(words("Continues: frames", **facts))
    else:
        st.markdown(f"{words('Continues', **facts)} {words(comparison_section(after, start + length), **facts)}")
    facts["formula"] = "Continues: formula" if frames == 1 or by_frame else "Continues: video formula"


def numbers(words: Words, facts: dict[str, Any]) -> None:
    """How many tokens and positions, and how the counter goes on."""
    with st.grid(3, min_column_width=180, gap="small"):
        metric(words["Tokens"], f"{facts['tokens']:,}", words["Tokens: note"])
        metric(words["Positions"], f"{facts['positions']:,}", words["Positions: note"])
        metric(words["Delta"], minus(f"{facts['delta']:,}"), words["Delta: note"])
    if "formula" in facts:
        st.latex(words(facts["formula"], **facts))


def comparison_section(after: int, counted_position: int) -> str:
    """The section about a position after an image or a video, beside the one that its tokens would lead to."""
    if after == counted_position:
        return "Continues: same"
    return "Continues: nearer" if after < counted_position else "Continues: farther"


def table(tracks: Tracks, largest: Mapping[str, NDArray[np.int_]]) -> dict[str, NDArray[Any]]:
    """The three positions of each token, and the largest by another rule."""
    columns = {"token": np.arange(tracks.positions.shape[1]), "kind": np.array(KINDS)[tracks.kinds]}
    return columns | dict(zip(AXES, tracks.positions, strict=True)) | dict(largest)
