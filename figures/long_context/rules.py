"""Context-extension rules side by side: curves over one axis of pairs, with one colour and dash per rule."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from figures import theme
from figures.curves import Line, curves
from figures.long_context import pair_panels

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from figures.spec import Figure


@dataclass(frozen=True)
class Look:
    """How a rule is drawn in every picture.

    Parameters
    ----------
    colour : str
    dash : str
    """

    colour: str
    dash: str = "solid"


RULE_LOOKS: Mapping[str, Look] = {  # related rules share a colour
    "Unscaled": Look(theme.GHOST),
    "Linear": Look(theme.SERIES[2]),
    "Proportional": Look(theme.SERIES[2], "dot"),
    "NTK": Look(theme.SERIES[3]),
    "Dynamic NTK": Look(theme.SERIES[3], "dash"),
    "YaRN": Look(theme.SERIES[4]),
    "NTK-by-parts": Look(theme.SERIES[4], "dash"),
    "Llama 3": Look(theme.SERIES[4], "dot"),
    "LongRoPE": Look(theme.SERIES[5]),
}


def look(rule: str) -> Look:
    """The look of a rule; a rule that is not listed gets long dashes."""
    return RULE_LOOKS.get(rule, Look(theme.GHOST, "longdash"))


@dataclass(frozen=True)
class Quantity:
    """One value for every pair under every rule.

    Parameters
    ----------
    title : str
        With its unit.
    values : mapping of str to ndarray of shape (pairs,)
        Rule → values.
    log : bool
        Logarithmic axis.
    levels : mapping of str to float
        Label → height of a dashed line.
    ticks : mapping of str to float
        Label → height; empty for Plotly's default ticks.
    """

    title: str
    values: Mapping[str, NDArray[np.floating]]
    log: bool = False
    levels: Mapping[str, float] = field(default_factory=dict)
    ticks: Mapping[str, float] = field(default_factory=dict)


def pair_curves(
    quantities: Sequence[Quantity], *, palette: theme.Palette, pair: int, x: str, height: int = 620
) -> Figure:
    """A panel for each quantity and in it a curve for each rule.

    Parameters
    ----------
    quantities : sequence of Quantity
    palette : Palette
    pair : int
        Marked by a vertical line; a click on another selects it.
    x : str
        Axis title.
    height : int
        Pixels.
    """
    named: set[str] = set()
    panels = []
    for quantity in quantities:
        panels.append(_panel(quantity, named))
        named |= set(quantity.values)
    pairs = len(next(iter(quantities[0].values.values())))
    return pair_panels.stacked(
        panels,
        palette=palette,
        pair=pair,
        pairs=pairs,
        x=x,
        height=height,
        legend=44 if len(named) > 1 else 0,
    )


def _panel(quantity: Quantity, named: set[str]) -> pair_panels.Panel:
    axis: dict[str, Any] = {"tickformat": ",~g", "nticks": 5}
    if quantity.ticks:
        axis = {"tickvals": list(quantity.ticks.values()), "ticktext": list(quantity.ticks)}
    elif quantity.log:
        axis = {"tickformat": "~s", "dtick": _decades(quantity)}
    axis["type"] = "log" if quantity.log else "linear"
    curves_of_rules = [
        {
            "type": "scatter",
            "mode": "lines",
            "name": rule,
            "legendgroup": rule,
            "showlegend": rule not in named,
            "x": np.arange(len(values)),
            "y": np.asarray(values, np.float32),
            "line": {"color": look(rule).colour, "dash": look(rule).dash, "width": 2.5},
            "hovertemplate": "%{y:,.4~g}",
        }
        for rule, values in quantity.values.items()
    ]
    levels = [
        pair_panels.Level(height, text, _nearer_left(quantity, height)) for text, height in quantity.levels.items()
    ]
    return pair_panels.Panel(quantity.title, curves_of_rules, axis, levels)


def _decades(quantity: Quantity) -> int:
    """Decades between two ticks of a logarithmic axis that has at most five."""
    heights = np.concatenate([*quantity.values.values(), [*quantity.levels.values()]])
    return int(np.ceil(np.log10(heights.max() / heights.min()) / 5)) or 1


def _nearer_left(quantity: Quantity, height: float) -> bool:
    """Whether a label at the left end of a level would collide with curves that start there."""
    ends = np.array([[values[0], values[-1]] for values in quantity.values.values()], np.float64)  # (rules, 2)
    apart = np.log(ends / height) if quantity.log else ends - height
    left, right = np.abs(apart).min(axis=0)
    return bool(left < right / 2)


def held_by_strongest(lines: Sequence[Line], *, palette: theme.Palette, x: str, y: str) -> Figure:
    """Cumulative shares over counts on a logarithmic axis.

    Parameters
    ----------
    lines : sequence of Line
        Over counts from 1.
    palette : Palette
    x, y : str
        Axis titles with units.
    """
    figure = curves(lines, palette=palette, x=x, y=y, log_x=True)
    layout = {
        "margin": {"t": 64},
        "legend": {"itemwidth": 30, "font": {"size": 13}},
        "xaxis": {"tickformat": ","},
        "yaxis": {"tickformat": ".0%"},
    }
    return figure.under(layout, hovertemplate="the strongest %{x:,}: %{y:.1%}")
