"""Scores of turned queries and keys over their offset, and what bounds them."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from figures import theme
from figures.curves import Line, curves

QUERY, KEY = theme.SERIES[5], theme.SERIES[3]
OWN, OTHER = theme.SERIES[2], theme.SERIES[3]
DECADES = 4  # below the highest value; a logarithm of what is next to zero goes on for ever


def score_curves(
    lines: Sequence[Line], *, palette: theme.Palette, y: str, x: str = "offset m − n (tokens)", height: int = 380
) -> go.Figure:
    """Curves over the offset, with zero in view.

    Parameters
    ----------
    lines : sequence of Line
    palette : Palette
    y, x : str
        Axis titles with units.
    height : int
        Pixels.
    """
    figure = curves(lines, palette=palette, x=x, y=y, height=height)
    figure.update_traces(hovertemplate="%{x:,}: %{y:,.4f}")
    figure.update_xaxes(tickformat=",", zeroline=False)
    return figure.update_yaxes(rangemode="tozero", zeroline=True, zerolinewidth=2)


def bounded_size(bound: Line, size: Line, *, palette: theme.Palette, y: str, height: int = 380) -> go.Figure:
    """The size of a score below its bound, on a logarithmic axis.

    Parameters
    ----------
    bound, size : Line
        Over the offset; the bound greater than 0.
    palette : Palette
    y : str
        Axis title with unit.
    height : int
        Pixels.
    """
    figure = score_curves([bound, size], palette=palette, y=y, height=height)
    top = float(np.log10(bound.y.max()))
    return figure.update_yaxes(type="log", dtick=1, tickformat=",~g", range=[top - DECADES, top + 0.15])
