"""Biases and weights of attention heads over the distance to the key, and which number an offset gets."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, named_at_ends, ring_trace, trace
from figures.heatmap import cells
from figures.labels import with_room
from figures.spec import Figure

FULL = 8.0  # biases from this size on get the full colour: e**-8 leaves 0.03% of the weight
_ROUNDING = 1e-9  # tokens; error of the distance at which a weight has halved
HEIGHT = 330  # pixels, of a figure
_NAME_ROOM = 0.04  # share of a logarithmic axis that a head's number takes
MOST_WEIGHT = 3.0  # largest weight in the picture, relative to the weight at distance 0


def head_heatmap(
    bias: NDArray[np.floating],  # (heads, n)
    distances: NDArray[np.integer],  # (n,) tokens, ascending from 1
    halves: NDArray[np.floating],  # (heads,) distance at which the weight has halved, tokens; NaN if it never does
    *,
    palette: theme.Palette,
    ring: str,  # what a ring means, for the legend
    unit: str,  # title of the scale of colours
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
    traces = [cells(bias, palette=palette, unit=unit, limit=limit) | look, rings]
    return spec.figure(traces, layout, palette=palette, height=HEIGHT, x="distance back (tokens)", y="head")


def head_curves(
    values: NDArray[np.floating],  # (len(heads), n)
    distances: NDArray[np.integer],  # (n,) tokens, ascending
    heads: Sequence[int] | NDArray[np.integer],  # counted from 1
    *,
    palette: theme.Palette,
    colour: str,  # of the scheme; the heads have tones of it
    y: str,
) -> Figure:
    """A curve for each head; those are named at their ends that have room for it."""
    lines = _lines(values, distances, [f"head {head}" for head in heads], palette, colour)
    low, high = float(values.min(initial=0)), float(values.max(initial=0))
    edge = 0.03 * ((high - low) or 1)
    layout = {"meta": {"follows": {"yaxis": ["length"]}}}  # a penalty grows with the distance
    figure = _over_distance(lines, [], layout, palette=palette, y=y)
    return named_at_ends(figure, lines, low - edge, high + edge, in_series=True)


def crossing_curves(
    values: NDArray[np.floating],  # (len(heads), n)
    distances: NDArray[np.integer],  # (n,) tokens, ascending
    heads: Sequence[int] | NDArray[np.integer],  # counted from 1
    crossings: NDArray[
        np.floating
    ],  # (len(heads), 2) where each reaches the level: distance, value; NaN if nowhere
    *,
    palette: theme.Palette,
    colour: str,  # of the scheme; the heads have tones of it
    level: float,  # height of a dashed horizontal line
    y: str,
    percent: bool = False,  # whether the values are shares; else they are ratios, shown up to MOST_WEIGHT
) -> Figure:
    """A curve for each head over distances on a logarithmic axis, named by its number where it reaches the level.

    Their ends lie on one another, so a name there would say nothing.
    """
    lines = _lines(values, distances, [f"head {head}" for head in heads], palette, colour)
    across, up = crossings.T
    visible = (across >= 1 - _ROUNDING) & (across <= distances[-1])
    numbers = np.asarray(heads)[visible]
    named = with_room(np.log(across[visible]), _NAME_ROOM * np.log(distances[-1] + 0.5))
    rings = ring_trace(across[visible], up[visible]) | {
        "text": [f"{head}" if place in named else "" for place, head in enumerate(numbers)],
        "customdata": numbers,
        "mode": "markers+text",
        "textposition": "top right",
        "textfont": {"color": theme.INK},
        "cliponaxis": False,
        "hovertemplate": "head %{customdata:,}: %{x:,.4~r} tokens<extra></extra>",
    }
    top = 1.0 if percent else min(float(values.max(initial=0)), MOST_WEIGHT)
    layout = {
        "xaxis": _doublings(1, distances[-1]),
        "yaxis": {"range": [-0.03 * top, 1.06 * top]} | ({"tickformat": ".0%"} if percent else {}),
        "shapes": [spec.rule(level, along="y", dash="dash")],
        "margin": {"t": 12},
        "showlegend": False,
        "meta": {"follows": {"yaxis": ["length"]}},
    }
    return _over_distance(lines, [rings], layout, palette=palette, y=y)


def _lines(
    values: NDArray[np.floating],
    distances: NDArray[np.integer],
    names: Sequence[str],
    palette: theme.Palette,
    colour: str,
) -> list[Line]:
    at, tones = np.asarray(distances, np.float64), palette.ramp(len(names), colour)
    return [Line(name, at, row, tone) for name, row, tone in zip(names, values, tones, strict=True)]


def _over_distance(
    lines: Sequence[Line], more: Sequence[dict[str, Any]], layout: dict[str, Any], *, palette: theme.Palette, y: str
) -> Figure:
    traces = [trace(line, "%{x:,} back: %{y:,.4~r}") for line in lines]
    return spec.figure([*traces, *more], layout, palette=palette, height=HEIGHT, x="distance back (tokens)", y=y)


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
