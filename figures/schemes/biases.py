"""Biases and weights of attention heads over the distance to the key, and which number an offset gets."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, named_at_ends, ring_trace, trace
from figures.heatmap import cells
from figures.spec import Figure

FULL = 8.0  # biases from this size on get the full colour: e**-8 leaves 0.03% of the weight
_ROUNDING = 1e-9  # tokens; error of the distance at which a weight has halved
HEIGHT = 330  # pixels, of a figure
MOST_WEIGHT = 3.0  # largest weight in the picture, relative to the weight at distance 0


def head_heatmap(
    bias: NDArray[np.floating],  # (heads, n)
    distances: NDArray[np.integer],  # (n,) tokens, ascending from 1
    halves: NDArray[np.floating],  # (heads,) distance at which the weight has halved, tokens; NaN if it never does
    *,
    palette: theme.Palette,
    ring: str,  # what a ring means, for the legend
) -> Figure:
    """A row for each head over distances on a logarithmic axis, with a ring where the weight has halved."""
    limit = min(float(np.abs(bias).max(initial=0)), FULL)
    heads = np.arange(1, len(bias) + 1)
    look = {
        "x": np.asarray(distances, np.float64),
        "y": heads,
        "hovertemplate": "head %{y:,}, %{x:,} back: %{z:,.4~r}<extra></extra>",
    }
    visible = (halves >= distances[0] - _ROUNDING) & (halves <= distances[-1])
    hover = "head %{y:,}: %{x:,.4~r} tokens<extra></extra>"
    rings = ring_trace(halves[visible], heads[visible]) | {"name": ring, "hovertemplate": hover}
    layout = {
        "showlegend": bool(visible.any()),
        "xaxis": _doublings(distances[0] / 2**0.5, distances[-1]),
        "yaxis": {"range": [len(bias) + 0.5, 0.5], "showgrid": False, "tickvals": _few(heads)},
    }
    traces = [cells(bias, palette=palette, unit="bias", limit=limit) | look, rings]
    return spec.figure(traces, layout, palette=palette, height=HEIGHT, x="distance back (tokens)", y="head")


def head_curves(
    values: NDArray[np.floating],  # (len(heads), n)
    distances: NDArray[np.integer],  # (n,) tokens, ascending
    heads: Sequence[int] | NDArray[np.integer],  # counted from 1
    *,
    palette: theme.Palette,
    y: str,
    log_x: bool = False,  # logarithmic distances, from 1 on
    level: float | None = None,  # height of a dashed horizontal line
    # (len(heads),) crossings of the level, tokens; NaN where none; with them the axis ends at MOST_WEIGHT
    rings: NDArray[np.floating] | None = None,
    percent: bool = False,  # whether the values are shares
) -> Figure:
    """A curve for each head, named at its end; colours follow the order of the heads."""
    at = np.asarray(distances, np.float64)
    lines = [
        Line(f"head {head}", at, row, colour)
        for head, row, colour in zip(heads, values, palette.ramp(len(heads)), strict=True)
    ]
    traces = [trace(line, "%{x:,} back: %{y:,.4~r}") for line in lines]
    low, high = float(values.min(initial=0)), float(values.max(initial=0))
    if level is not None and rings is not None:
        traces.append(_rings(rings, level, distances[-1]))
        low, high = 0, min(high, MOST_WEIGHT)
    if percent:
        low, high = 0, 1
    edge = 0.03 * ((high - low) or 1)
    layout: dict[str, Any] = {
        "xaxis": _doublings(1, distances[-1]) if log_x else {},
        "yaxis": {"tickformat": ".0%"} if percent else {},
        "meta": {"follows": {"yaxis": ["length"]}},  # a penalty grows with the distance
    }
    if level is not None:
        layout["shapes"] = [spec.rule(level, along="y", dash="dash")]
    figure = spec.figure(traces, layout, palette=palette, height=HEIGHT, x="distance back (tokens)", y=y)
    lines.sort(key=lambda line: float(line.y.mean()))  # for those that end at one height
    return named_at_ends(figure, lines, low - edge, high + edge)


def _rings(x: NDArray[np.floating], level: float, last: float) -> dict[str, Any]:
    visible = x[(x >= 1 - _ROUNDING) & (x <= last)]
    hover = "half at %{x:,.4~r} tokens<extra></extra>"
    rings = ring_trace(visible, np.full(len(visible), level))
    return rings | {"hovertemplate": hover, "showlegend": False}


def _few(numbers: NDArray[np.integer]) -> NDArray[np.integer]:
    """At most 16 of the numbers, in even steps."""
    return numbers[:: -(-len(numbers) // 16)]


def _doublings(first: float, last: float) -> dict[str, Any]:
    """A logarithmic axis with ticks at powers of two."""
    powers = np.arange(int(np.log2(last)) + 1)
    ticks = 2 ** powers[:: -(-len(powers) // (9 if last < 10_000 else 6))]  # long labels need room
    return {
        "type": "log",
        "tickangle": 0,
        "tickvals": ticks,
        "ticktext": [f"{tick:,}" for tick in ticks],
        "range": [np.log10(first), np.log10(last + 0.5)],
    }


def group_stairs(
    offsets: NDArray[np.integer],  # (n,) key minus query, tokens
    numbers: NDArray[np.integer],  # (n,) index of the number that each offset gets
    *,
    palette: theme.Palette,
    y: str,
    length: int,  # tokens of the text; offsets beyond are shaded
) -> Figure:
    """A dot for every offset; dots of the same height share a number."""
    line = Line("", offsets.astype(float), numbers.astype(float), theme.BIAS, mode="lines+markers", width=1)
    hover = "offset %{x:,}: %{y:,}<extra></extra>"
    stairs = {"line": {"shape": "hvh"}, "marker": {"size": 4}, "hovertemplate": hover}
    beyond = ((length - 0.5, offsets[-1]), (offsets[0], 0.5 - length))
    layout = {
        "showlegend": False,
        "margin": {"t": 16},
        "shapes": [spec.shade(*ends, opacity=0.18) | {"layer": "above"} for ends in beyond if ends[0] < ends[1]],
    }
    x = "offset, key − query (tokens)"
    return spec.figure([spec.over(trace(line), stairs)], layout, palette=palette, height=360, x=x, y=y)
