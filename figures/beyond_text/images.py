"""Scores of all offsets between patches, and the arrows of a head's pairs."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, trace
from figures.heatmap import cells
from figures.spec import Figure


def offset_map(
    values: NDArray[np.floating],  # (2 * reach + 1, 2 * reach + 1) by offset in rows, downwards, and in columns
    *,
    palette: theme.Palette,
) -> Figure:
    """Square cells, the offset 0 in the middle; full colour at ±1."""
    reach = len(values) // 2
    trace = cells(values, palette=palette, unit="score", limit=1, bar=False)
    trace |= {"x0": -reach, "y0": -reach, "hovertemplate": "%{y} rows, %{x} columns: %{z:.3f}<extra></extra>"}
    axis = {"constrain": "domain", "showgrid": False, "zeroline": False, "nticks": 5, "fixedrange": True}
    layout = {
        "margin": {"t": 4, "l": 48, "r": 4, "b": 44},
        "xaxis": axis,
        "yaxis": axis | {"scaleanchor": "x", "autorange": "reversed"},
    }
    return spec.figure([trace], layout, palette=palette, height=240, x="columns (patches)", y="rows (patches)")


COLOUR = theme.ROTARY
DECADES, INNER = 2, 0.15  # shown of the speeds, and the radius of the slowest


def wheel(
    arrows: NDArray[np.floating],  # (pairs, 2) (y, x), radians per patch
    *,
    palette: theme.Palette,
) -> Figure:
    """An arrow from the middle for each pair; rows go downwards, and the length is logarithmic."""
    speeds = np.linalg.norm(arrows, axis=1)
    unit = arrows / speeds[:, np.newaxis]
    ends = unit * _radius(speeds)[:, np.newaxis]
    lines = np.stack([np.zeros_like(ends), ends, np.full_like(ends, np.nan)], axis=1)  # (pairs, 3, 2), with gaps
    spokes = trace(Line("", lines[..., 1].ravel(), lines[..., 0].ravel(), COLOUR, width=1.5), hoverinfo="skip")
    tips = trace(
        Line("", ends[:, 1], ends[:, 0], COLOUR, mode="markers"),
        "%{customdata:.3g} radians per patch<extra></extra>",
        marker={"color": COLOUR, "size": 7},
        customdata=speeds.astype(np.float32),
    )
    rings = [10.0**-power for power in range(DECADES + 1)]
    layout: dict[str, Any] = {
        "showlegend": False,
        "margin": {"t": 8, "l": 48, "r": 4, "b": 44},
        "shapes": [_ring(speed, palette) for speed in rings],
        "xaxis": _axis("columns →"),
        "yaxis": _axis("← rows") | {"scaleanchor": "x", "autorange": False, "range": [1.15, -1.15]},
    }
    return spec.figure([spokes, tips], layout, palette=palette, height=240)


def _axis(title: str) -> dict[str, Any]:
    hidden = {"showgrid": False, "zeroline": False, "showticklabels": False, "fixedrange": True}
    return {"title": {"text": title}, "range": [-1.15, 1.15], "constrain": "domain"} | hidden


def _radius(speeds: Any) -> Any:
    return INNER + (1 - INNER) * (1 + np.maximum(np.log10(speeds), -DECADES) / DECADES)


def _ring(speed: float, palette: theme.Palette) -> dict[str, Any]:
    radius = float(_radius(speed))
    ends = {"x0": -radius, "x1": radius, "y0": -radius, "y1": radius}
    return {"type": "circle", "layer": "below", "line": {"color": palette.grid, "width": 1}} | ends
