"""The years of ideas: a symbol for each family or kind, the colour of each scheme, a row for each idea."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

import numpy as np

from figures import spec, theme
from figures.spec import Figure

_ROW = 30  # height of a row, pixels
_SYMBOLS = ("circle", "diamond", "square", "circle-open", "triangle-up", "triangle-right", "triangle-down")


def timeline(
    names: Sequence[str],  # in the order of `years`, as `families`
    years: Sequence[int],  # ascending
    families: Sequence[str],
    *,
    marked: str,  # the name to mark
    palette: theme.Palette,
) -> Figure:
    """A point for each scheme over the years, in rows of their own so that names do not overlap.

    A click on a point selects it.
    """
    rows = {name: row for row, name in enumerate(names)}
    traces = []
    for family, symbol in zip(dict.fromkeys(families), cycle(_SYMBOLS)):
        points = [(name, year) for name, year, group in zip(names, years, families, strict=True) if group == family]
        traces.append(spec.over(_points(family, points, rows, marked), {"marker": {"symbol": symbol}}))
    first, last = min(years), max(years)
    beyond = 0.9 + 0.12 * (last - first)  # room for the names of the last year
    across = {"range": [first - 0.5, last + beyond], "tickvals": np.arange(first, last + 1), "tickangle": 0}
    down = {"range": [len(names) - 0.4, -0.6], "showticklabels": False, "showgrid": False}
    layout = {
        "dragmode": False,
        "hovermode": "closest",
        "margin": {"l": 8, "r": 8, "t": 44},
        "xaxis": across | {"tickfont": {"size": 13}, "fixedrange": True},
        "yaxis": down | {"fixedrange": True},
    }
    return spec.figure(traces, layout, palette=palette, height=_ROW * len(names) + 110, x="year of the first paper")


def _points(family: str, points: Sequence[tuple[str, int]], rows: Mapping[str, int], focus: str) -> dict[str, Any]:
    marked = [name == focus for name, _ in points]
    unfaded = {"marker": {"opacity": 1}}  # by default a click fades the other points
    return {
        "type": "scatter",
        "name": family,
        "x": [year for _, year in points],
        "y": [rows[name] for name, _ in points],
        "text": [f"<b>{name}</b>" if mark else name for (name, _), mark in zip(points, marked, strict=True)],
        "customdata": [[name] for name, _ in points],
        "mode": "markers+text",
        "textposition": "middle right",
        "marker": {
            "color": [theme.of_scheme(name, family) for name, _ in points],
            "size": 14,
            "opacity": 1,
            "line": {"color": theme.INK, "width": [3 if mark else 0 for mark in marked]},
        },
        "selected": unfaded,
        "unselected": unfaded,
        "hovertemplate": "%{customdata[0]}, %{x}<extra></extra>",
        "cliponaxis": False,
    }
