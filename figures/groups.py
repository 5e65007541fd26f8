"""Which of a scheme's numbers each offset gets, as stairs."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from figures import theme
from figures.curves import Line, curves

COLOUR = theme.SERIES[3]


def group_stairs(
    offsets: NDArray[np.integer],
    numbers: NDArray[np.integer],
    *,
    palette: theme.Palette,
    y: str,
    length: int,
    height: int = 420,
) -> go.Figure:
    """A dot for every offset; dots of one height share a number.

    Parameters
    ----------
    offsets, numbers : ndarray of int, shape (n,)
        Key minus query, tokens; which number.
    palette : Palette
    y : str
        Axis title.
    length : int
        Tokens of the text; what lies beyond it is shaded.
    height : int
        Pixels.
    """
    line = Line("", offsets.astype(float), numbers.astype(float), COLOUR, mode="lines+markers", width=1)
    figure = curves([line], palette=palette, x="offset, key − query (tokens)", y=y, height=height)
    figure.update_traces(
        line={"shape": "hvh"}, marker={"size": 4}, hovertemplate="offset %{x:,}: %{y}<extra></extra>"
    )
    for first, last in ((length - 0.5, offsets[-1]), (offsets[0], 0.5 - length)):
        if first < last:
            figure.add_vrect(first, last, fillcolor=theme.GHOST, opacity=0.18, line_width=0)
    return figure.update_layout(showlegend=False, margin={"t": 16})
