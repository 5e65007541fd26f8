"""Every position against every other: a square table of signed values."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from figures import theme
from figures.heatmap import signed_heatmap


def gram_heatmap(
    values: NDArray[np.floating],
    positions: int,
    *,
    palette: theme.Palette,
    unit: str,
    height: int = 540,
) -> go.Figure:
    """Square cells; hovering tells both positions, and the first of each where a cell covers many.

    Parameters
    ----------
    values : ndarray of shape (n, n)
    positions : int
        Positions that a row covers.
    palette : Palette
    unit : str
        Title of the colour bar.
    height : int
        Pixels.
    """
    figure = signed_heatmap(
        values,
        palette=palette,
        x="position (tokens)",
        y="position (tokens)",
        unit=unit,
        step=(positions, positions),
        height=height,
    )
    hover = "positions %{y:,} and %{x:,}: %{z:,.4f}<extra></extra>"
    bar = {"orientation": "h", "x": 0, "xanchor": "left", "len": 0.7, "y": 1.02, "yanchor": "bottom"}
    figure.update_traces(hovertemplate=hover, colorbar=bar | {"title": {"text": unit, "side": "top"}, "nticks": 5})
    axis = {"constrain": "domain", "showgrid": False, "nticks": 6}
    figure.update_xaxes(axis | {"constraintoward": "left"})
    return figure.update_yaxes(axis | {"constraintoward": "top", "scaleanchor": "x"})
