"""Two arrows from one height of a sine to two, and on the circle of sine and cosine by one angle."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, trace
from figures.spec import Figure

_FROM, _TO = -180, 360  # degrees that the wave covers
_COLOURS = (theme.INK, theme.GHOST)
_HOVER = "%{x:,.2f}: %{y:,.2f}"


def same_sine_arrows(
    before: NDArray[np.floating],  # (2,) angles with the same sine, radians
    turn: float,  # radians; drawn as the equal turn of at most half a circle
    *,
    palette: theme.Palette,
    names: tuple[str, str],  # of the two arrows
    x: str,
    y: str,
    circle: str,  # title of the circle's horizontal axis
) -> Figure:
    """The sine of two angles before and after a turn, on the wave and on the circle."""
    less = (turn + np.pi) % (2 * np.pi) - np.pi  # radians, at most half a circle
    wave = np.linspace(_FROM, _TO, 181)
    whole = np.linspace(0, 2 * np.pi, 121)
    traces = spec.within(1, [_line(wave, np.sin(np.radians(wave)), theme.SINE)])
    traces += spec.within(2, [_line(np.cos(whole), np.sin(whole), palette.grid)])
    for angle, colour, name in zip(before, _COLOURS, names, strict=True):
        way = angle + np.linspace(0, less, 25)
        traces += spec.within(1, _arrow(np.degrees(way), np.sin(way), colour, name, in_legend=True))
        traces += spec.within(2, _arrow(np.cos(way), np.sin(way), colour, name, in_legend=False))
    upward = {"range": [-1.15, 1.15], "tickvals": [-1, 0, 0.5, 1]}
    axes = spec.grid(
        [
            {"title": {"text": x}, "range": [_FROM, _TO], "tickvals": list(range(_FROM, _TO + 1, 90))},
            {"title": {"text": circle}, "range": [-1.15, 1.15], "tickvals": [-1, 0, 1]},
        ],
        [upward | {"title": {"text": y}}, upward | {"scaleanchor": "x2", "constrain": "domain"}],
        heights=[1],
        widths=[6, 4],
        beside=0.06,
        share_y=False,
    )
    axes["xaxis2"] |= {"constrain": "domain"}
    return spec.figure(traces, axes | {"margin": {"t": 32}}, palette=palette, height=380)


def _line(x: NDArray[np.floating], y: NDArray[np.floating], colour: str) -> dict[str, Any]:
    return trace(Line("", x, y, colour, in_legend=False), _HOVER, hoverinfo="skip")


def _arrow(
    x: NDArray[np.floating], y: NDArray[np.floating], colour: str, name: str, *, in_legend: bool
) -> list[dict[str, Any]]:
    """A line with a head at its end, and a dot where it begins."""
    head = {"symbol": "arrow", "size": [0] * (len(x) - 1) + [16], "angleref": "previous", "line": {"width": 0}}
    line = _line(x, y, colour) | {
        "name": name,
        "mode": "lines+markers",
        "line": {"color": colour, "width": 4},
        "marker": head | {"color": colour, "opacity": 1},
    }
    dot = {"mode": "markers", "marker": {"color": colour, "size": 11}, "hoverinfo": "all"}
    return [line, _line(x[:1], y[:1], colour) | {"name": name, "showlegend": in_legend} | dot]
