"""Curves over positions, offsets, dimensions or pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from figures import spec, theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from figures.spec import Figure

BOTH_AXES = "%{xaxis.title.text}: %{x:,.6~r}<br>%{yaxis.title.text}: %{y:,.4~r}"  # on hover, with their units
LOG = {"type": "log", "dtick": 1}  # an axis with a label at each power of ten


@dataclass(frozen=True)
class Line:
    """One curve.

    Parameters
    ----------
    name : str
        Shown in the legend and on hover.
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
    x: NDArray[np.number]
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
    height: int = 380,
    log_x: bool = False,
    log_y: bool = False,
    marks: Sequence[Mark] = (),
) -> Figure:
    """Lines on common axes.

    Parameters
    ----------
    lines : sequence of Line
    palette : Palette
    x, y : str
        Axis titles with units.
    height : int
        Pixels.
    log_x, log_y : bool
        Logarithmic axes.
    marks : sequence of Mark
        Drawn as rings over the lines.
    """
    layout = {"xaxis": LOG if log_x else {}, "yaxis": _log(lines) if log_y else {}}
    traces = [trace(line) for line in lines] + ([mark_trace(marks, palette)] if marks else [])
    return spec.figure(traces, layout, palette=palette, height=height, x=x, y=y)


def _log(lines: Sequence[Line]) -> dict[str, Any]:
    """A vertical axis with labels also at 2 and 5 where values reach over less than two powers of ten."""
    values = np.concatenate([line.y[line.y > 0] for line in lines])
    return LOG | {"dtick": "D2"} if values.size and values.max() < 100 * values.min() else LOG


def trace(line: Line) -> dict[str, Any]:
    """Plotly's trace of a line."""
    return {
        "type": "scatter",
        "name": line.name,
        "x": np.asarray(line.x, np.float32),
        "y": np.asarray(line.y, np.float32),
        "mode": line.mode,
        "line": {"color": line.colour, "dash": line.dash, "width": line.width},
        "marker": {"color": line.colour, "size": 6},
        "showlegend": line.in_legend,
        "hovertemplate": BOTH_AXES,
    }


def mark_trace(marks: Sequence[Mark], palette: theme.Palette) -> dict[str, Any]:
    """Plotly's trace of labelled rings."""
    return ring_trace([mark.x for mark in marks], [mark.y for mark in marks], palette) | {
        "text": [mark.label for mark in marks],
        "mode": "markers+text",
        "textposition": "top right",
        "textfont": {"color": palette.text},
        "hoverinfo": "text",
        "showlegend": False,
        "cliponaxis": False,
    }


def ring_trace(x: ArrayLike, y: ArrayLike, palette: theme.Palette) -> dict[str, Any]:
    """Plotly's trace of rings around points."""
    ring = {"color": palette.text, "size": 9, "symbol": "circle-open", "line": {"width": 2}}
    return {"type": "scatter", "x": x, "y": y, "mode": "markers", "marker": ring}
