"""Curves over positions, offsets, dimensions or pairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from figures import theme
from figures.dress import dress


@dataclass(frozen=True)
class Line:
    """One curve.

    Parameters
    ----------
    name : str
        In the legend and when pointed at.
    x, y : ndarray of shape (n,)
        In the units of the axes.
    colour : str
        From `figures.theme`.
    mode : {"lines", "markers", "lines+markers"}
    dash : {"solid", "dot", "dash"}
    width : float
        Pixels.
    in_legend : bool
    """

    name: str
    x: NDArray[np.floating]
    y: NDArray[np.floating]
    colour: str
    mode: Literal["lines", "markers", "lines+markers"] = "lines"
    dash: Literal["solid", "dot", "dash"] = "solid"
    width: float = 2
    in_legend: bool = True


@dataclass(frozen=True)
class Mark:
    """A labelled point on a curve.

    Parameters
    ----------
    x, y : float
        In the units of the axes.
    label : str
    """

    x: float
    y: float
    label: str


def curves(
    lines: Sequence[Line],
    *,
    palette: theme.Palette,
    x: str,
    y: str,
    marks: Sequence[Mark] = (),
    height: int = 380,
    log_x: bool = False,
    log_y: bool = False,
) -> go.Figure:
    """Lines on common axes, with marks on them.

    Parameters
    ----------
    lines : sequence of Line
    palette : Palette
    x, y : str
        Axis titles with units.
    marks : sequence of Mark
    height : int
        Pixels.
    log_x, log_y : bool
        Logarithmic axes.
    """
    figure = go.Figure([_trace(line) for line in lines])
    if marks:
        figure.add_trace(_mark_trace(marks, palette))
    dress(figure, palette, x=x, y=y, height=height)
    if log_x:
        figure.update_xaxes(type="log", dtick=1)
    if log_y:
        figure.update_yaxes(type="log", dtick=1)
    return figure


def _trace(line: Line) -> go.Scatter:
    return go.Scatter(
        name=line.name,
        x=np.asarray(line.x, np.float32),
        y=np.asarray(line.y, np.float32),
        mode=line.mode,
        line={"color": line.colour, "dash": line.dash, "width": line.width},
        marker={"color": line.colour, "size": 6},
        showlegend=line.in_legend,
    )


def _mark_trace(marks: Sequence[Mark], palette: theme.Palette) -> go.Scatter:
    return go.Scatter(
        x=[mark.x for mark in marks],
        y=[mark.y for mark in marks],
        text=[mark.label for mark in marks],
        mode="markers+text",
        textposition="top right",
        textfont={"color": palette.text},
        marker={"color": palette.text, "size": 9, "symbol": "circle-open", "line": {"width": 2}},
        hoverinfo="text",
        showlegend=False,
        cliponaxis=False,
    )
