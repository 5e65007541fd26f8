"""Curves over the offset, to both sides of zero: labelled where they end, with marked points."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from figures import theme
from figures.curves import Line, Mark, curves
from figures.dress import dress

OWN = theme.SERIES[2]
OTHERS = theme.SERIES[3:]
MIRRORED = theme.SERIES[3]
SHADE = "rgba(184, 96, 156, 0.22)"
_ROW = 0.085  # of the data's height: one line of text


def offset_curves(
    lines: Sequence[Line],
    *,
    palette: theme.Palette,
    y: str,
    marks: Sequence[Mark] = (),
    heading: str = "",
    height: int = 400,
) -> go.Figure:
    """Curves with their names at their right ends, and marks whose labels stand above all data.

    Parameters
    ----------
    lines : sequence of Line
        A single one gets no name.
    palette : Palette
    y : str
        Axis title with unit.
    marks : sequence of Mark
    heading : str
        What the names are values of.
    height : int
        Pixels.
    """
    figure = curves(lines, palette=palette, x="offset k (tokens)", y=y, height=height)
    figure.update_traces(hovertemplate="k = %{x:,}: %{y:,.4f}")
    heights = np.concatenate([*(line.y for line in lines), [mark.y for mark in marks]])
    low, high = float(heights.min()), float(heights.max())
    span = (high - low) or 1.0
    top = high + span * (0.04 + _ROW * len(marks))
    figure.update_layout(showlegend=False, margin={"t": 24})
    figure.update_yaxes(range=[low - 0.05 * span, top], zeroline=True)
    figure.update_xaxes(zeroline=False)
    if marks:
        _add_marks(figure, marks, end=float(lines[0].x[-1]), above=high, row=span * _ROW)
        figure.add_trace(_rings(marks, palette))
    if len(lines) > 1:
        _name_ends(figure, lines, heading, low=low, gap=(top - low) * 22 / (height - 90))
    return figure


def mirrored_panels(
    panels: Sequence[Line], *, palette: theme.Palette, y: str, mirror: str, height: int = 440
) -> go.Figure:
    """Curves one below the other, each with itself read from right to left; what is between is shaded.

    Parameters
    ----------
    panels : sequence of Line
        One a panel, at offsets that are symmetric about zero; the name is the panel's title.
    palette : Palette
    y : str
        Title with unit of both vertical axes.
    mirror : str
        Name of the reflected curve.
    height : int
        Pixels.
    """
    figure = make_subplots(
        rows=len(panels), shared_xaxes=True, vertical_spacing=0.16, subplot_titles=[line.name for line in panels]
    )
    for row, line in enumerate(panels, start=1):
        reflected = go.Scatter(
            name=mirror,
            x=line.x,
            y=line.y[::-1],
            line={"color": MIRRORED, "width": 1.5, "dash": "dot"},
            showlegend=row == 1,
        )
        curve = go.Scatter(
            name="s(k)",
            x=line.x,
            y=line.y,
            line={"color": line.colour, "width": 2.5},
            fill="tonexty",
            fillcolor=SHADE,
            showlegend=False,
        )
        figure.add_traces([reflected, curve], rows=row, cols=1)
    figure.update_traces(hovertemplate="k = %{x:,}: %{y:,.4f}")
    dress(figure, palette, x="", y=y, height=height)
    axis = {"gridcolor": palette.grid, "zerolinecolor": palette.grid, "linecolor": palette.grid}
    figure.update_xaxes(axis).update_yaxes({**axis, "title": {"text": y}})
    figure.update_xaxes(title={"text": "offset k (tokens)"}, row=len(panels), col=1)
    figure.update_layout(legend={"y": 1.08}, margin={"t": 64})
    return figure.update_annotations(x=0, xanchor="left", font={"size": 15})


@dataclass(frozen=True)
class _Place:
    x: float
    anchor: str


def _place(x: float, end: float) -> _Place:
    """Where the label of a mark starts: beside the peak, never beyond the end."""
    return _Place(max(x, 0.06 * end), "left") if x < 0.5 * end else _Place(x, "right")


def _add_marks(figure: go.Figure, marks: Sequence[Mark], end: float, above: float, row: float) -> None:
    """Labels one above the other, the leftmost on top, each with a line down to its point."""
    for rank, mark in enumerate(sorted(marks, key=lambda mark: -mark.x)):
        place = _place(mark.x, end)
        figure.add_annotation(
            x=mark.x,
            y=mark.y,
            ax=place.x,
            ay=above + (rank + 0.5) * row,
            axref="x",
            ayref="y",
            text=f"&nbsp;{mark.label}&nbsp;",
            xanchor=place.anchor,
            yanchor="middle",
            arrowhead=0,
            arrowwidth=1,
            arrowcolor=theme.GHOST,
            standoff=5,
        )


def _rings(marks: Sequence[Mark], palette: theme.Palette) -> go.Scatter:
    return go.Scatter(
        x=[mark.x for mark in marks],
        y=[mark.y for mark in marks],
        text=[mark.label for mark in marks],
        mode="markers",
        marker={"color": palette.text, "size": 9, "symbol": "circle-open", "line": {"width": 2}},
        hoverinfo="text",
        cliponaxis=False,
    )


def _name_ends(figure: go.Figure, lines: Sequence[Line], heading: str, low: float, gap: float) -> None:
    heights = apart(np.array([float(line.y[-1]) for line in lines]), gap)
    heights += max(0.0, low - heights.min())  # a label below the axis would not be drawn
    figure.update_layout(margin={"r": 92})
    right = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 6, "showarrow": False}
    for line, height in zip(lines, heights, strict=True):
        text = f"<b>{line.name}</b>" if line.width == max(other.width for other in lines) else line.name
        figure.add_annotation(**right, y=height, yanchor="middle", text=text, font={"color": line.colour})
    figure.add_annotation(**right, y=heights.max() + gap, yanchor="middle", text=heading)


def apart(values: NDArray[np.float64], gap: float) -> NDArray[np.float64]:
    """Heights for labels: in the order of the values, at least a gap apart, moved as a whole if crowded.

    Parameters
    ----------
    values : ndarray of shape (n,)
    gap : float
        Least distance, in the unit of the values.

    Examples
    --------
    >>> apart(np.array([0.0, 10.0, 0.0]), 2.0)
    array([-1., 10.,  1.])
    """
    order = np.argsort(values, kind="stable")
    rank = np.arange(len(values)) * gap
    raised = np.maximum.accumulate(values[order] - rank) + rank  # only upwards
    lowered = np.minimum.accumulate((values[order] - rank)[::-1])[::-1] + rank  # only downwards
    placed = np.empty(len(values))
    placed[order] = (raised + lowered) / 2
    return placed
