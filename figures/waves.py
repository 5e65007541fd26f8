"""Dimensions as waves over position: one row a pair, on one axis."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import numpy as np
import plotly.graph_objects as go

from core.waves import Wave
from figures import plain, theme

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
    positions = {"range": [-0.006 * window, 1.006 * window], "tickformat": ","}
    axes = plain.grid(
        [positions | {"title": {"text": x, "standoff": 8}}],
        [{"range": [-1.15, 1.15], "tickvals": [-1, 0, 1], "fixedrange": True}],
        heights=[ROW] * len(rows),
        above=GAP / inner,
    )
    numbered = [*enumerate(rows, 1)]
    traces = [trace for number, row in numbered for trace in plain.within(number, _traces(row, window))]
    notes = [_beside(y), *(_label(row, number) for number, row in numbered)]
    own = {"showlegend": False, "margin": {"l": 58, "t": 34, "b": FRAME - 34}, "annotations": notes}
    return plain.figure(traces, axes | own, palette=palette, height=inner + FRAME)


def _traces(row: list[Wave], window: int) -> list[dict[str, Any]]:
    lines = [_line(wave) for wave in row if len(wave.positions)] or [_band(window)]
    return lines + [_dots(wave) for wave in row if len(wave.at_tokens)]


def _line(wave: Wave) -> dict[str, Any]:
    return {
        "type": "scatter",
        "name": _name(wave),
        "x": np.asarray(wave.positions, np.float32),
        "y": np.asarray(wave.values, np.float32),
        "mode": "lines",
        "line": {"color": _colour(wave), "width": 1.5},
        "hoverinfo": "skip" if len(wave.at_tokens) else "all",
    }


def _dots(wave: Wave) -> dict[str, Any]:
    return {
        "type": "scatter",
        "name": _name(wave),
        "x0": 0,
        "dx": 1,
        "y": np.asarray(wave.at_tokens, np.float32),
        "mode": "markers",
        "marker": {"color": _colour(wave), "size": 5},
        "hovertemplate": "position %{x}: %{y:.4f}",
    }


def _band(window: int) -> dict[str, Any]:
    """What a wave leaves on a screen that cannot resolve it: everything between its crests and troughs."""
    return {
        "type": "scatter",
        "name": "band",
        "x": [0, window, window, 0],
        "y": [-1, -1, 1, 1],
        "mode": "none",
        "fill": "toself",
        "fillcolor": theme.GHOST,
        "opacity": 0.5,
        "hoverinfo": "skip",
    }


def _beside(text: str) -> dict[str, Any]:
    """The title that all vertical axes share."""
    place = {"x": 0, "xref": "paper", "xanchor": "right", "xshift": -40, "y": 0.5, "yref": "paper"}
    return _note(text) | place | {"yanchor": "middle", "textangle": -90}


def _label(row: list[Wave], number: int) -> dict[str, Any]:
    names = (f'<span style="color:{_colour(wave)}"><b>{_name(wave)}</b></span>' for wave in row)
    text = "   ".join((*names, in_tokens(row[0].wavelength)))
    place = {"x": 0, "xref": "paper", "xanchor": "left", "y": 1, "yref": plain.nth("y", number) + " domain"}
    return _note(text) | place | {"yanchor": "bottom"}


def _note(text: str) -> dict[str, Any]:
    return {"text": text, "showarrow": False, "font": {"size": FONT_SIZE}}


def _name(wave: Wave) -> str:
    return f"dim {wave.dimension} · {'cos' if wave.cosine else 'sin'}"


def _colour(wave: Wave) -> str:
    return theme.COSINE if wave.cosine else theme.SINE
