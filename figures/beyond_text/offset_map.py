"""Scores by the offset of a key in rows and columns."""

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.heatmap import cells
from figures.spec import Figure


def offset_map(
    values: NDArray[np.floating],  # (2 * reach + 1, 2 * reach + 1) by offset in rows, downwards, and in columns
    *,
    palette: theme.Palette,
) -> Figure:
    """Square cells, the offset 0 in the middle; full colour at ±1."""
    reach = len(values) // 2
    trace = cells(values, palette=palette, unit="score (1)", limit=1, bar=False)
    trace |= {"x0": -reach, "y0": -reach, "hovertemplate": "%{y} rows, %{x} columns: %{z:.3f}<extra></extra>"}
    axis = {"constrain": "domain", "showgrid": False, "zeroline": False, "nticks": 5, "fixedrange": True}
    layout = {
        "margin": {"t": 4, "l": 48, "r": 4, "b": 44},
        "xaxis": axis,
        "yaxis": axis | {"scaleanchor": "x", "autorange": "reversed"},
    }
    return spec.figure([trace], layout, palette=palette, height=240, x="columns (patches)", y="rows (patches)")
