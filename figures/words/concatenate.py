"""Variance of each dimension, and shares from 0 to 100% that are read of words and positions."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from figures import spec, theme
from figures.curves import Line, trace
from figures.labels import LEADER, at_ends, title_above
from figures.spec import Figure


def energy_by_dimension(
    lines: Sequence[Line],
    levels: Mapping[str, float],  # name and value of each horizontal line
    *,
    leading: int,  # dimensions that hold nearly all: drawn as an upright line
    leading_name: str,
    palette: theme.Palette,
    reach: float,  # upper end of the horizontal axis
    x: str,
    y: str,
) -> Figure:
    """Filled curves over the dimensions, and levels to compare them with."""
    ends = np.array([-0.01, 1.01]) * reach
    across = [
        Line(name, ends, np.full(2, level), theme.EMBEDDING, dash="dot", in_legend=False)
        for name, level in levels.items()
    ]
    filled = [trace(line) | {"fill": "tozeroy", "fillcolor": theme.clear(line.colour, 0.15)} for line in lines]
    traces = [each | {"hovertemplate": "dimension %{x:,}: %{y:.3~g}"} for each in (*filled, *map(trace, across))]
    place = {"x": 1, "xref": "x domain", "xanchor": "right", "yanchor": "bottom", "showarrow": False}
    names = [
        place | {"y": level, "text": name, "font": {"color": theme.EMBEDDING}} for name, level in levels.items()
    ]
    side = {"xanchor": "left"} if leading < reach / 2 else {"xanchor": "right"}
    names.append({"x": leading, "y": 0.75, "text": f"&nbsp;{leading_name}&nbsp;", "showarrow": False} | side)
    layout = {
        "xaxis": {"range": list(ends), "zeroline": False, "tickformat": ","},
        "yaxis": {"range": [-0.02, 1.12], "fixedrange": True},
        "shapes": [spec.rule(leading, along="x", width=1.5, dash="dash")],
        "annotations": names,
        "legend": {"y": 1.02},
    }
    return spec.figure(traces, layout, palette=palette, height=410, x=x, y=y)


PANEL, GAP, TOP, BOTTOM, NAMES, LINE = 170, 36, 30, 52, 124, 18  # pixels
LOW, HIGH = -0.06, 1.06  # of the shares axis


def share_panels(
    # title of each panel and its curves, with y from 0 to 1; the same names in every panel
    panels: Mapping[str, Sequence[Line]],
    *,
    palette: theme.Palette,
    x: str,
    ticks: Sequence[int],  # tick values of the horizontal axis
    log_x: bool = False,  # logarithmic horizontal axis
    panel: int = PANEL,  # height of a panel, pixels
    names_at: Literal["start", "end"] = "start",  # where the curves are further apart, and their names stand
) -> Figure:
    """Curves of shares on a common horizontal axis."""
    inner = len(panels) * panel + (len(panels) - 1) * GAP
    ends = np.array([ticks[0], ticks[-1]], np.float64)
    reach = np.log10(ends) if log_x else ends
    reach += np.array([-0.012, 0.012]) * np.ptp(reach)
    across = {"tickvals": list(ticks), "type": "log" if log_x else "linear", "title": {"text": x, "standoff": 6}}
    shares = {"tickformat": ".0%", "range": [LOW, HIGH], "dtick": 0.25, "fixedrange": True, "zeroline": False}
    axes = spec.grid(
        [across | {"range": list(reach), "zeroline": False}],
        [shares | {"side": "right" if names_at == "start" else "left"}],
        heights=[panel] * len(panels),
        above=GAP / inner,
    )
    traces, names = [], []
    for row, (title, lines) in enumerate(panels.items(), 1):
        traces += spec.within(row, map(_share_trace, lines))
        names.append(title_above(title, axes[spec.nth("yaxis", row)]["domain"][1]) | {"font": {"size": 15}})
        names += _names(lines, row, panel, names_at)
    named_side = {"l": NAMES, "r": 48} if names_at == "start" else {"l": 48, "r": NAMES}
    layout = {
        "margin": {"t": TOP, "b": BOTTOM, **named_side},
        "showlegend": False,
        "hovermode": "x unified",
        "hoverlabel": {"namelength": -1},
        "annotations": names,
    }
    return spec.figure(traces, axes | layout, palette=palette, height=inner + TOP + BOTTOM)


def _names(lines: Sequence[Line], row: int, panel: int, names_at: Literal["start", "end"]) -> list[dict[str, Any]]:
    place = 0 if names_at == "start" else -1
    ends = [(line.name, float(line.y[place]), line.colour) for line in lines]
    beside: dict[str, Any] = {
        "font": {"size": 13},
        "xref": spec.nth("x", row) + " domain",
        "yref": spec.nth("y", row),
    }
    names = at_ends(ends, LOW, HIGH, (HIGH - LOW) * LINE / panel)
    if any("ay" in name for name in names):
        beside |= {"ayref": beside["yref"]}
    if names_at == "start":
        beside |= {"x": 0, "xanchor": "right", "xshift": -8}
        beside |= {"ax": -LEADER} if "ayref" in beside else {}
    return [spec.over(name, beside) for name in names]


def _share_trace(line: Line) -> dict[str, Any]:
    return trace(line, "%{y:.1%}", cliponaxis=False, marker={"color": line.colour, "size": 7})
