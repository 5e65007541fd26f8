"""Curves of shares from 0 to 100% in panels one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from figures import spec, theme
from figures.labels import title_above

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from figures.curves import Line
    from figures.spec import Figure

PANEL, GAP, TOP, BOTTOM, TITLE = 200, 40, 72, 52, 26  # pixels


def share_panels(
    panels: Mapping[str, Sequence[Line]],
    *,
    palette: theme.Palette,
    x: str,
    ticks: Sequence[int],
    log_x: bool = False,
    panel: int = PANEL,
) -> Figure:
    """Curves of shares on a common horizontal axis.

    Parameters
    ----------
    panels : mapping of str to sequence of Line
        Title of each panel and its curves, with y from 0 to 1; the same names in every panel.
    palette : Palette
    x : str
        Axis title with unit.
    ticks : sequence of int
        Tick values of the horizontal axis.
    log_x : bool
        Logarithmic horizontal axis.
    panel : int
        Height of a panel, pixels.
    """
    inner = len(panels) * panel + (len(panels) - 1) * GAP
    across = {"tickvals": list(ticks), "type": "log" if log_x else "linear", "title": {"text": x, "standoff": 6}}
    axes = spec.grid(
        [across],
        [{"tickformat": ".0%", "range": [-0.04, 1.06], "dtick": 0.25, "fixedrange": True}],
        heights=[panel] * len(panels),
        above=GAP / inner,
    )
    traces = [
        trace
        for row, lines in enumerate(panels.values(), 1)
        for trace in spec.within(row, [_trace(line, first=row == 1) for line in lines])
    ]
    tops = [axes[spec.nth("yaxis", row)]["domain"][1] for row in range(1, len(panels) + 1)]
    own = {
        "margin": {"t": TOP, "b": BOTTOM, "l": 52},
        "legend": {"y": 1 + TITLE / inner},  # above the title of the first panel
        "hovermode": "x unified",
        "hoverlabel": {"namelength": -1},
        "annotations": [
            title_above(text, top) | {"font": {"size": 15}} for text, top in zip(panels, tops, strict=True)
        ],
    }
    return spec.figure(traces, axes | own, palette=palette, height=inner + TOP + BOTTOM)


def _trace(line: Line, *, first: bool) -> dict[str, Any]:
    return {
        "type": "scatter",
        "name": line.name,
        "legendgroup": line.name,
        "x": np.asarray(line.x),
        "y": np.asarray(line.y, np.float32),
        "mode": line.mode,
        "line": {"color": line.colour, "dash": line.dash, "width": line.width},
        "marker": {"color": line.colour, "size": 7},
        "showlegend": first and line.in_legend,
        "hovertemplate": "%{y:.1%}",
        "cliponaxis": False,
    }
