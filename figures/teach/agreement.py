"""How far computed values differ from reference values, relative to the tolerance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from figures import spec, theme
from figures.spec import Figure

LEAST, MOST = 1e-12, 30.0  # ends of the logarithmic axis; differences of 0 are drawn at LEAST
ROW, TOP, BOTTOM = 34, 40, 56  # height of a row and margins, pixels


@dataclass(frozen=True)
class Agreement:
    """One case of reference values."""

    group: str  # its row
    name: str  # first line of its tooltip
    share: float  # largest difference over the tolerance; dimensionless
    note: str  # the second line of its tooltip
    agrees: bool  # whether it agrees


def agreement_dots(
    cases: Sequence[Agreement],  # the first group stands at the top
    *,
    palette: theme.Palette,
    agrees: str,  # legend of the cases that agree
    differs: str,  # legend of the others
) -> Figure:
    """Draw a dot for each case on the row of its group, left of a line if it agrees."""
    groups = list(dict.fromkeys(case.group for case in cases))
    styles = ((True, agrees, theme.GHOST, "circle"), (False, differs, theme.INK, "x"))
    traces = [_dots([case for case in cases if case.agrees is verdict], *style) for verdict, *style in styles]
    ticks = {"tickvals": [LEAST, 1e-9, 1e-6, 1e-3, 1], "ticktext": ["0", "10⁻⁹", "10⁻⁶", "10⁻³", "1"]}
    rows = {"categoryorder": "array", "categoryarray": groups[::-1]}
    above = {"xref": "x", "x": 0, "xanchor": "center", "yref": "y domain", "y": 1, "yanchor": "bottom"}  # at 10⁰
    layout = {
        "margin": {"t": TOP, "b": BOTTOM},
        "hovermode": "closest",
        "xaxis": ticks | {"type": "log", "range": [-12.5, 1.8], "tickangle": 0},
        "yaxis": rows | {"automargin": True, "fixedrange": True},
        "shapes": [spec.rule(1, width=2)],
        "annotations": [above | {"text": "allowed"}],
    }
    height = len(groups) * ROW + TOP + BOTTOM
    return spec.figure(traces, layout, palette=palette, height=height, x="difference ÷ allowed (log)")


def _dots(cases: Sequence[Agreement], name: str, colour: str, symbol: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "name": name,
        "x": [min(max(case.share, LEAST), MOST) for case in cases],
        "y": [case.group for case in cases],
        "customdata": [[case.name, case.note] for case in cases],
        "hovertemplate": "%{customdata[0]}<br>%{customdata[1]}<extra></extra>",
        "mode": "markers",
        "marker": {"color": colour, "symbol": symbol, "size": 11, "opacity": 0.75},
    }
