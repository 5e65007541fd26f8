"""Positions against what is left of them, beside the straight line that they should follow."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from figures import theme
from figures.curves import Line, Mark, curves

STEPS, PAIR = theme.SERIES[4], theme.SERIES[2]


def staircase(
    positions: NDArray[np.integer],
    stairs: Sequence[Line],
    *,
    palette: theme.Palette,
    exact: str,
    x: str,
    y: str,
    marks: Sequence[Mark] = (),
    height: int = 420,
) -> go.Figure:
    """A dot for every position; dots of one height share a number.

    Parameters
    ----------
    positions : ndarray of int, shape (n,)
        Tokens, ascending.
    stairs : sequence of Line
        At these positions.
    palette : Palette
    exact : str
        Name of the straight line.
    x, y : str
        Axis titles with units.
    marks : sequence of Mark
    height : int
        Pixels.
    """
    at = positions.astype(np.float64)
    lines = [Line(exact, at, at, palette.text, dash="dot", width=1.5), *stairs]
    figure = curves(lines, palette=palette, x=x, y=y, marks=marks, height=height)
    for trace, line in zip(figure.data, lines, strict=False):
        trace.update(x=line.x, y=line.y, marker={"size": 7})  # float32 would round far positions once more
    figure.update_traces(line_shape="hvh", selector={"mode": "lines+markers"})
    figure.update_traces(hovertemplate="position %{x:,} → %{y:,.6~g}", selector={"mode": "lines+markers"})
    if marks:
        figure.data[-1].update(textposition="bottom right")
    figure.update_layout(margin={"t": 72, "r": 24}, legend={"itemwidth": 30, "font": {"size": 13}})
    return figure.update_xaxes(tickformat=",", nticks=7).update_yaxes(tickformat=",", nticks=8, automargin=True)
