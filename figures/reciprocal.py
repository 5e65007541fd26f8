"""A share that falls as one over the position, on two logarithmic axes."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from figures import theme
from figures.curves import Line, curves

MARGIN = 0.12  # of a decade at either end


def reciprocal(
    positions: NDArray[np.int_],
    shares: NDArray[np.floating],
    *,
    palette: theme.Palette,
    colour: str,
    x: str,
    y: str,
    height: int = 430,
) -> go.Figure:
    """Points on a line; a single one stands in the middle of a decade.

    Parameters
    ----------
    positions : ndarray of int, shape (n,)
        Tokens, from 1.
    shares : ndarray of shape (n,)
        Above 0.
    palette : Palette
    colour : str
        From `figures.theme`.
    x, y : str
        Axis titles with units.
    height : int
        Pixels.
    """
    line = Line("1/t", positions.astype(np.float64), shares, colour, mode="lines+markers", in_legend=False)
    figure = curves([line], palette=palette, x=x, y=y, height=height, log_x=True, log_y=True)
    figure.update_traces(hovertemplate="t = %{x:,}: %{y:.6g}<extra></extra>")
    figure.update_xaxes(range=_reach(positions), exponentformat="power")
    figure.update_yaxes(range=_reach(shares), exponentformat="power", tickfont={"size": 12})
    return figure.update_layout(margin={"t": 12, "r": 24})


def _reach(values: NDArray[np.number]) -> list[float]:
    low, high = np.log10(values.min()), np.log10(values.max())
    margin = MARGIN if high > low else 0.5
    return [low - margin, high + margin]
