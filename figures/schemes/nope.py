"""Causal attention without an encoding: equal weights, and what a probe reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from figures import spec, theme
from figures.curves import LOG, Line, trace
from figures.heatmap import shares
from figures.labels import at_ends
from figures.spec import Figure

MARGIN = 0.12  # of a decade at either end


def weight_triangle(
    weights: NDArray[np.floating],  # (n, n) row t: from 0 to 1; 0 where masked
    *,
    palette: theme.Palette,
    colour: str,  # of weight 1
    x: str,
    y: str,
    labels: NDArray[np.str_],  # (n, n) text in the cells
) -> Figure:
    """Square cells with labels; the first column is framed, masked cells are empty."""
    numbers = np.arange(1, len(weights) + 1)
    cells = shares(np.where(weights > 0, weights, np.nan), colour, palette, xgap=2, ygap=2) | {
        "x": numbers,
        "y": numbers,
        "text": labels,
        "texttemplate": "%{text}",
        "textfont": {"size": 13},
        "hoverongaps": False,
        "hovertemplate": "token %{y:,} gives token %{x:,} a weight of %{z:.4f}<extra></extra>",
    }
    first = {"type": "rect", "x0": 0.5, "x1": 1.5, "y0": 0.5, "y1": len(weights) + 0.5}
    axis = {"tickvals": numbers, "showgrid": False, "zeroline": False, "constrain": "domain"}
    layout = {
        "margin": {"t": 12, "l": 52},
        "shapes": [first | {"line": {"color": theme.INK, "width": 2}}],
        "xaxis": axis | {"constraintoward": "left"},
        "yaxis": axis | {"autorange": "reversed", "scaleanchor": "x", "constraintoward": "top"},
    }
    return spec.figure([cells], layout, palette=palette, height=340, x=x, y=y)


def reciprocal(
    positions: NDArray[np.int_],  # (n,) tokens, from 1
    shares: NDArray[np.floating],  # (n,) above 0
    *,
    palette: theme.Palette,
    colour: str,
    x: str,
    y: str,
) -> Figure:
    """Points joined by a line; a single point is centred in a decade."""
    line = Line("1/t", positions.astype(np.float64), shares, colour, mode="lines+markers", in_legend=False)
    points = trace(line) | {"hovertemplate": "t = %{x:,}: %{y:.6~g}<extra></extra>"}
    decades = LOG | {"tickformat": ",~g"}  # Plotly's powers of ten are larger than other labels
    layout = {
        "margin": {"t": 12, "r": 24},
        "xaxis": decades | {"range": _reach(positions)},
        "yaxis": decades | {"range": _reach(shares)},
        "meta": {"follows": {"yaxis": ["length"]}},
    }
    return spec.figure([points], layout, palette=palette, height=340, x=x, y=y)


def _reach(values: NDArray[np.number]) -> list[float]:
    low, high = np.log10(values.min()), np.log10(values.max())
    margin = MARGIN if high > low else 0.5
    return [low - margin, high + margin]


HEIGHT, ABOVE, BELOW, NAME = 340, 12, 48, 38  # pixels: of a figure, around its axes, of a name on two lines
NOTHING = 0.03  # share of the variance that a probe trained on a few thousand examples explains by chance


@dataclass(frozen=True)
class Condition:
    """Readings under one condition."""

    name: str
    colour: str  # from `figures.theme`
    low: ArrayLike  # (n,) quantile of the readings
    middle: ArrayLike  # (n,) quantile of the readings
    high: ArrayLike  # (n,) quantile of the readings
    shares: ArrayLike  # (stages,) shares of the variance explained, at most 1; 0 or less if nothing is read
    is_dashed: bool = False  # whether its line is dashed, and its bars hatched


def probe_readings(
    conditions: Sequence[Condition],
    true: ArrayLike,  # (n,) ascending, above 0
    *,
    palette: theme.Palette,
    x: str,
    y: str,
) -> Figure:
    """Median and band of the readings against the true value on logarithmic axes, with the line of equality."""
    positions = np.asarray(true)
    agree = trace(Line("exact", positions, positions, theme.GHOST, dash="dot"), hoverinfo="skip")
    bands = [_band(condition, positions) for condition in conditions]
    traces = [*bands, agree, *(_median(condition, positions) for condition in conditions)]
    ticks = {"type": "log", "tickvals": [1, 2, 4, 8, 16, 32, 64, 128]}
    low, high = np.log10([_least(conditions, positions), 1.2 * positions[-1]])
    ends = [("exact", np.log10(positions[-1]), theme.GHOST)]
    ends += [
        (each.name.replace(", ", ",<br>"), np.log10(np.asarray(each.middle)[-1]), each.colour)
        for each in conditions
    ]
    gap = (high - low) * NAME / (HEIGHT - ABOVE - BELOW)
    layout = {
        "xaxis": ticks,
        "yaxis": ticks | {"range": [low, high]},
        "showlegend": False,
        "annotations": [name | {"align": "left"} for name in at_ends(ends, low, high, gap)],
        "margin": {"l": 56, "t": ABOVE, "r": 148, "b": BELOW},
    }
    return spec.figure(traces, layout, palette=palette, height=HEIGHT, x=x, y=y)


def _least(conditions: Sequence[Condition], positions: np.ndarray) -> float:
    """Somewhat below all bands and the line of equality."""
    lows = np.concatenate([positions, *(np.asarray(each.low, float) for each in conditions)])
    return float(lows[lows > 0].min()) / 1.2


def _band(condition: Condition, positions: np.ndarray) -> dict[str, Any]:
    return {
        "type": "scatter",
        "x": np.concatenate([positions, positions[::-1]]),
        "y": np.concatenate([np.asarray(condition.low), np.asarray(condition.high)[::-1]]).astype(np.float32),
        "fill": "toself",
        "mode": "none",
        "fillcolor": condition.colour,
        "opacity": 0.22,
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _median(condition: Condition, positions: np.ndarray) -> dict[str, Any]:
    dash = "dash" if condition.is_dashed else "solid"
    line = Line(condition.name, positions, np.asarray(condition.middle), condition.colour, dash=dash, width=2.5)
    return trace(line, "t = %{x:,}: read as %{y:,.1f}")


def explained_bars(
    conditions: Sequence[Condition],
    stages: Sequence[str],  # stages of the network
    *,
    palette: theme.Palette,
    y: str,
) -> Figure:
    """A group of bars for each stage, with a bar for each condition and its value on top."""
    low = min(float(np.min(condition.shares)) for condition in conditions)
    layout = {
        "barmode": "group",
        "bargap": 0.25,
        "showlegend": False,
        "margin": {"l": 56, "t": ABOVE},
        "yaxis": {"range": [min(-0.12, low - 0.12), 1.04], "zeroline": True, "zerolinecolor": theme.GHOST},
    }
    return spec.figure(
        [_bars(condition, stages) for condition in conditions], layout, palette=palette, height=HEIGHT, y=y
    )


def _bars(condition: Condition, stages: Sequence[str]) -> dict[str, Any]:
    shares = np.asarray(condition.shares, float)
    return {
        "type": "bar",
        "name": condition.name,
        "x": list(stages),
        "y": shares,
        "text": [f"{share:.2f}" if share > NOTHING else "≈ 0" for share in shares],
        "textposition": "outside",
        "textangle": 0,
        "marker": {"color": condition.colour, "pattern": {"shape": "/" if condition.is_dashed else ""}},
        "cliponaxis": False,
        "hovertemplate": "%{x}: %{y:.3f}",
    }
