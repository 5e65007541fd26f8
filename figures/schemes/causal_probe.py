"""Readings of a probe against true values, and the variance that they explain."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from figures import spec, theme
from figures.curves import Line, trace
from figures.labels import at_ends
from figures.spec import Figure

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
    dashed: bool = False  # whether its line is dashed, and its bars hatched


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
    dash = "dash" if condition.dashed else "solid"
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
        "marker": {"color": condition.colour, "pattern": {"shape": "/" if condition.dashed else ""}},
        "cliponaxis": False,
        "hovertemplate": "%{x}: %{y:.3f}",
    }
