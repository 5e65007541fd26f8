"""Scores of rotated queries and keys over their offset, and which features make a pair."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, named_at_ends, trace
from figures.labels import title_above
from figures.spec import Figure

QUERY, KEY = theme.QUERY, theme.KEY
MAIN = theme.ROTARY


def score_curves(lines: Sequence[Line], *, palette: theme.Palette, y: str, height: int = 380) -> Figure:
    """Curves over the offset."""
    layout = {
        "xaxis": {"tickformat": ",", "zeroline": False},
        "yaxis": {"rangemode": "tozero", "zeroline": True, "zerolinewidth": 2},
        # scores grow with the number of features, and are below 0 at more of the offsets
        "meta": {"follows": {"yaxis": ["head_dim", "d_model", "length"]}},
    }
    traces = [trace(line) for line in lines]
    return spec.figure(traces, layout, palette=palette, height=height, x="offset m − n (tokens)", y=y)


def head_scores(
    lines: Sequence[Line],
    *,
    palette: theme.Palette,
    y: str,
    level: float | None,  # height of a dashed line: what features that do not turn give at every offset
) -> Figure:
    """Scores of a head over the offset, named at their ends; the axis includes zero."""
    heights = np.concatenate([[0.0], *(line.y for line in lines)])
    low, high = float(heights.min()), float(heights.max())
    edge = 0.04 * (high - low)
    figure = score_curves(lines, palette=palette, y=y)
    if level is not None:
        figure = figure.under({"shapes": [spec.rule(level, along="y", dash="dash")]})
    return named_at_ends(figure, lines, low - edge, high + edge)


_ARC = np.linspace(0, np.pi, 25)  # radians
_HEIGHTS, _GAP, _MARGIN = (70, 170), 60, {"l": 16, "r": 16, "t": 30, "b": 48}  # pixels


def pair_arcs(
    panels: Mapping[
        str, NDArray[np.integer]
    ],  # of each feature, the one that turns with it; by title, from the top
    marked: int,  # the feature whose pair is marked
    *,
    palette: theme.Palette,
    x: str,
) -> Figure:
    """The features of a head as dots in a row, an arc over each pair."""
    inner = sum(_HEIGHTS) + _GAP
    count = len(next(iter(panels.values())))
    across = {"range": [-0.7, count - 0.3], "title": {"text": x}, "showgrid": False, "zeroline": False}
    up = {"range": [-0.2, 1.05], "showticklabels": False, "showgrid": False, "zeroline": False, "fixedrange": True}
    axes = spec.grid([across], [up], heights=_HEIGHTS, above=_GAP / inner)
    traces, titles = [], []
    for row, (title, partners) in enumerate(panels.items(), 1):
        traces += spec.within(row, _arcs(partners, marked))
        titles.append(title_above(title, axes[spec.nth("yaxis", row)]["domain"][1]) | {"font": {"size": 15}})
    layout = axes | {"margin": _MARGIN, "showlegend": False, "annotations": titles}
    return spec.figure(traces, layout, palette=palette, height=inner + _MARGIN["t"] + _MARGIN["b"])


def _arcs(partners: NDArray[np.integer], marked: int) -> list[dict[str, Any]]:
    """Arcs of all pairs as one line with gaps, that of the marked pair, and the features."""
    features = np.arange(len(partners))
    first = features[partners > features]
    pair = np.sort([marked, partners[marked]])
    dots = {
        "type": "scatter",
        "mode": "markers",
        "x": features,
        "y": np.zeros(len(features)),
        "customdata": partners,
    }
    named = {
        "mode": "markers+text",
        "textposition": ["bottom left", "bottom right"],
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    return [
        _arc_line(first, partners[first], theme.GHOST, 1.0),
        _arc_line(pair[:1], pair[1:], MAIN, 3.0),
        dots
        | {
            "marker": {"color": theme.GHOST, "size": 5},
            "hovertemplate": "feature %{x:,} turns with %{customdata:,}<extra></extra>",
        },
        named
        | {
            "type": "scatter",
            "x": pair,
            "y": np.zeros(2),
            "text": [f"{feature}" for feature in pair],
            "textfont": {"color": MAIN, "size": 14},
            "marker": {"color": MAIN, "size": 10},
        },
    ]


def _arc_line(first: NDArray[np.integer], second: NDArray[np.integer], colour: str, width: float) -> dict[str, Any]:
    middle, radius = (first + second) / 2, (second - first) / 2  # (pairs,)
    x = middle[:, None] - radius[:, None] * np.cos(_ARC)  # (pairs, points)
    x, y = (
        np.pad(each, ((0, 0), (0, 1)), constant_values=np.nan) for each in (x, np.tile(np.sin(_ARC), (len(x), 1)))
    )
    return trace(Line("", x.ravel(), y.ravel(), colour, width=width, in_legend=False), hoverinfo="skip")
