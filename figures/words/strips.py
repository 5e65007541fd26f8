"""Vectors as strips of coloured cells in an HTML table, without a chart library."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from figures import theme


@dataclass(frozen=True)
class Row:
    """One row of the table.

    Parameters
    ----------
    name : str
    strips : sequence of ndarray of shape (n,)
        Signed values, one vector for each column.
    number : str
        Text in the last column.
    """

    name: str
    strips: Sequence[NDArray[np.floating]]
    number: str


def strips(
    rows: Sequence[Row], *, palette: theme.Palette, columns: Sequence[str], number: str, limit: float
) -> str:
    """Table of names, strips and numbers; screen readers get the names and the numbers.

    Parameters
    ----------
    rows : sequence of Row
    palette : Palette
    columns : sequence of str
        Headings of the strips.
    number : str
        Heading of the numbers.
    limit : float
        Size of value that gets the full colour.

    Returns
    -------
    html : str
        A table with inline styles, as wide as its container.
    """
    head = "".join(_heading(text, "center") for text in columns)
    body = "".join(_row(row, palette, limit) for row in rows)
    return (
        '<table style="width:100%;border-collapse:collapse;table-layout:fixed;border:0;font-size:.875rem">'
        f'<colgroup><col style="width:2.4rem">{"<col>" * len(columns)}<col style="width:3.6rem"></colgroup>'
        f'<thead><tr><td style="{_CELL}"></td>{head}{_heading(number, "right")}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


_CELL = "border:0;padding:.2rem .25rem"
_FULL = 255  # shades on each side of zero, as many as a channel has steps


@cache
def _shades(palette: theme.Palette) -> list[str]:
    """Colours of 0 … 255, then of -255 … -1, so that a negative index gives the colour of a negative value."""
    return [palette.colour(value, _FULL) for value in (*range(_FULL + 1), *range(-_FULL, 0))]


@cache
def _cell_edges(count: int) -> list[str]:
    """CSS positions where each cell begins and ends."""
    edges = np.linspace(0, 100, count + 1)
    return [f" {start:.4g}% {end:.4g}%" for start, end in pairwise(edges)]


def _heading(text: str, side: str) -> str:
    style = f"{_CELL};text-align:{side};vertical-align:bottom;font-weight:400;opacity:.8;text-wrap:balance"
    return f'<th scope="col" style="{style}">{escape(text)}</th>'


def _row(row: Row, palette: theme.Palette, limit: float) -> str:
    cells = "".join(f'<td style="{_CELL}">{_strip(values, palette, limit)}</td>' for values in row.strips)
    name = "border:0;padding:.2rem 0;text-align:left;font-weight:600"
    number = f"{_CELL};text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap"
    return (
        f'<tr><th scope="row" style="{name}">{escape(row.name)}</th>{cells}'
        f'<td style="{number}">{escape(row.number)}</td></tr>'
    )


def _strip(values: NDArray[np.floating], palette: theme.Palette, limit: float) -> str:
    """One element for all cells: a gradient with hard colour stops."""
    shades, full = _shades(palette), limit or math.inf
    places = [round(_FULL * max(-1.0, min(1.0, value / full))) for value in values.tolist()]
    stops = ",".join([shades[place] + edges for place, edges in zip(places, _cell_edges(len(values)), strict=True)])
    style = f"height:1.35rem;border-radius:.2rem;background:linear-gradient(90deg,{stops})"
    return f'<div aria-hidden="true" style="{style};box-shadow:0 0 0 1px {palette.grid}"></div>'
