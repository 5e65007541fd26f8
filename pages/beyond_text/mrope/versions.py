"""Where text goes on after a video in two versions of one library."""

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
import streamlit as st

from core.beyond_text.contents import METHODS
from core.beyond_text.prompt import KINDS, VERSION, Segment, prompt_positions
from figures.beyond_text.mrope import versions as versions_figure
from pages.shared import chart, preview
from pages.shared.words import Words
from pages.take_away.code import Code

BEFORE, AFTER = 2, 6  # tokens of text
FRAMES = tuple(range(1, 17))
SIDES = (1, 2, 3, 4, 6, 8)


def draw(words: Words) -> Callable[[], None]:
    """Draw where two versions go on; returns what draws their formulas."""
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    frames = preview.slider(words["Frames"], FRAMES, 6, key="frames", place=controls, width=260)
    side = preview.slider(words["Longer side"], SIDES, 3, key="video_side", place=controls, width=260)
    rows = min(2, side)
    parts: list[Segment] = [("text", BEFORE), ("video", (frames, rows, side)), ("text", AFTER)]
    tracks = {version: prompt_positions(parts, version=version, merge=1) for version in VERSION.options}
    largest = {version: each.positions.max(axis=0) for version, each in tracks.items()}
    kinds = next(iter(tracks.values())).kinds
    video = kinds == KINDS.index("video")
    last = int(np.flatnonzero(video)[-1])
    first = next(iter(largest.values()))
    facts = {"frames": frames, "rows": rows, "columns": side, "counter": int(first[video].min())}
    facts |= {"reached": int(first[video].max())}
    facts |= {name: int(largest[version][last + 1]) for name, version in (("new", "5.23.0"), ("old", "4.57.3"))}
    overlap = facts["reached"] - facts["new"] + 1
    chart.show(
        versions_figure(largest, kinds, kinds_named=KINDS, palette=chart.palette()),
        alt=words("Versions: alt", **facts),
        table=lambda: pd.DataFrame({"token": np.arange(len(kinds)), "kind": np.array(KINDS)[kinds]} | largest),
        key="versions",
        code=Code("mrope/versions", {"parts": parts}, cites=[METHODS["M-RoPE"]]),
        ghost=True,
    )
    st.markdown(words("Versions" if overlap > 0 else "Versions: agree", overlap=overlap, **facts))
    return lambda: formulas(words, facts)


def formulas(words: Words, facts: Mapping[str, int]) -> None:
    st.latex(words("Versions: formula", **facts))
    st.markdown(words["Versions: said"])
