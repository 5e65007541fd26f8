"""Errors of scores with cached keys that were rotated at other frequencies than the query."""

import numpy as np
from numpy.typing import NDArray

from figures import theme
from figures.heatmap import signed_heatmap
from figures.spec import Figure


def stale_score_heatmap(
    errors: NDArray[np.floating],  # (rows, columns) at least 0
    *,
    keys: int,  # number of positions that all columns cover together
    added: NDArray[np.integer],  # (rows,) tokens, from 1, ascending
    palette: theme.Palette,
    x: str,
    y: str,
    unit: str,
) -> Figure:
    """Keys across, tokens added to the text down; an error of 0 has the colour of the background."""
    figure = signed_heatmap(errors, palette=palette, x=x, y=y, unit=unit, height=400)
    step = keys / errors.shape[1]
    layout = {
        "margin": {"t": 24},
        "xaxis": {"tickformat": ",", "showgrid": False},
        "yaxis": {"type": "log", "dtick": 1, "tickformat": ",", "showgrid": False},
    }
    return figure.under(
        layout,
        x0=step / 2,
        dx=step,
        y=added,
        zmin=0,
        colorscale=[(0, palette.neutral), (1, palette.positive)],
        hovertemplate="key %{x:,.0f}, %{y:,} tokens on: %{z:.3f}<extra></extra>",
    )
