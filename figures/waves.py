"""Dimensions as waves over position: one row a pair, on one axis."""

from collections.abc import Sequence
from itertools import groupby

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from core.waves import Wave
from figures import theme
from figures.dress import dress

ROW, GAP, FRAME = 84, 34, 84  # pixels: a row, the label above it, margins
FONT_SIZE = 14


def in_tokens(wavelength: float) -> str:
    """A wavelength with its unit, in four figures or whole tokens."""
    return f"{wavelength:,.1f} tokens" if wavelength < 1000 else f"{wavelength:,.0f} tokens"


def wave_rows(waves: Sequence[Wave], *, palette: theme.Palette, window: int, x: str, y: str) -> go.Figure:
    """Small multiples that share the axis of positions; sine and cosine of a pair stand in one row.

    Parameters
    ----------
    waves : sequence of Wave
        Ascending by dimension, at least one.
    palette : Palette
    window : int
        End of the axis of positions, tokens.
    x, y : str
        Axis titles with units.
    """
    rows = [list(pair) for _, pair in groupby(waves, key=lambda wave: wave.pair)]
    inner = len(rows) * ROW + (len(rows) - 1) * GAP
    figure = make_subplots(len(rows), shared_xaxes=True, vertical_spacing=GAP / inner, y_title=y)
    for number, row in enumerate(rows, 1):
        for trace in _traces(row, window):
            figure.add_trace(trace, row=number, col=1)
        figure.add_annotation(_label(row), xref="paper", yref=_domain(number), showarrow=False)
    grid = {"gridcolor": palette.grid, "zerolinecolor": palette.grid}
    dress(figure, palette, x="", y="", height=inner + FRAME)
    figure.update_xaxes(range=[-0.006 * window, 1.006 * window], tickformat=",", **grid)
    figure.update_xaxes(title={"text": x, "standoff": 8}, row=len(rows), col=1)
    figure.update_yaxes(range=[-1.15, 1.15], tickvals=[-1, 0, 1], fixedrange=True, **grid)
    figure.update_annotations(font_size=FONT_SIZE)
    return figure.update_layout(showlegend=False, margin={"l": 58, "t": 34, "b": FRAME - 34})


def _traces(row: list[Wave], window: int) -> list[go.Scatter]:
    lines = [_line(wave) for wave in row if len(wave.positions)] or [_band(window)]
    return lines + [_dots(wave) for wave in row if len(wave.at_tokens)]


def _line(wave: Wave) -> go.Scatter:
    return go.Scatter(
        name=_name(wave),
        x=np.asarray(wave.positions, np.float32),
        y=np.asarray(wave.values, np.float32),
        mode="lines",
        line={"color": _colour(wave), "width": 1.5},
        hoverinfo="skip" if len(wave.at_tokens) else "all",
    )


def _dots(wave: Wave) -> go.Scatter:
    return go.Scatter(
        name=_name(wave),
        x0=0,
        dx=1,
        y=np.asarray(wave.at_tokens, np.float32),
        mode="markers",
        marker={"color": _colour(wave), "size": 5},
        hovertemplate="position %{x}: %{y:.4f}",
    )


def _band(window: int) -> go.Scatter:
    """What a wave leaves on a screen that cannot resolve it: everything between its crests and troughs."""
    return go.Scatter(
        name="band",
        x=[0, window, window, 0],
        y=[-1, -1, 1, 1],
        mode="none",
        fill="toself",
        fillcolor=theme.GHOST,
        opacity=0.5,
        hoverinfo="skip",
    )


def _label(row: list[Wave]) -> dict[str, object]:
    names = (f'<span style="color:{_colour(wave)}"><b>{_name(wave)}</b></span>' for wave in row)
    text = "   ".join((*names, in_tokens(row[0].wavelength)))
    return {"text": text, "x": 0, "y": 1, "xanchor": "left", "yanchor": "bottom"}


def _name(wave: Wave) -> str:
    return f"dim {wave.dimension} · {'cos' if wave.cosine else 'sin'}"


def _colour(wave: Wave) -> str:
    return theme.COSINE if wave.cosine else theme.SINE


def _domain(number: int) -> str:
    return "y domain" if number == 1 else f"y{number} domain"
