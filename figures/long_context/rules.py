"""Context-extension rules side by side, with one colour and dash per rule, and scores with cached keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import theme
from figures.curves import Line, curves, trace
from figures.heatmap import signed_heatmap
from figures.long_context import pair_panels
from figures.spec import Figure


@dataclass(frozen=True)
class Look:
    """How a rule is drawn in every picture."""

    colour: str
    dash: str = "solid"

    def line(self, rule: str, x: NDArray[np.number], y: NDArray[np.floating]) -> Line:
        """A rule's curve."""
        return Line(rule, x, y, self.colour, dash=self.dash, width=2.5)


Looks = Mapping[str, Look]
"""The look of every rule, by its name."""

COLOURS = {"ink": theme.INK, "grey": theme.GHOST, "rotary": theme.ROTARY}  # as the records of rules name them
LEAST_GAP = 0.2  # of the axis: labels of levels nearer than this would overlap


def looks_of(records: Mapping[str, tuple[str, str]]) -> Looks:  # colour and dash of every rule, drawn or not
    """How rules are drawn, by name."""
    return {rule: Look(COLOURS[colour], dash) for rule, (colour, dash) in records.items()}


@dataclass(frozen=True)
class Quantity:
    """One value for every pair under every rule."""

    title: str  # with its unit
    values: Mapping[str, NDArray[np.floating]]  # (pairs,) rule → values
    log: bool = False  # logarithmic axis
    levels: Mapping[str, float] = field(default_factory=dict)  # label → height of a dashed line
    ticks: Mapping[str, float] = field(default_factory=dict)  # label → height; empty for Plotly's default ticks


def pair_curves(
    quantities: Sequence[Quantity],
    *,
    looks: Looks,
    palette: theme.Palette,
    pair: int,  # marked by a vertical line; a click on another selects it
    x: str,
    height: int = 620,
) -> Figure:
    """A panel for each quantity and in it a curve for each rule."""
    pairs = len(next(iter(quantities[0].values.values())))
    panels = [_panel(quantity, looks, with_names=place == 0) for place, quantity in enumerate(quantities)]
    return pair_panels.stack(panels, palette=palette, pair=pair, pairs=pairs, x=x, height=height)


def _panel(quantity: Quantity, looks: Looks, *, with_names: bool) -> pair_panels.Panel:
    axis: dict[str, Any] = {"tickformat": ",~g", "nticks": 5}
    if quantity.ticks:
        axis = {"tickvals": list(quantity.ticks.values()), "ticktext": list(quantity.ticks)}
    elif quantity.log:
        axis = {"tickformat": "~s", "dtick": _decades(quantity)}
    axis["type"] = "log" if quantity.log else "linear"
    curves_of_rules = [
        trace(looks[rule].line(rule, np.arange(len(values)), values), "%{y:,.4~r}")
        for rule, values in quantity.values.items()
    ]
    names = _names(quantity, looks) if with_names else []
    return pair_panels.Panel(quantity.title, curves_of_rules, axis, _levels(quantity), names=names)


def _names(quantity: Quantity, looks: Looks) -> list[pair_panels.Name]:
    """Each curve's name where it is farthest from the others; names that would meet stand above each other."""
    rows = np.array([*quantity.values.values()], np.float64)  # (rules, pairs)
    heights = np.log(rows) if quantity.log else rows
    span = float(np.ptp(heights)) or 1.0
    pairs = rows.shape[1]
    inner = slice(pairs // 8, max(pairs - pairs // 8, pairs // 8 + 1))
    names: list[pair_panels.Name] = []
    for place, rule in enumerate(quantity.values):
        apart = np.abs(np.delete(heights, place, axis=0) - heights[place])[:, inner]  # (rules - 1, inner pairs)
        at = int(apart.min(axis=0).argmax()) + inner.start if len(apart) else pairs // 2
        near = [
            each
            for each in names
            if abs(each.pair - at) < LEAST_GAP * pairs
            and abs(_between(quantity, each.y, rows[place, at])) < 0.1 * span
        ]
        is_top = not near and heights[place, at] >= heights[:, at].max() and len(rows) > 1
        lines = -1 if is_top else sum(each.lines >= 0 for each in near)
        names.append(pair_panels.Name(rule, looks[rule].colour, at, float(rows[place, at]), lines))
    return names


def _levels(quantity: Quantity) -> list[pair_panels.Level]:
    """Each with its label at the end where it meets neither curves nor the label of a level close by."""
    heights = np.concatenate([*quantity.values.values(), [*quantity.levels.values()]])
    levels: list[pair_panels.Level] = []
    for text, height in quantity.levels.items():
        right = _nearer_left(quantity, height)
        apart = [abs(_between(quantity, each.y, height)) for each in levels if each.right == right]
        if min(apart, default=np.inf) < LEAST_GAP * _between(quantity, heights.min(), heights.max()):
            right = not right
        levels.append(pair_panels.Level(height, text, right))
    return levels


def _between(quantity: Quantity, one: float, other: float) -> float:
    """How far apart two heights stand, in the unit of the axis."""
    return float(np.log(other / one) if quantity.log else other - one)


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


def held_by_strongest(
    lines: Sequence[Line],  # over counts from 1
    *,
    palette: theme.Palette,
    x: str,
    y: str,
) -> Figure:
    """Cumulative shares over counts on a logarithmic axis."""
    figure = curves(lines, palette=palette, x=x, y=y, log_x=True)
    layout = {
        "margin": {"t": 64},
        "legend": {"itemwidth": 30, "font": {"size": 13}},
        "xaxis": {"tickformat": ","},
        "yaxis": {"tickformat": ".0%"},
    }
    return figure.under(layout, hovertemplate="the strongest %{x:,}: %{y:.1%}")


def stale_score_heatmap(
    errors: NDArray[np.floating],  # (rows, columns) at least 0
    *,
    keys: int,  # number of positions that all columns cover together
    added_tokens: NDArray[np.integer],  # (rows,) tokens, from 1, ascending
    palette: theme.Palette,
    x: str,
    y: str,
    unit: str,
) -> Figure:
    """Keys across, tokens added to the text down; an error of 0 has the colour of the background."""
    figure = signed_heatmap(errors, palette=palette, x=x, y=y, unit=unit, height=400)
    step = keys / errors.shape[1]
    layout = {
        "margin": {"t": 24},
        "xaxis": {"tickformat": ",", "showgrid": False},
        "yaxis": {"type": "log", "dtick": 1, "tickformat": ",", "showgrid": False},
    }
    return figure.under(
        layout,
        x0=step / 2,
        dx=step,
        y=added_tokens,
        zmin=0,
        colorscale=[(0, palette.neutral), (1, palette.positive)],
        hovertemplate="key %{x:,.0f}, %{y:,} tokens on: %{z:.3f}<extra></extra>",
    )
