"""Context-extension rules side by side, with one colour and dash per rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import theme
from figures.curves import Line, trace
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
NARROWEST, COLUMN = 300, 4  # pixels: of a panel on a phone, and of the columns in which room for names is sought
LETTER, TEXT, NEAR, FAR = 8, 15, 3, 30  # pixels: of a name, above its curve, and as far from others as needed


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
    pair: int | None,  # marked by a vertical line; a click on another selects it
    x: str,
    height: int = 620,
) -> Figure:
    """A panel for each quantity and in it a curve for each rule."""
    pairs = len(next(iter(quantities[0].values.values())))
    inner = pair_panels.panel_height(height, len(quantities))
    panels = [_panel(quantity, looks, inner if place == 0 else 0) for place, quantity in enumerate(quantities)]
    return pair_panels.stack(panels, palette=palette, pair=pair, pairs=pairs, x=x, height=height)


def _panel(quantity: Quantity, looks: Looks, names_within: float) -> pair_panels.Panel:  # pixels; 0 for no names
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
    names = _names(quantity, looks, names_within) if names_within else []
    return pair_panels.Panel(quantity.title, curves_of_rules, axis, _levels(quantity), names=names)


def _names(quantity: Quantity, looks: Looks, height: float) -> list[pair_panels.Name]:  # height: of a panel, pixels
    """Each curve's name above or below it, where it is farthest from all curves and from the names before it."""
    rows = np.array([*quantity.values.values()], np.float64)  # (rules, pairs)
    heights = np.log(rows) if quantity.log else rows
    span = float(np.ptp(heights)) or 1.0
    shown_pairs = np.linspace(0, rows.shape[1] - 1, NARROWEST // COLUMN).round().astype(int)
    lines = ((heights - heights.min()) / span * height)[:, shown_pairs]  # (rules, columns) pixels
    names: list[pair_panels.Name] = []
    taken = np.zeros((0, 4))  # boxes of names: first column, last column, lowest and highest pixel
    for place, rule in enumerate(quantity.values):
        width = min(-(-LETTER * len(rule) // COLUMN), lines.shape[1])
        first = np.arange(lines.shape[1] - width + 1)
        windows = np.lib.stride_tricks.sliding_window_view(lines, width, axis=1)  # (rules, places, width)
        low, high = windows.min(axis=2), windows.max(axis=2)
        at = first + np.array([[0], [width // 2], [width - 1]])  # (3, places) where a name touches its curve
        foot = lines[place, at] + np.array([NEAR, -NEAR - TEXT])[:, None, None]  # (2, 3, places) above, below it
        gaps = np.maximum(foot[..., None, :] - high, low - foot[..., None, :] - TEXT)  # (2, 3, rules, places)
        gaps[..., place, :] = np.where(gaps[..., place, :] >= 0, FAR, gaps[..., place, :])
        gap = np.minimum(gaps.min(axis=2), FAR) - np.abs(at / lines.shape[1] - 0.5)
        for begin, end, bottom, top in taken:
            beside = (first > end) | (first + width < begin)
            gap = np.where(beside | (foot > top) | (foot + TEXT < bottom), gap, -FAR)
        gap = np.where((foot < 0) | (foot + TEXT > height + NEAR), gap - FAR, gap)
        below, side, column = np.unravel_index(int(gap.argmax()), gap.shape)
        bottom = foot[below, side, column]
        taken = np.vstack([taken, [first[column], first[column] + width, bottom, bottom + TEXT]])
        pair = int(shown_pairs[at[side, column]])
        colour, y = looks[rule].colour, float(rows[place, pair])
        names.append(pair_panels.Name(rule, colour, pair, y, bool(below), ("left", "center", "right")[side]))
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
