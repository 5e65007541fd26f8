"""Schemes side by side: scores over the offset, and the years of ideas."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, named_at_ends, trace
from figures.spec import Figure

_DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
_LOWEST, _HIGHEST = -30.0, 8.0  # scores that are always shown
_LARGEST = 1e30  # below the largest float32


@dataclass(frozen=True)
class Score:
    """The curve of a scheme."""

    name: str
    family: str
    values: NDArray[np.floating]  # (n,) NaN where there is no score

    @property
    def colour(self) -> str:
        """The scheme's."""
        return theme.of_scheme(self.name, self.family)


def score_overlay(
    offsets: NDArray[np.integer],  # (n,) tokens, ascending, symmetric about 0
    scores: Sequence[Score],  # at least one
    *,
    palette: theme.Palette,
    y: str,
) -> Figure:
    """Curves with their names at their right ends; very large values are cut off."""
    low, high = visible([score.values for score in scores])
    span = high - low
    bounds = max(low - 9 * span, -_LARGEST), min(high + 9 * span, _LARGEST)
    lines = []
    ranks: dict[str, int] = {}
    for score in scores:
        rank = 0 if score.name in theme.SCHEMES else ranks.get(score.colour, 0) + 1
        ranks[score.colour] = max(rank, ranks.get(score.colour, 0))
        lines.append(_curve(offsets, score, _DASHES[rank % len(_DASHES)], bounds))
    layout = {
        "xaxis": {"zeroline": False, "range": [float(offsets[0]) - 0.5, float(offsets[-1]) + 0.5]},
        "yaxis": {"zeroline": True},
        "meta": {"follows": {"yaxis": ["d_model", "length"]}},  # scores of RoPE and of ALiBi grow with them
    }
    traces = [trace(line, "k = %{x:,}: %{y:,.3f}") for line in lines]
    x = "offset k, key − query (tokens)"
    figure = spec.figure(traces, layout, palette=palette, height=370, x=x, y=y)
    return named_at_ends(figure, lines, low - 0.06 * span, high + 0.1 * span)


def visible(
    curves: Sequence[NDArray[np.floating]],  # at least one; may contain NaN
) -> tuple[float, float]:  # low < high
    """Lowest and highest value to show, so that one steep curve does not flatten the others.

    Curves between -30, where a weight is practically 0, and 8 are shown completely; steeper curves up to 1.5 times
    the range of the median curve.

    >>> visible([np.array([0.0, -1000.0]), np.array([0.0, -2.0]), np.array([1.0, 0.0])])
    (-30.0, 1.0)
    """
    finite = [values[np.isfinite(values)] for values in curves]
    lows = sorted((float(values.min()) for values in finite if len(values)), reverse=True)
    highs = sorted(float(values.max()) for values in finite if len(values))
    middle = (len(lows) - 1) // 2
    low = max(lows[-1], min(_LOWEST, 1.5 * lows[middle]))
    high = min(highs[-1], max(_HIGHEST, 1.5 * highs[middle]))
    return (low, high) if high > low else (low - 1, high + 1)


def _curve(offsets: NDArray[np.integer], score: Score, dash: str, bounds: tuple[float, float]) -> Line:
    """Values far outside the picture are clipped: they would overflow in the browser."""
    return Line(score.name, offsets, np.clip(score.values, *bounds), score.colour, dash=dash, width=2.5)


_ROW = 30  # height of a row, pixels
_SYMBOLS = ("circle", "diamond", "square", "circle-open", "triangle-up", "triangle-right", "triangle-down")


def timeline(
    names: Sequence[str],  # in the order of `years`, as `families`
    years: Sequence[int],  # ascending
    families: Sequence[str],
    *,
    current: str,  # the name to mark
    palette: theme.Palette,
) -> Figure:
    """A point for each scheme over the years, in rows of their own so that names do not overlap.

    A click on a point selects it.
    """
    rows = {name: row for row, name in enumerate(names)}
    traces = []
    for family, symbol in zip(dict.fromkeys(families), cycle(_SYMBOLS)):
        points = [(name, year) for name, year, group in zip(names, years, families, strict=True) if group == family]
        sides = [
            "left" if 2 * year > years[0] + years[-1] else "right" for _, year in points
        ]  # where there is room
        look = {"marker": {"symbol": symbol}, "textposition": [f"middle {side}" for side in sides]}
        traces += [spec.over(_points(family, points, rows, current), look), _key(family, symbol)]
    first, last = min(years), max(years)
    across = {"range": [first - 0.5, last + 0.5], "tickvals": np.arange(first, last + 1), "tickangle": 0}
    down = {"range": [len(names) - 0.4, -1.2], "showticklabels": False, "showgrid": False}
    layout = {
        "dragmode": False,
        "hovermode": "closest",
        "margin": {"l": 8, "r": 8, "t": 44},
        "xaxis": across | {"tickfont": {"size": 13}, "fixedrange": True},
        "yaxis": down | {"fixedrange": True},
    }
    return spec.figure(traces, layout, palette=palette, height=_ROW * len(names) + 110, x="year of the first paper")


def _key(family: str, symbol: str) -> dict[str, Any]:
    """An entry of the legend that has no point: a symbol is a family's, a colour a scheme's."""
    marker = {"symbol": symbol, "size": 14, "color": theme.INK}
    silent = {"x": [None], "y": [None], "hoverinfo": "skip"}
    return {"type": "scatter", "name": family, "mode": "markers", "marker": marker} | silent


def _points(family: str, points: Sequence[tuple[str, int]], rows: Mapping[str, int], focus: str) -> dict[str, Any]:
    is_marked = [name == focus for name, _ in points]
    full_opacity = {"marker": {"opacity": 1}}  # by default a click fades the other points
    return {
        "type": "scatter",
        "name": family,
        "x": [year for _, year in points],
        "y": [rows[name] for name, _ in points],
        "text": [f"<b>{name}</b>" if mark else name for (name, _), mark in zip(points, is_marked, strict=True)],
        "customdata": [[name] for name, _ in points],
        "mode": "markers+text",
        "marker": {
            "color": [theme.of_scheme(name, family) for name, _ in points],
            "size": 14,
            "opacity": 1,
            "line": {"color": theme.INK, "width": [3 if mark else 0 for mark in is_marked]},
        },
        "selected": full_opacity,
        "unselected": full_opacity,
        "showlegend": False,
        "hovertemplate": "%{customdata[0]}, %{x}<extra></extra>",
        "cliponaxis": False,
    }
