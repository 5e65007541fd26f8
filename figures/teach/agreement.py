"""How far computed values lie from reference values, as a part of what is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from figures import spec, theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from figures.spec import Figure

EXACT, FARTHEST = 1e-12, 30.0  # where no difference is drawn on the logarithmic axis, and any that is too large
ROW, EDGE, FOOT = 34, 40, 56  # pixels


@dataclass(frozen=True)
class Agreement:
    """One case.

    Parameters
    ----------
    group, name : str
        Its row, and what pointing at it says.
    share : float
        Largest difference by the largest that is allowed; dimensionless.
    note : str
        Both differences, for pointing at it.
    passed : bool
    """

    group: str
    name: str
    share: float
    note: str
    passed: bool


def agreements(cases: Sequence[Agreement], *, palette: theme.Palette, allowed: str, beyond: str) -> Figure:
    """A dot a case on the row of its group, left of the line if it agrees.

    Parameters
    ----------
    cases : sequence of Agreement
        In the order of the rows, from the top.
    palette : Palette
    allowed, beyond : str
        Names of the cases that agree, and of the others.
    """
    groups = list(dict.fromkeys(case.group for case in cases))
    looks = ((True, allowed, theme.SERIES[2], "circle"), (False, beyond, theme.COSINE, "x"))
    traces = [_dots([case for case in cases if case.passed is passed], *look) for passed, *look in looks]
    ticks = {"tickvals": [EXACT, 1e-9, 1e-6, 1e-3, 1], "ticktext": ["0", "10⁻⁹", "10⁻⁶", "10⁻³", "1"]}
    rows = {"categoryorder": "array", "categoryarray": groups[::-1]}
    top = {"xref": "x", "x": 1, "xanchor": "left", "yref": "y domain", "y": 1, "yanchor": "bottom"}
    own = {
        "margin": {"t": EDGE, "b": FOOT},
        "hovermode": "closest",
        "xaxis": ticks | {"type": "log", "range": [-12.5, 1.8], "tickangle": 0},
        "yaxis": rows | {"automargin": True, "fixedrange": True},
        "shapes": [_limit(palette)],
        "annotations": [top | {"text": "allowed", "showarrow": False}],
    }
    height = len(groups) * ROW + EDGE + FOOT
    return spec.figure(traces, own, palette=palette, height=height, x="difference ÷ allowed (log)")


def _limit(palette: theme.Palette) -> dict[str, Any]:
    """A line at what is allowed, from the bottom to the top."""
    ends = {"xref": "x", "x0": 1, "x1": 1, "yref": "y domain", "y0": 0, "y1": 1}
    return ends | {"type": "line", "line": {"color": palette.text, "width": 2}}


def _dots(cases: Sequence[Agreement], name: str, colour: str, symbol: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "name": name,
        "x": [min(max(case.share, EXACT), FARTHEST) for case in cases],
        "y": [case.group for case in cases],
        "customdata": [[case.name, case.note] for case in cases],
        "hovertemplate": "%{customdata[0]}<br>%{customdata[1]}<extra></extra>",
        "mode": "markers",
        "marker": {"color": colour, "symbol": symbol, "size": 11, "opacity": 0.75},
    }
