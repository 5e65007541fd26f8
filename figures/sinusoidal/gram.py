"""Heatmap of all pairs of positions."""

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.heatmap import cells
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
        "meta": {"signed": [colour for _, colour in palette.signed]},  # under the hand values may change sign
        "xaxis": axis | {"constraintoward": "left"},
        "yaxis": axis | {"constraintoward": "top", "scaleanchor": "x", "autorange": "reversed"},
    }
    return spec.figure([spec.over(trace, look)], layout, palette=palette, height=480)
