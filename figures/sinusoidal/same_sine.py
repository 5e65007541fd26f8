"""Two arrows on the circle of sine and cosine, from one sine to two, by one angle."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, trace
from figures.spec import Figure

_COLOURS = (theme.INK, theme.GHOST)
_REACH = 1.4  # of both axes
_HOVER = "%{x:,.2f}: %{y:,.2f}"


def same_sine_arrows(
    before: NDArray[np.floating],  # (2,) angles with the same sine, radians
    turn: float,  # radians; drawn as the equal turn of at most half a circle
    *,
    palette: theme.Palette,
    level: str,  # what the line through both beginnings is
    ends: Sequence[str],  # what stands at the end of each arrow
    x: str,
    y: str,
) -> Figure:
    """Two points of the circle with one sine before and after a turn."""
    less = half_circle(turn)
    whole = np.linspace(0, 2 * np.pi, 121)
    sine = np.full(2, np.sin(before[0]))
    traces = [_line(np.sin(whole), np.cos(whole), palette.grid)]
    traces.append(_line(sine, np.array([-_REACH, _REACH]), theme.SINE, dash="dash"))
    labels = [
        {"x": sine[0], "y": 0, "text": level, "font": {"color": theme.SINE}, "xanchor": "right", "xshift": -4}
    ]
    for angle, colour, text in zip(before, _COLOURS, ends, strict=True):
        traces += _arrow(angle + np.linspace(0, less, 25), colour)
        tip = 1.08 * np.array([np.sin(angle + less), np.cos(angle + less)])
        side = {"xanchor": "left" if tip[0] > 0 else "right", "yanchor": "bottom" if tip[1] > 0 else "top"}
        labels.append({"x": tip[0], "y": tip[1], "text": text, "font": {"color": colour}} | side)
    axis = {"range": [-_REACH, _REACH], "tickvals": [-1, 0, 1], "constrain": "domain"}
    layout = {
        "xaxis": axis,
        "yaxis": axis | {"scaleanchor": "x"},
        "annotations": [label | {"showarrow": False} for label in labels],
        "showlegend": False,
        "margin": {"t": 12, "r": 56},
    }
    return spec.figure(traces, layout, palette=palette, height=420, x=x, y=y)


def half_circle(turn: float) -> float:
    """The equal turn of at most half a circle, radians."""
    return float((turn + np.pi) % (2 * np.pi) - np.pi)


def _line(x: NDArray[np.floating], y: NDArray[np.floating], colour: str, dash: str = "solid") -> dict[str, Any]:
    return trace(Line("", x, y, colour, dash=dash, in_legend=False), _HOVER, hoverinfo="skip")


def _arrow(way: NDArray[np.floating], colour: str) -> list[dict[str, Any]]:
    """A line with a head at its end, and a dot where it begins."""
    x, y = np.sin(way), np.cos(way)  # as the hands of a clock: from twelve, clockwise
    head = {"symbol": "arrow", "size": [0] * (len(way) - 1) + [16], "angleref": "previous", "line": {"width": 0}}
    look = {"mode": "lines+markers", "line": {"color": colour, "width": 4}}
    line = _line(x, y, colour) | look | {"marker": head | {"color": colour, "opacity": 1}}
    dot = {"mode": "markers", "marker": {"color": colour, "size": 11}, "hoverinfo": "all"}
    return [line, _line(x[:1], y[:1], colour) | dot]
