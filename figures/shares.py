"""Shares between nothing and all, as curves in panels one below the other."""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from figures import theme
from figures.curves import Line
from figures.dress import dress

PANEL, GAP, TOP, BOTTOM, TITLE = 200, 40, 72, 52, 26  # pixels


def share_panels(
    panels: Mapping[str, Sequence[Line]],
    *,
    palette: theme.Palette,
    x: str,
    ticks: Sequence[int],
    log_x: bool = False,
    panel: int = PANEL,
) -> go.Figure:
    """Curves of shares on a common horizontal axis.

    Parameters
    ----------
    panels : mapping of str to sequence of Line
        Title of each panel and its curves, with y from 0 to 1; the same names in every panel.
    palette : Palette
    x : str
        Axis title with unit.
    ticks : sequence of int
        Where the horizontal axis has numbers.
    log_x : bool
        Logarithmic horizontal axis.
    panel : int
        Height of a panel, pixels.
    """
    inner = len(panels) * panel + (len(panels) - 1) * GAP
    figure = make_subplots(
        len(panels), shared_xaxes=True, vertical_spacing=GAP / inner, subplot_titles=list(panels)
    )
    for row, lines in enumerate(panels.values(), 1):
        figure.add_traces([_trace(line, first=row == 1) for line in lines], rows=row, cols=1)
    dress(figure, palette, x="", y="", height=inner + TOP + BOTTOM)
    look = {"gridcolor": palette.grid, "zerolinecolor": palette.grid}
    figure.update_xaxes(look | {"tickvals": list(ticks), "type": "log" if log_x else "linear"})
    figure.update_xaxes(title={"text": x, "standoff": 6}, row=len(panels), col=1)
    figure.update_yaxes(look | {"tickformat": ".0%", "range": [-0.04, 1.06], "dtick": 0.25, "fixedrange": True})
    figure.update_annotations(x=0, xanchor="left", font={"size": 15})
    return figure.update_layout(
        margin={"t": TOP, "b": BOTTOM, "l": 52},
        legend={"y": 1 + TITLE / inner},  # above the first panel's title; more rows take more margin
        hovermode="x unified",
        hoverlabel={"namelength": -1},
    )


def _trace(line: Line, *, first: bool) -> go.Scatter:
    return go.Scatter(
        name=line.name,
        legendgroup=line.name,
        x=np.asarray(line.x),
        y=np.asarray(line.y, np.float32),
        mode=line.mode,
        line={"color": line.colour, "dash": line.dash, "width": line.width},
        marker={"color": line.colour, "size": 7},
        showlegend=first and line.in_legend,
        hovertemplate="%{y:.1%}",
        cliponaxis=False,
    )
