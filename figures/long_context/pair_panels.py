"""Panels stacked on one shared axis of pairs, with the chosen pair marked across all of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from figures import spec, theme
from figures.labels import title_above
from figures.spec import Figure

GAP, TOP, BOTTOM = 34, 30, 48  # pixels: between panels, above and below all


@dataclass(frozen=True)
class Level:
    """A dashed line across a panel."""

    y: float  # in the unit of the axis
    text: str = ""  # label above the line
    right: bool = False  # whether the label is at the right end


@dataclass(frozen=True)
class Name:
    """What a curve is called, beside it."""

    text: str
    colour: str
    pair: int
    y: float  # where the curve passes, in the unit of the axis
    below: bool = False  # whether it stands below the curve
    side: str = "center"  # which side of it stands at the pair


@dataclass(frozen=True)
class Panel:
    """One panel of the stack."""

    title: str  # with the unit of the vertical axis
    traces: Sequence[dict[str, Any]]  # as Plotly takes them, without axes
    # settings of the vertical axis, added to those that all panels share
    axis: dict[str, Any] = field(default_factory=dict)
    levels: Sequence[Level] = ()
    colour: str | None = None  # of the title; None for the colour of text
    has_frame: bool = False  # whether the panel has a border
    names: Sequence[Name] = ()  # at its curves


def panel_height(height: int, panels: int) -> float:
    """Height of each of some panels in a figure, pixels."""
    return (height - TOP - BOTTOM - GAP * (panels - 1)) / panels


def stack(
    panels: Sequence[Panel],
    *,
    palette: theme.Palette,
    pair: int | None,  # marked by a vertical line that the axis names; a click on another selects it
    pairs: int,
    x: str,  # title of the horizontal axis
    height: int,  # pixels of the whole figure
    left: int = 58,  # pixels for the numbers of the vertical axes
    hover: str = "x unified",  # Plotly's hovermode
) -> Figure:
    """Panels of equal height."""
    inner = height - TOP - BOTTOM
    axes = [spec.nth("y", row) for row in range(1, len(panels) + 1)]
    look = {"zeroline": False, "fixedrange": True}
    domains = spec.spans([1] * len(panels), GAP / inner)[::-1]
    layout: dict[str, Any] = {
        "margin": {"l": left, "r": 10, "t": TOP, "b": BOTTOM},
        "hovermode": hover,
        "meta": {"follows": {}},
        "hoverlabel": {"namelength": -1},
        "dragmode": False,
        "showlegend": False,
        "xaxis": look
        | {"anchor": axes[-1], "range": [-0.5, pairs - 0.5], "title": {"standoff": 6}}
        | {"showspikes": True, "spikemode": "across", "spikethickness": 1, "spikecolor": theme.GHOST},
        "shapes": [] if pair is None else [_mark(pair)],
        "annotations": [],
    }
    for panel, axis, domain in zip(panels, axes, domains, strict=True):
        layout[axis.replace("y", "yaxis")] = look | {"domain": domain} | panel.axis
        if panel.axis.get("type") == "log":
            layout["meta"]["follows"][axis.replace("y", "yaxis")] = ["base", "context"]  # by decades
        layout["annotations"] += [_title(panel, domain[1])]
        layout["shapes"] += [spec.rule(level.y, along="y", dash="dash") | {"yref": axis} for level in panel.levels]
        layout["shapes"] += [_frame(axis, palette)] if panel.has_frame else []
        layout["annotations"] += [_label(level, axis, panel.axis) for level in panel.levels if level.text]
        layout["annotations"] += [_name(name, axis, panel.axis) for name in panel.names]
    traces = [trace | {"yaxis": axis} for panel, axis in zip(panels, axes, strict=True) for trace in panel.traces]
    title = x if pair is None else f"{x} (dotted: {pair})"
    figure = spec.figure(traces, layout, palette=palette, height=height, x=title)
    del figure["layout"]["yaxis"]["title"]  # titles stand above the panels; even an empty one takes room
    return figure


def _mark(pair: int) -> dict[str, Any]:
    line = {"color": theme.INK, "width": 1, "dash": "dot"}
    return {"type": "line", "x0": pair, "x1": pair, "yref": "paper", "y0": 0, "y1": 1, "line": line}


def _frame(axis: str, palette: theme.Palette) -> dict[str, Any]:
    reach = {"xref": "x domain", "x0": 0, "x1": 1, "yref": f"{axis} domain", "y0": 0, "y1": 1}
    return {"type": "rect", "line": {"color": palette.grid, "width": 1}} | reach


def _title(panel: Panel, top: float) -> dict[str, Any]:
    return title_above(panel.title, top) | {"font": {"size": 15, "color": panel.colour or theme.INK}}


def _height(y: float, shape: dict[str, Any]) -> float:
    """As annotations take it: on a logarithmic axis by exponent, unlike lines."""
    return float(np.log10(y)) if shape.get("type") == "log" else y


def _name(name: Name, axis: str, shape: dict[str, Any]) -> dict[str, Any]:
    """Above the curve, or below it."""
    anchor = "top" if name.below else "bottom"
    place = {"x": name.pair, "xanchor": name.side, "yref": axis, "y": _height(name.y, shape), "yanchor": anchor}
    return place | {"text": name.text, "font": {"size": 13, "color": name.colour}}


def _label(level: Level, axis: str, shape: dict[str, Any]) -> dict[str, Any]:
    height = _height(level.y, shape)
    side = {"x": 0.995, "xanchor": "right"} if level.right else {"x": 0.005, "xanchor": "left"}
    place = side | {"xref": "x domain", "yref": axis, "y": height, "yanchor": "bottom"}
    return place | {"text": level.text, "font": {"size": 12}}
