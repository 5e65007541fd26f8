"""Dot products of positions: a map of all pairs, and curves over the offset."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, Mark, mark_trace, trace
from figures.heatmap import cells
from figures.labels import at_ends, title_above
from figures.spec import Figure


def gram_heatmap(
    values: NDArray[np.floating],  # (n, n)
    positions: int,  # positions that a row covers
    *,
    palette: theme.Palette,
    unit: str,
    limit: float,  # value at the ends of the colour scale
) -> Figure:
    """Square cells; hovering shows both positions, or the first of each run that a cell covers."""
    trace = cells(values, palette=palette, unit=unit, step=(positions, positions), limit=limit)
    bar = {"orientation": "h", "x": 0, "xanchor": "left", "len": 0.7, "y": 1.02, "yanchor": "bottom"}
    look = {
        "hovertemplate": "positions %{y:,} and %{x:,}: %{z:,.4f}<extra></extra>",
        "colorbar": bar | {"title": {"side": "top"}, "nticks": 5},
    }
    axis = {"title": {"text": "position (tokens)"}, "constrain": "domain", "showgrid": False, "nticks": 6}
    layout = {
        "meta": {"signed": [colour for _, colour in palette.signed_scale]},  # under the hand values may change sign
        "xaxis": axis | {"constraintoward": "left"},
        "yaxis": axis | {"constraintoward": "top", "scaleanchor": "x", "autorange": "reversed"},
    }
    return spec.figure([spec.over(trace, look)], layout, palette=palette, height=480)


CURVE = theme.ENCODING
MIRROR = theme.GHOST
SHADE = theme.clear(MIRROR, 0.22)
_HEIGHT = 400  # pixels
_LABEL_HEIGHT = 0.085  # of one line of text, relative to the data's height
_MOST_MARKS = 3
_DEPTHS = (0.3, 0.6, 1.1)  # lower ends of the vertical axis, relative to the peak
_HOVER = {"hovertemplate": "k = %{x:,}: %{y:,.4f}"}


def offset_curves(
    lines: Sequence[Line],  # a single one is not labelled
    *,
    palette: theme.Palette,
    y: str,
    marks: Sequence[Mark] = (),
    peak: float,  # height at offset 0 of the highest curve; the vertical axis depends on little else
    heading: str = "",  # heading above the names, such as the parameter that they are values of
) -> Figure:
    """Curves with their names at the right ends, and marks labelled above the data."""
    lowest = min(float(line.y.min()) for line in lines)
    low = -peak * next((depth for depth in _DEPTHS if lowest >= -peak * depth), _DEPTHS[-1])
    end, row = float(lines[0].x[-1]), (peak - low) * _LABEL_HEIGHT
    top = peak + (peak - low) * 0.04 + row * _MOST_MARKS
    layout: dict[str, Any] = {
        "showlegend": False,
        "margin": {"t": 24},
        "xaxis": {"zeroline": False, "range": [-end, end]},
        "yaxis": {"range": [low, top], "zeroline": True},
        "annotations": _labels(marks, end=end, above=peak, row=row),
        "meta": {"follows": {"xaxis": ["length"], "yaxis": ["d_model"]}},
    }
    traces = [spec.over(trace(line), _HOVER | {"line": {"simplify": False}}) for line in lines]
    if marks:
        traces.append(mark_trace(marks) | {"mode": "markers"})
    if len(lines) > 1:
        layout["margin"]["r"] = 92
        layout["annotations"] += _ends(lines, heading, low, top, (top - low) * 22 / (_HEIGHT - 90))
    return spec.figure(traces, layout, palette=palette, height=_HEIGHT, x="offset k (tokens)", y=y)


def mirrored_panels(
    panels: Sequence[Line],  # one per panel, at offsets symmetric about zero; the name is the panel's title
    *,
    palette: theme.Palette,
    y: str,  # title with unit of both vertical axes
    mirror: str,  # name of the reflected curve
) -> Figure:
    """Panels with a curve and its mirror image each; the area between them is shaded."""
    x = {"title": {"text": "offset k (tokens)"}}
    axes = spec.grid([x], [{"title": {"text": y}}], heights=[1] * len(panels), above=0.16)
    traces, titles = [], []
    for row, line in enumerate(panels, start=1):
        traces += spec.within(row, _curve_with_mirror(line, mirror, in_legend=row == 1))
        top = axes[spec.nth("yaxis", row)]["domain"][1]
        titles.append(title_above(line.name, top) | {"font": {"size": 15}})
    layout = axes | {"legend": {"y": 1.08}, "margin": {"t": 64}, "annotations": titles}
    return spec.figure(traces, layout, palette=palette, height=440)


def _curve_with_mirror(line: Line, mirror: str, *, in_legend: bool) -> list[dict[str, Any]]:
    """A curve on top of its mirror image."""
    reflection = {
        "name": mirror,
        "y": line.y[::-1],
        "line": {"color": MIRROR, "width": 1.5, "dash": "dot"},
        "showlegend": in_legend,
    }
    curve = {
        "name": "s(k)",
        "y": line.y,
        "line": {"color": line.colour, "width": 2.5},
        "fill": "tonexty",
        "fillcolor": SHADE,
        "showlegend": False,
    }
    return [{"type": "scatter", "x": line.x} | _HOVER | part for part in (reflection, curve)]


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
