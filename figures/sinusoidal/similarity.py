"""Dot products of positions: a map of all pairs, and curves over the offset."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, Mark, mark_trace, trace
from figures.heatmap import cells
from figures.labels import at_ends
from figures.spec import Figure


def gram_heatmap(
    values: NDArray[np.floating],  # (n, n)
    positions: int,  # positions that a row covers
    *,
    palette: theme.Palette,
    unit: str,
    limit: float,  # value at the ends of the colour scale
) -> Figure:
    """A square, so that equal offsets lie at 45 degrees; hovering shows both positions, or the first that a cell
    covers.
    """
    trace = cells(values, palette=palette, unit=unit, step=(positions, positions), limit=limit)
    bar = {
        "orientation": "h",
        "x": 0,
        "xanchor": "left",
        "lenmode": "pixels",
        "len": 190,
        "y": 1,
        "yanchor": "bottom",
    }
    look = {
        "hovertemplate": "positions %{y:,} and %{x:,}: %{z:,.4f}<extra></extra>",
        "colorbar": bar | {"title": {"side": "right"}, "nticks": 5},
    }
    axis = {"title": {"text": "position (tokens)"}, "showgrid": False, "nticks": 6, "constrain": "domain"}
    layout = {
        "meta": {"signed": [colour for _, colour in palette.signed_scale]},  # under the hand values may change sign
        "xaxis": axis | {"constraintoward": "left"},
        "yaxis": axis | {"autorange": "reversed", "scaleanchor": "x", "constraintoward": "top"},
        "margin": {"t": 8, "b": 56},
    }
    return spec.figure([spec.over(trace, look)], layout, palette=palette, height=470)


CURVE = theme.ENCODING
RISING = theme.INK
_HEIGHT = 400  # pixels
_LABEL_HEIGHT = 0.085  # of one line of text, relative to the data's height
_MOST_MARKS = 3
_ABOVE = 0.04 + _LABEL_HEIGHT * _MOST_MARKS  # the data, relative to their height
_ENDS = (0.6, 0.35, 0, -0.3, -0.6, -1.1)  # of the vertical axis, relative to the peak
_HOVER = {"hovertemplate": "k = %{x:,}: %{y:,.4f}"}


def offset_curves(
    lines: Sequence[Line],  # a single one is not labelled
    *,
    palette: theme.Palette,
    y: str,
    marks: Sequence[Mark] = (),
    rises: str = "",  # name of the stretches where a single curve rises
    peak: float,  # height at offset 0 of the highest curve; the vertical axis depends on little else
    heading: str = "",  # heading above the names, such as the parameter that they are values of
) -> Figure:
    """Curves with names at their right ends, and labelled marks; a single curve is dark where it rises."""
    lowest = min(float(line.y.min()) for line in lines)
    low = peak * next((end for end in _ENDS if lowest >= peak * end), _ENDS[-1])
    end, row = float(lines[0].x[-1]), (peak - low) * _LABEL_HEIGHT
    top = peak + (peak - low) * _ABOVE
    layout: dict[str, Any] = {
        "showlegend": False,
        "margin": {"t": 24},
        "xaxis": {"zeroline": False, "range": [-end, end]},
        "yaxis": {"range": [low, top], "zeroline": True},
        "annotations": _labels(marks, end=end, above=peak, row=row),
        "meta": {
            "follows": {"xaxis": ["length"], "yaxis": ["d_model", "base", "scale", "length"]},
            **{"peak": peak, "ends": _ENDS, "above": _ABOVE},  # with which the browser ends the axis under the hand
        },
    }
    drawn = [*lines, rising(lines[0], rises)] if len(lines) == 1 else lines
    traces = [spec.over(trace(line), _HOVER | {"line": {"simplify": False}}) for line in drawn]
    if marks:
        traces.append(mark_trace(marks) | {"mode": "markers"})
    if len(lines) > 1:
        layout["margin"]["r"] = 92
        layout["annotations"] += _ends(lines, heading, low, top, (top - low) * 22 / (_HEIGHT - 90))
    return spec.figure(traces, layout, palette=palette, height=_HEIGHT, x="offset k (tokens)", y=y)


def rising(line: Line, name: str = "") -> Line:
    """Where a curve rises with the distance from 0; lines end at gaps."""
    away = np.abs(line.x)
    climbs = (np.diff(line.y) * np.diff(away) > 0) & (np.abs(np.diff(line.y)) > 1e-9 * np.abs(line.y).max())
    kept = np.append(climbs, False) | np.append(False, climbs)
    starts = np.flatnonzero(kept[1:] & kept[:-1] & ~climbs) + 1  # of a climb right after another's end
    y = np.insert(np.where(kept, line.y, np.nan), starts, np.nan)
    return Line(name, np.insert(line.x.astype(float), starts, line.x[starts]), y, RISING, width=5, in_legend=False)


def _place(x: float, end: float) -> dict[str, Any]:
    """Where a mark's label starts: to the right in the left half, else to the left, to stay within the axes."""
    return {"ax": max(x, 0.06 * end), "xanchor": "left"} if x < 0.5 * end else {"ax": x, "xanchor": "right"}


def _labels(marks: Sequence[Mark], end: float, above: float, row: float) -> list[dict[str, Any]]:
    """Labels of marks, stacked with the leftmost on top, each with a line down to its point."""
    labels = []
    for rank, mark in enumerate(sorted(marks, key=lambda mark: -mark.x)):
        place = {"x": mark.x, "y": mark.y, "ay": above + (rank + 0.5) * row, "axref": "x", "ayref": "y"}
        look = {"yanchor": "middle", "showarrow": True, "arrowcolor": theme.GHOST, "standoff": 5}
        labels.append(place | _place(mark.x, end) | look | {"text": f"&nbsp;{mark.label}&nbsp;"})
    return labels


def _ends(lines: Sequence[Line], heading: str, low: float, high: float, gap: float) -> list[dict[str, Any]]:
    """Names at the right ends of the lines, with a heading above them."""
    widest = max(line.width for line in lines)
    texts = [f"<b>{line.name}</b>" if line.width == widest else line.name for line in lines]
    ends = [(text, float(line.y[-1]), line.colour) for text, line in zip(texts, lines, strict=True)]
    names = at_ends(ends, low, high - gap, gap)
    above = max(name.get("ay", name["y"]) for name in names) + gap
    beside = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 6, "yanchor": "middle"}
    return [*names, beside | {"y": above, "text": heading}]
