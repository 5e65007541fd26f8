"""Tables of signed values, centred on zero."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from figures import theme
from figures.dress import dress


def signed_heatmap(
    values: NDArray[np.floating],
    *,
    palette: theme.Palette,
    x: str,
    y: str,
    unit: str,
    step: tuple[float, float] = (1, 1),
    limit: float | None = None,
    height: int = 420,
    labels: Sequence[str] | None = None,
    bar: bool = True,
) -> go.Figure:
    """Rows down, columns across; the middle of the colour scale is zero.

    Parameters
    ----------
    values : ndarray of shape (rows, columns)
    palette : Palette
    x, y : str
        Axis titles with units.
    unit : str
        Title of the colour bar.
    step : tuple of float
        What a column and a row cover, in the units of the axes.
    limit : float or None
        Value at the ends of the scale; None for the largest size that occurs.
    height : int
        Pixels.
    labels : sequence of str or None
        Names of rows and columns of a square matrix, in place of numbers.
    bar : bool
        Whether the colour bar stands beside it.
    """
    bound = float(np.abs(values).max(initial=0)) if limit is None else limit
    cells = go.Heatmap(
        z=np.asarray(values, np.float32),
        zmin=-(bound or 1),
        zmax=bound or 1,
        colorscale=palette.signed,
        dx=step[0],
        dy=step[1],
        showscale=bar,
        colorbar={"title": {"text": unit, "side": "right"}, "outlinewidth": 0, "thickness": 14},
        hovertemplate="%{x}, %{y}: %{z:.4f}<extra></extra>",
    )
    figure = dress(go.Figure(cells), palette, x=x, y=y, height=height)
    if labels is not None:
        figure.update_traces(x=list(labels), y=list(labels))
        figure.update_xaxes(type="category", nticks=9, tickangle=0).update_yaxes(type="category", nticks=17)
        figure.update_layout(margin={"t": 8})
    return figure.update_yaxes(autorange="reversed")
