"""Heatmaps whose colours begin at zero: both ways where the values have both signs, else one way."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.spec import Figure


def signed_heatmap(
    values: NDArray[np.floating],  # (rows, columns)
    *,
    palette: theme.Palette,
    x: str,
    y: str,
    unit: str,
    step: tuple[float, float] = (1, 1),  # what a column and a row cover, in the units of the axes
    limit: float | None = None,  # value at the ends of the scale; None for the largest absolute value
    height: int = 420,
    labels: Sequence[str] | None = None,  # names of the rows and columns of a square matrix, instead of numbers
    bar: bool = True,  # whether to show the colour bar
) -> Figure:
    """A table of values, rows downwards; the colour of zero is the middle, or an end where all have one sign."""
    trace = cells(values, palette=palette, unit=unit, step=step, limit=limit, bar=bar)
    layout: dict[str, Any] = {"yaxis": {"autorange": "reversed"}}
    if labels is not None:
        trace |= {"x": list(labels), "y": list(labels), "hovertemplate": "%{x}, %{y}: %{z:,.4f}<extra></extra>"}
        layout = {
            "xaxis": {"type": "category", "nticks": 9, "tickangle": 0},
            "yaxis": {"type": "category", "nticks": 17, "autorange": "reversed"},
            "margin": {"t": 8},
        }
    return spec.figure([trace], layout, palette=palette, height=height, x=x, y=y)


def cells(
    values: NDArray[np.floating],
    *,
    palette: theme.Palette,
    unit: str,
    step: tuple[float, float] = (1, 1),
    limit: float | None = None,
    bar: bool = True,
) -> dict[str, Any]:
    """Plotly's trace of the table; the parameters are those of `signed_heatmap`."""
    bound = (float(np.abs(values).max(initial=0)) if limit is None else limit) or 1
    shows = np.nanmin(values, initial=0) < 0, np.nanmax(values, initial=0) > 0  # below zero, above zero
    low, high = shows if any(shows) else (True, True)
    return {
        "type": "heatmap",
        "z": np.asarray(values, np.float32),
        "zmin": -bound if low else 0,
        "zmax": bound if high else 0,
        "colorscale": palette.scale(low=low, high=high),
        "dx": step[0],
        "dy": step[1],
        "showscale": bar,
        "colorbar": {"title": {"text": unit, "side": "right"}, "outlinewidth": 0, "thickness": 14},
        "hovertemplate": "row %{y:,}, column %{x:,}: %{z:,.4f}<extra></extra>",
    }


def shares(values: NDArray[np.number], colour: str, palette: theme.Palette, **more: Any) -> dict[str, Any]:
    """Plotly's trace of shares, from 0 in the colour of the page to 1."""
    scale = {"zmin": 0, "zmax": 1, "colorscale": [(0, palette.neutral), (1, colour)], "showscale": False}
    return {"type": "heatmap", "z": np.asarray(values, np.float32)} | scale | more
