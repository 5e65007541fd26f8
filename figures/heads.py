"""One curve or one row for every attention head, over the distance to the key."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from figures import theme
from figures.curves import Line, curves
from figures.heatmap import signed_heatmap

FULL = 8.0  # a bias of this size gets the full colour: beyond, e**-8 = 0.03 % of the weight is left
_ROUNDING = 1e-9  # tokens, of where a weight has halved
MOST_WEIGHT = 3.0  # times the weight at distance 0: more would flatten the fall


def head_heatmap(
    bias: NDArray[np.floating],
    distances: NDArray[np.integer],
    halves: NDArray[np.floating],
    *,
    palette: theme.Palette,
    ring: str,
    height: int = 420,
) -> go.Figure:
    """Heads down, distances across on a logarithmic axis, a ring where a head's weight has halved.

    Parameters
    ----------
    bias : ndarray of shape (heads, n)
    distances : ndarray of int, shape (n,)
        Tokens, ascending from 1.
    halves : ndarray of shape (heads,)
        Tokens; NaN for none.
    palette : Palette
    ring : str
        What a ring means.
    height : int
        Pixels.
    """
    limit = min(float(np.abs(bias).max(initial=0)), FULL)
    figure = signed_heatmap(
        bias, palette=palette, x="distance back (tokens)", y="head", unit="bias", limit=limit, height=height
    )
    heads = np.arange(1, len(bias) + 1)
    hover = "head %{y}, %{x:,} back: %{z:.4f}<extra></extra>"
    figure.update_traces(x=np.asarray(distances, np.float64), y=heads, hovertemplate=hover)
    shown = (halves >= distances[0] - _ROUNDING) & (halves <= distances[-1])
    rings = go.Scatter(
        name=ring,
        x=halves[shown],
        y=heads[shown],
        mode="markers",
        marker={"color": palette.text, "size": 9, "symbol": "circle-open", "line": {"width": 2}},
        hovertemplate="head %{y}: %{x:,.4~g} tokens<extra></extra>",
    )
    figure.add_trace(rings)
    figure.update_layout(showlegend=bool(shown.any()))
    figure.update_yaxes(showgrid=False, tickvals=_few(heads))
    return _doublings(figure, distances[0] / 2**0.5, distances[-1])


def head_curves(
    values: NDArray[np.floating],
    distances: NDArray[np.integer],
    heads: Sequence[int],
    *,
    palette: theme.Palette,
    y: str,
    log_x: bool = False,
    level: float | None = None,
    rings: NDArray[np.floating] | None = None,
    percent: bool = False,
    height: int = 420,
) -> go.Figure:
    """A curve for each head, coloured from the first head to the last.

    Parameters
    ----------
    values : ndarray of shape (len(heads), n)
    distances : ndarray of int, shape (n,)
        Tokens, ascending.
    heads : sequence of int
        Counted from 1.
    palette : Palette
    y : str
        Axis title with unit.
    log_x : bool
        Logarithmic distances, from 1 on.
    level : float or None
        Drawn as a dashed horizontal line.
    rings : ndarray of shape (len(heads),) or None
        Distances at which the curves, relative weights, cross the level, tokens; NaN for none. What lies
        above MOST_WEIGHT runs off the picture.
    percent : bool
        Whether the values are shares.
    height : int
        Pixels.
    """
    colours = theme.ramp(len(heads))
    lines = [
        Line(f"head {head}", np.asarray(distances, np.float64), row, colour)
        for head, row, colour in zip(heads, values, colours, strict=True)
    ]
    figure = curves(lines, palette=palette, x="distance back (tokens)", y=y, height=height)
    figure.update_traces(hovertemplate="%{x:,} back: %{y:.4~g}")
    figure.update_layout(margin={"t": 72}, legend={"itemwidth": 30, "font": {"size": 13}})
    if level is not None:
        figure.add_hline(level, line={"color": palette.text, "width": 1, "dash": "dash"})
    if level is not None and rings is not None:
        figure.add_trace(_rings(rings, level, distances[-1], palette))
        figure.update_yaxes(range=[-0.03, min(float(values.max()), MOST_WEIGHT) * 1.03])
    if percent:
        figure.update_yaxes(tickformat=".0%", range=[-0.02, 1.04])
    return _doublings(figure, 1, distances[-1]) if log_x else figure


def _rings(x: NDArray[np.floating], level: float, last: float, palette: theme.Palette) -> go.Scatter:
    shown = x[(x >= 1 - _ROUNDING) & (x <= last)]
    return go.Scatter(
        x=shown,
        y=np.full(len(shown), level),
        mode="markers",
        marker={"color": palette.text, "size": 9, "symbol": "circle-open", "line": {"width": 2}},
        hovertemplate="half at %{x:,.4~g} tokens<extra></extra>",
        showlegend=False,
    )


def _few(numbers: NDArray[np.integer]) -> NDArray[np.integer]:
    """At most 16 of them, with even steps."""
    return numbers[:: -(-len(numbers) // 16)]


def _doublings(figure: go.Figure, first: float, last: float) -> go.Figure:
    """A logarithmic axis whose ticks double."""
    powers = np.arange(int(np.log2(last)) + 1)
    ticks = 2 ** powers[:: -(-len(powers) // (9 if last < 10_000 else 6))]  # long labels need room
    reach = [np.log10(first), np.log10(last + 0.5)]
    return figure.update_xaxes(
        type="log", tickangle=0, tickvals=ticks, ticktext=[f"{tick:,}" for tick in ticks], range=reach
    )
