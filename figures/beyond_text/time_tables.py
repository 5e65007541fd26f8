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

_HEIGHT = 330  # pixels


def time_strips(
    tables: Mapping[str, NDArray[np.floating]],  # (times, features) by title, values from -1 to 1
    *,
    times: NDArray[np.floating],  # (times,) evenly spaced
    stride: int,  # features from one column to the next
    at: float,  # the time to frame
    palette: theme.Palette,
    x: str,
    y: str,
) -> Figure:
    """Tables of the same shape under each other, with a frame around the row of one time."""
    step, count = float(times[1] - times[0]), len(tables)
    down = {"title": {"text": y}, "autorange": "reversed", "showgrid": False, "zeroline": False, "nticks": 4}
    axes = spec.grid(
        [{"title": {"text": x}, "showgrid": False, "zeroline": False}], [down], heights=[1] * count, above=0.14
    )
    traces, titles, frames = [], [], []
    for row, (title, values) in enumerate(tables.items(), start=1):
        trace = cells(values, palette=palette, unit="value", step=(stride, step), limit=1, bar=row == 1)
        look: dict[str, Any] = {
            "y0": float(times[0]),
            "hovertemplate": "feature %{x:,}, %{y:,.4~r}: %{z:.4f}<extra></extra>",
            "colorbar": {"nticks": 3},
        }
        traces += spec.within(row, [spec.over(trace, look)])
        titles.append(title_above(title, axes[spec.nth("yaxis", row)]["domain"][1]))
        frames.append(spec.row_frame(row, at - step / 2, at + step / 2, width=2))
    layout = axes | {"annotations": titles, "shapes": frames, "margin": {"t": 30}}
    return spec.figure(traces, layout, palette=palette, height=_HEIGHT)


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
    figure = curves(lines, palette=palette, x=x, y=y, height=_HEIGHT, marks=marks)
    ends = [float(lines[0].x[0]), float(lines[0].x[-1])]  # Plotly's own would make room for rings there
    low = -1.08 if any(line.y.min() < 0 for line in lines) else -0.05
    return named_at_ends(figure.under({"xaxis": {"range": ends}}), lines, low, 1.08)
