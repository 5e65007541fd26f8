"""The table as clocks: one for each plane in which its rows turn, and how long their hands take for a turn."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.pictures.clocks import learned_clocks
from core.schemes.analysis.learned_hands import LearnedHands, hands_columns, map_columns, periods_columns
from figures import theme
from figures.curves import Line
from figures.heatmap import signed_heatmap
from figures.schemes.learned import period_rows
from pages.schemes.learned.tables import COLOURS, REAL, Tables
from pages.shared import address, chart, lesson_link
from pages.shared.columns import Columns
from pages.shared.words import Words

START = 100  # where the hands stand until they play; tokens


def draw(tables: Tables, controls: DeltaGenerator, words: Words) -> Callable[[], object] | None:
    found = tables.hands() if tables.length >= 3 else None
    if found is None or not len(found.periods):
        st.info(words["Clocks: none"])
        return None
    rows = {"first": tables.first, "last": -1 if tables.first else None}
    draw_hands(found, rows, tables, words)
    draw_periods(found, rows, tables, words)
    return partial(how, found, rows, tables, words)


def draw_hands(found: LearnedHands, rows: dict[str, int | None], tables: Tables, words: Words) -> None:
    """A clock for each hand, which play over the positions."""
    code = tables.code("hands", **rows)
    columns = Columns(lambda: hands_columns(found.tips, tables.first, found.step), code)
    first, last = int(columns.x[0]), int(columns.x[-1])
    paths = columns.rows.reshape(-1, 2, len(columns.x)).swapaxes(1, 2)  # (m, n, 2)
    periods = found.periods[: len(paths)]
    learned_clocks(
        paths,
        periods=periods,
        first=first,
        step=found.step,
        position=address.whole("position", START, first, last),
        is_playing="position" not in st.query_params and lesson_link.current().controls is None,
        colours={"dots": COLOURS["learned"], "ghost": theme.GHOST},
        alt=words("Clocks: alt", count=len(paths), first=first, last=last, periods=spoken(periods)),
        key="hands",
        on_rest_change=partial(address.keep, "hands", "position"),
    )
    chart.data(columns, key="hands")


def draw_periods(found: LearnedHands, rows: dict[str, int | None], tables: Tables, words: Words) -> None:
    """Their periods beside those of the formula, and what that means."""
    values = {"base": tables.base, "scale": tables.scale}
    columns = Columns(lambda: periods_columns(found.periods, **values), tables.code("periods", **rows, **values))
    learned, formula = np.split(np.asarray(columns["wavelength"]), 2)
    facts = {"count": len(learned), "periods": spoken(learned), "slower": mean_ratio(learned)}
    facts |= {"formula": spoken(formula), "formula_slower": mean_ratio(formula), "base": tables.base}
    facts |= {"explained": found.map_by(1).explained, "last": tables.length - 1}
    names = {"learned": words("Periods: learned"), "sinusoidal": words("Periods: formula", base=tables.base)}
    lines = [
        Line(names[kind], wavelengths, wavelengths, COLOURS[kind])
        for kind, wavelengths in zip(COLOURS, (learned, formula), strict=True)
    ]
    figure = period_rows(lines, palette=chart.palette(), x="wavelength: tokens for one turn")
    chart.show(figure, columns, alt=words("Periods: alt", **facts), key="periods")
    st.markdown(words("Clocks" if tables.stored == REAL else "Clocks: found", **facts))


def how(found: LearnedHands, rows: dict[str, int | None], tables: Tables, words: Words) -> None:
    """How the hands were found, and what is left out."""
    far = {f"after_{offset}": found.map_by(offset).explained for offset in (3, 10) if offset < len(found.rows)}
    facts = {"directions": found.rows.shape[1], "share": found.share, "explained": found.map_by(1).explained}
    st.markdown(words("Clocks: how", **facts))
    columns = Columns(partial(map_columns, found.periods, found.growth, found.step), tables.code("map", **rows))
    names, count = [*columns.names], len(columns.names) // 2
    figure = signed_heatmap(
        columns.rows.T,
        palette=chart.palette(),
        x="of this row",
        y="of the next row",
        unit="",
        labels=names,
        height=380,
    )
    chart.show(figure, columns, alt=words("Map: alt", count=count), key="map")
    st.markdown(words("Map", count=count, entries=4 * count * count, angle=360 / found.periods[0]))
    if len(far) == 2:
        st.markdown(words("Clocks: further", **far))
    if found.step > 1:
        st.caption(words("Spectrum: averaged", positions=found.step))


def mean_ratio(wavelengths: np.ndarray) -> float:
    """How many times as long each is as the one before, as their geometric mean; 1 for a single one."""
    return float((wavelengths[-1] / wavelengths[0]) ** (1 / max(len(wavelengths) - 1, 1)))


def spoken(wavelengths: np.ndarray) -> str:
    texts = [f"{each:,.1f}" if each < 10 else f"{each:,.0f}" for each in wavelengths]
    return " and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))
