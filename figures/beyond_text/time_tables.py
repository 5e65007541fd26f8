"""Tables of embeddings of time: strips one above the other, and likeness over time."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, Mark, curves, named_at_ends
from figures.heatmap import cells
from figures.labels import title_above
from figures.spec import Figure

_HEIGHT = 150  # of a strip, pixels


def time_strips(
    tables: Mapping[str, NDArray[np.floating]],  # (times, features) by title
    *,
    times: NDArray[np.floating],  # (times,) evenly spaced
    stride: int,  # features from one column to the next
    at: float,  # the time to frame
    palette: theme.Palette,
    limits: Sequence[float],  # of each table, the value at the ends of its colour scale
    x: str,
    y: str,
    unit: str,  # title of the colour bars
) -> Figure:
    """Tables of the same shape under each other, with a frame around the row of one time."""
    step, count = float(times[1] - times[0]), len(tables)
    down = {"title": {"text": y}, "autorange": "reversed", "showgrid": False, "zeroline": False, "nticks": 4}
    axes = spec.grid(
        [{"title": {"text": x}, "showgrid": False, "zeroline": False}], [down], heights=[1] * count, above=0.11
    )
    traces, titles, frames = [], [], []
    for row, ((title, values), limit) in enumerate(zip(tables.items(), limits, strict=True), start=1):
        low, high = axes[spec.nth("yaxis", row)]["domain"]
        trace = cells(values, palette=palette, unit=unit, step=(stride, step), limit=limit)
        look: dict[str, Any] = {
            "y0": float(times[0]),
            "hovertemplate": "feature %{x:,}, %{y:,.4~r}: %{z:.4f}<extra></extra>",
            "colorbar": {"len": high - low, "y": (low + high) / 2, "nticks": 3},
        }
        traces += spec.within(row, [spec.over(trace, look)])
        titles.append(title_above(title, high))
        frames.append(spec.row_frame(row, at - step / 2, at + step / 2, width=2))
    layout = axes | {"annotations": titles, "shapes": frames, "margin": {"t": 30}}
    return spec.figure(traces, layout, palette=palette, height=_HEIGHT * count + 70)


def likeness_over_time(
    lines: Sequence[Line],
    *,
    at: float,  # one of the times
    palette: theme.Palette,
    x: str,
    y: str,
) -> Figure:
    """Cosines over time from 0 or −1 to 1, with rings at one time."""
    marks = [Mark(at, float(line.y[int(np.abs(line.x - at).argmin())]), "") for line in lines]
    figure = curves(lines, palette=palette, x=x, y=y, height=330, marks=marks)
    ends = [float(lines[0].x[0]), float(lines[0].x[-1])]  # Plotly's own would make room for rings there
    low = -1.08 if any(line.y.min() < 0 for line in lines) else -0.05
    return named_at_ends(figure.under({"xaxis": {"range": ends}}), lines, low, 1.08)


def paired_rows(
    tables: Mapping[str, NDArray[np.floating]],  # (rows, features) by title
    names: Sequence[str],  # of the rows
    *,
    stride: int,  # features from one column to the next
    palette: theme.Palette,
    x: str,
) -> Figure:
    """The same rows of several tables, one table above the other, full colour at ±1."""
    plain = {"showgrid": False, "zeroline": False}
    ticks = {"tickvals": [*range(len(names))], "ticktext": [*names], "range": [len(names) - 0.5, -0.5]}
    axes = spec.grid([{"title": {"text": x}} | plain], [ticks | plain], heights=[1] * len(tables), above=0.24)
    traces, titles = [], []
    for number, (title, values) in enumerate(tables.items(), start=1):
        trace = cells(values, palette=palette, unit="", step=(stride, 1), limit=1, bar=False)
        hover = {"hovertemplate": "feature %{x:,}: %{z:.3f}<extra></extra>"}
        traces += spec.within(number, [trace | hover])
        titles.append(title_above(title, axes[spec.nth("yaxis", number)]["domain"][1]))
    layout = axes | {"annotations": titles, "margin": {"t": 34}}
    return spec.figure(traces, layout, palette=palette, height=330)


def named_rows(
    values: NDArray[np.floating],  # (rows, features)
    names: Sequence[str],
    *,
    stride: int,  # features from one column to the next
    palette: theme.Palette,
    x: str,
    unit: str,
) -> Figure:
    """A table of a few rows with names."""
    trace = cells(values, palette=palette, unit=unit, step=(stride, 1), limit=1)
    del trace["dy"]
    look = {"y": list(names), "hovertemplate": "%{y}, feature %{x:,}: %{z:.4f}<extra></extra>"}
    layout = {
        "xaxis": {"showgrid": False, "zeroline": False},
        "yaxis": {"type": "category", "autorange": "reversed", "showgrid": False},
        "margin": {"t": 12},
    }
    return spec.figure([trace | look], layout, palette=palette, height=70 + 46 * len(names), x=x)
