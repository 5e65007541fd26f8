"""Variance of each dimension, and shares from 0 to 100% that are read of words and positions."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from figures import spec, theme
from figures.curves import Line, trace
from figures.labels import LEADER, at_ends, title_above
from figures.spec import Figure

PANEL, GAP, TOP, BOTTOM, LINE, LETTER = 170, 36, 30, 52, 18, 6.6  # pixels; the last two of a name
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
    room = round(LETTER * max(len(line.name) for lines in panels.values() for line in lines)) + 14
    named_side = {"l": room, "r": 48} if names_at == "start" else {"l": 48, "r": room}
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
