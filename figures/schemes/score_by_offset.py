"""Schemes over one axis of offsets, and over the years: a colour for each family, a dash for each scheme."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from figures import spec, theme
from figures.labels import separated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from figures.spec import Figure

FAMILY_COLOURS: Mapping[str, str] = {
    "additive": theme.SERIES[2],
    "rotary": theme.SERIES[4],
    "bias": theme.SERIES[3],
    "none": theme.GHOST,
}
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
_LINE = 19  # pixels of height that a label needs
_MARGIN = 90  # pixels above and below the data, together
_LOWEST, _HIGHEST = -30.0, 8.0  # scores that are shown in any case
_DRAWN = 1e30  # float32 holds little more
_ROW = 30  # pixels of a scheme in the timeline


@dataclass(frozen=True)
class Score:
    """The curve of a scheme.

    Parameters
    ----------
    name, family : str
    values : ndarray of shape (n,)
        NaN where there is none.
    """

    name: str
    family: str
    values: NDArray[np.floating]


def score_overlay(
    offsets: NDArray[np.integer], scores: Sequence[Score], *, palette: theme.Palette, y: str, height: int = 440
) -> Figure:
    """Curves with their names at their right ends; what dwarfs the others runs off the picture.

    Parameters
    ----------
    offsets : ndarray of int, shape (n,)
        Tokens, ascending, symmetric about 0.
    scores : sequence of Score
        At least one.
    palette : Palette
    y : str
        Axis title with unit.
    height : int
        Pixels.
    """
    low, high = visible([score.values for score in scores])
    span = high - low
    bounds = max(low - 9 * span, -_DRAWN), min(high + 9 * span, _DRAWN)
    traces = []
    ranks: dict[str, int] = {}
    for score in scores:
        rank = ranks[score.family] = ranks.get(score.family, -1) + 1
        traces.append(_curve(offsets, score, _DASHES[rank % len(_DASHES)], bounds))
    bottom, top = low - 0.06 * span, high + 0.1 * span
    own = {
        "showlegend": False,
        "margin": {"t": 24, "r": 84},
        "xaxis": {"zeroline": False, "range": [float(offsets[0]) - 0.5, float(offsets[-1]) + 0.5]},
        "yaxis": {"range": [bottom, top], "zeroline": True, "automargin": True},
        "annotations": _ends(scores, bottom, top, gap=(top - bottom) * _LINE / (height - _MARGIN)),
    }
    return spec.figure(traces, own, palette=palette, height=height, x="offset k, key − query (tokens)", y=y)


def visible(curves: Sequence[NDArray[np.floating]]) -> tuple[float, float]:
    """Lowest and highest value to show, so that a few curves do not flatten the others.

    All of every curve is shown as long as it stays between -30, where a weight is nothing, and 8; beyond,
    half as far again as the curve in the middle goes.

    Parameters
    ----------
    curves : sequence of ndarray
        With NaN where there is nothing; at least one.

    Returns
    -------
    low, high : float
        low < high.

    Examples
    --------
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


def timeline(
    names: Sequence[str],
    years: Sequence[int],
    families: Sequence[str],
    *,
    chosen: str,
    palette: theme.Palette,
) -> Figure:
    """Years across, a row for each scheme, so that no two names meet; a click on a point selects it.

    Parameters
    ----------
    names, years, families : sequence of the same length
        In the order of the years.
    chosen : str
        The name that is marked.
    palette : Palette
    """
    rows = {name: row for row, name in enumerate(names)}
    traces = []
    for family in dict.fromkeys(families):
        points = [(name, year) for name, year, own in zip(names, years, families, strict=True) if own == family]
        traces.append(_points(family, points, rows, chosen, palette))
    first, last = min(years), max(years)
    across = {"range": [first - 0.5, last + 0.9], "tickvals": np.arange(first, last + 1), "tickangle": 0}
    down = {"range": [len(names) - 0.4, -0.6], "showticklabels": False, "showgrid": False}
    layout = {
        "dragmode": False,
        "hovermode": "closest",
        "margin": {"l": 8, "r": 8, "t": 44},
        "xaxis": across | {"tickfont": {"size": 13}, "fixedrange": True},
        "yaxis": down | {"fixedrange": True},
    }
    return spec.figure(traces, layout, palette=palette, height=_ROW * len(names) + 110, x="year of the first paper")


def _curve(offsets: NDArray[np.integer], score: Score, dash: str, bounds: tuple[float, float]) -> dict[str, Any]:
    """Values far out of the picture are drawn at its bounds: they would overflow a pixel's number."""
    return {
        "type": "scatter",
        "name": score.name,
        "x": np.asarray(offsets, np.float32),
        "y": np.clip(score.values, *bounds).astype(np.float32),
        "mode": "lines",
        "line": {"color": FAMILY_COLOURS[score.family], "dash": dash, "width": 2.5},
        "hovertemplate": "k = %{x:,}: %{y:,.3f}",
    }


def _ends(scores: Sequence[Score], bottom: float, top: float, gap: float) -> list[dict[str, Any]]:
    """Names at the right ends of the curves."""
    ended = [score for score in scores if np.isfinite(score.values).any()]
    ends = np.array([score.values[np.isfinite(score.values)][-1] for score in ended], np.float64)
    heights = separated(np.clip(ends, bottom + gap / 2, top - gap / 2), gap)
    heights += max(0.0, bottom + gap / 2 - heights.min()) - max(0.0, heights.max() - top + gap / 2)
    right = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 6, "yanchor": "middle", "showarrow": False}
    return [
        right | {"y": height, "text": score.name, "font": {"color": FAMILY_COLOURS[score.family]}}
        for score, height in zip(ended, heights, strict=True)
    ]


def _points(
    family: str, points: Sequence[tuple[str, int]], rows: Mapping[str, int], chosen: str, palette: theme.Palette
) -> dict[str, Any]:
    marked = [name == chosen for name, _ in points]
    unfaded = {"marker": {"opacity": 1}}  # a click does not fade the others
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
            "color": FAMILY_COLOURS[family],
            "size": 14,
            "opacity": 1,
            "line": {"color": palette.text, "width": [3 if mark else 0 for mark in marked]},
        },
        "selected": unfaded,
        "unselected": unfaded,
        "hovertemplate": "%{customdata[0]}, %{x}<extra></extra>",
        "cliponaxis": False,
    }
