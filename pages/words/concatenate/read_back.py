"""What a linear probe reads back of word and position, against d_model."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.inputs.settings import Settings
from core.words.read_back import WIDTHS, ReadBack, Way, across_widths
from figures import theme
from figures.curves import Line
from figures.words.concatenate import share_panels
from pages.shared import chart, views
from pages.shared.columns import Columns
from pages.shared.words import Words
from pages.take_away.code import Code

GOOD = 0.99  # share read right
COLOURS = {Way.ADDED: theme.SUM, Way.HALVES: theme.INK}  # of the ways that are drawn; More has the others


def draw(settings: Settings, words: Words, seed: int, place: DeltaGenerator) -> Callable[[], object]:
    """Shares of positions and words read right, for each way to join the two."""
    results = across_widths(base=settings.base, scale=settings.scale, seed=seed)
    rows = views.gather(results, len(WIDTHS), place, words["Computing"])
    by_way = {way: [next(each for each in row if each.way is way) for row in rows] for way in Way}
    code = Code("concatenate/read_back", {"seed": seed})
    columns = Columns(lambda: pd.DataFrame([vars(each) for row in rows for each in row]), code)
    panels = {
        words[heading]: [line(words[f"Way: {way.name}"], way, columns, what) for way in COLOURS]
        for heading, what in (("Position read", "position"), ("Word read", "word"))
    }
    ticks = [2**n for n in range(3, 10)]
    figure = share_panels(panels, palette=chart.palette(), x="d_model (features)", ticks=ticks, log_x=True)
    at_width = by_width(by_way)
    chart.show(
        figure,
        columns,
        alt=words("Read back: alt", **at_width),
        key="read_back",
    )
    st.markdown(words("Read back", wide=wide_words(words, rows), **at_width))
    return partial(st.markdown, words("Read back: more", **at_width))


def line(name: str, way: Way, columns: Columns, what: str) -> Line:
    of_way = (columns["way"] == way).to_numpy()
    widths, shares = (columns[each].to_numpy()[of_way] for each in ("d_model", what))
    return Line(name, widths, shares, COLOURS[way], mode="lines+markers", width=3)


def by_width(by_way: Mapping[Way, Sequence[ReadBack]]) -> dict[str, ReadBack]:
    """Results that the words name: added_16 is of Way.ADDED at d_model 16."""
    return {
        f"{way.name.lower()}_{each.d_model}": each
        for way, results in by_way.items()
        for each in results
        if each.d_model in (8, 16, 64, 512)
    }


def wide_words(words: Words, rows: Sequence[Sequence[ReadBack]]) -> str:
    """From which d_model on all ways read both, if from any."""
    good = [all(min(each.position, each.word) >= GOOD for each in row) for row in rows]
    width = next((width for i, width in enumerate(WIDTHS) if all(good[i:])), None)
    return words("Read back: never" if width is None else "Read back: wide", width=width or WIDTHS[-1], good=GOOD)
