"""Curves over positions, offsets, dimensions or pairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from figures import spec, theme
from figures.labels import LEADER, at_ends, with_room
from figures.spec import Figure

BOTH_AXES = "%{xaxis.title.text}: %{x:,.6~r}<br>%{yaxis.title.text}: %{y:,.4~r}"  # on hover, with their units
LOG = {"type": "log", "dtick": 1}  # an axis with a label at each power of ten
_NAME, _LETTER, _TOP = 19, 7.2, 12  # pixels: height of a name, width of a letter, above a figure without a legend


@dataclass(frozen=True)
class Line:
    """One curve."""

    name: str  # shown in the legend and on hover
    x: NDArray[np.number]  # (n,) in the units of the axes
    y: NDArray[np.floating]  # (n,) in the units of the axes
    colour: str  # from `figures.theme`
    mode: Literal["lines", "markers", "lines+markers"] = "lines"
    dash: str = "solid"  # as Plotly names it
    width: float = 2  # pixels
    in_legend: bool = True


@dataclass(frozen=True)
class Mark:
    """A labelled point on a curve."""

    x: float  # in the units of the axes
    y: float  # in the units of the axes
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
    marks: Sequence[Mark] = (),  # drawn as rings over the lines
) -> Figure:
    """Lines on common axes."""
    layout = {"xaxis": LOG if log_x else {}, "yaxis": _log(lines) if log_y else {}}
    traces = [trace(line) for line in lines] + ([mark_trace(marks)] if marks else [])
    return spec.figure(traces, layout, palette=palette, height=height, x=x, y=y)


def named_at_ends(
    figure: Figure,
    lines: Sequence[Line],  # those of them in the legend are named
    low: float,  # end of the axis; its logarithm on a logarithmic one
    high: float,  # the other end
    *,
    log_y: bool = False,
    in_series: bool = False,  # whether the names tell an order, so that those without room may be left out
) -> Figure:
    """The figure with a fixed vertical axis, and names at the right ends of its lines instead of a legend."""
    ends = [(line.name, height, line.colour) for line in lines if (height := _end(line, log_y=log_y)) is not None]
    layout = figure["layout"]
    gap = (high - low) * _NAME / (layout["height"] - layout["margin"]["b"] - _TOP)
    if in_series:
        ends = [ends[index] for index in with_room(np.array([height for _, height, _ in ends]), gap)]
    names = at_ends(ends, low, high, gap)
    leader = LEADER if any("ay" in name for name in names) else 0
    right = _LETTER * max((len(name) for name, _, _ in ends), default=0) + 14 + leader
    return figure.under(
        {
            "showlegend": False,
            "margin": {"t": _TOP, "r": round(right)},
            "yaxis": {"range": [low, high]},
            "annotations": [*layout.get("annotations", ()), *names],
        }
    )


def _end(line: Line, *, log_y: bool) -> float | None:
    """Where a line ends, if it has a name and a value there."""
    values = line.y[np.isfinite(line.y)]
    values = values[values > 0] if log_y else values
    if not line.in_legend or not values.size:
        return None
    return float(np.log10(values[-1])) if log_y else float(values[-1])


def _log(lines: Sequence[Line]) -> dict[str, Any]:
    """A vertical axis with labels also at 2 and 5 where values reach over less than two powers of ten."""
    values = np.concatenate([line.y[line.y > 0] for line in lines])
    return LOG | {"dtick": "D2"} if values.size and values.max() < 100 * values.min() else LOG


def trace(line: Line, hover: str = BOTH_AXES, **more: Any) -> dict[str, Any]:
    """Plotly's trace of a line, with further attributes."""
    return {
        "type": "scatter",
        "name": line.name,
        "x": np.asarray(line.x, np.float32),
        "y": np.asarray(line.y, np.float32),
        "mode": line.mode,
        "line": {"color": line.colour, "dash": line.dash, "width": line.width},
        **({"marker": {"color": line.colour, "size": 6}} if "markers" in line.mode else {}),
        "showlegend": line.in_legend,
        "hovertemplate": hover,
    } | more


def teeth(name: str, x: NDArray[np.number], y: NDArray[Any], colour: str, size: int) -> dict[str, Any]:
    """Plotly's trace of short upright strokes."""
    marker = {"symbol": "line-ns", "size": size, "color": colour, "line": {"color": colour, "width": 2}}
    return trace(Line(name, x, y, colour, mode="markers"), marker=marker)


def mark_trace(marks: Sequence[Mark]) -> dict[str, Any]:
    """Plotly's trace of labelled rings."""
    return ring_trace([mark.x for mark in marks], [mark.y for mark in marks]) | {
        "text": [mark.label for mark in marks],
        "mode": "markers+text",
        "textposition": "top right",
        "textfont": {"color": theme.INK},
        "hoverinfo": "text",
        "showlegend": False,
        "cliponaxis": False,
    }


def ring_trace(x: ArrayLike, y: ArrayLike) -> dict[str, Any]:
    """Plotly's trace of rings around points."""
    ring = {"color": theme.INK, "size": 9, "symbol": "circle-open", "line": {"width": 2}}
    return {"type": "scatter", "x": x, "y": y, "mode": "markers", "marker": ring}
