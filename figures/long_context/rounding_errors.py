"""Errors and scores over positions on a logarithmic axis: a map, curves that grow, and a band."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from figures import spec, theme
from figures.curves import LOG, Line, trace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from figures.spec import Figure

FAINT, FULL = 1e-4, 2.0  # errors that get no colour and the full one: the point moves by this much of a radius
ROUNDED, LIMIT = theme.SERIES[4], theme.GHOST
BAND = "rgba(122, 118, 209, 0.35)"
_HOVER = "pair %{y}, positions %{customdata[1]:,}–%{customdata[2]:,}: %{customdata[0]:.3~g}<extra></extra>"
_DECADES = ("1", "10", "100", "1k", "10k", "100k", "1M", "10M")
_TICKS = (1e-4, 1e-3, 1e-2, 0.1, 1, 2)


def error_heatmap(
    worst: NDArray[np.floating],
    edges: NDArray[np.integer],
    pairs: NDArray[np.integer],
    *,
    palette: theme.Palette,
    unit: str,
    none: str,
    mark: tuple[int, int],
    edge: tuple[int, str] | None = None,
    height: int = 420,
) -> Figure:
    """Pairs down, positions across; colour is the logarithm of the error, the same for all errors ever shown.

    Parameters
    ----------
    worst : ndarray of shape (rows, columns)
        From 0 to 2; NaN where there is no angle, which is grey.
    edges : ndarray of int, shape (columns + 1,)
        First position of each column, and the one after the last.
    pairs : ndarray of int, shape (rows,)
        Ascending.
    palette : Palette
    unit : str
        Title of the colour bar.
    none : str
        What is said where there is no angle.
    mark : tuple of int
        Position and pair that get a ring.
    edge : tuple of int and str, or None
        Position of a vertical line, and what stands above it.
    height : int
        Pixels.
    """
    traces = [_cells(worst, edges, pairs, palette, unit)]
    shapes, annotations = [], []
    if np.isnan(worst).any():
        traces.append(_gaps(worst, edges, pairs, none))
        annotations.append(_said_in_gaps(worst, edges, none))
    if edge is not None:
        shapes.append(_upright(edge[0], palette))
        above = {"x": np.log10(edge[0]), "y": 1, "yref": "paper", "yanchor": "bottom"}
        annotations.append(above | {"text": edge[1], "showarrow": False})
    own = {
        "margin": {"t": 32},
        "shapes": shapes,
        "annotations": annotations,
        "xaxis": _decades(edges[0], edges[-1]),
        "yaxis": {"autorange": "reversed", "showgrid": False, "zeroline": False, "nticks": 8},
    }
    traces.append(_ring(*mark, palette))
    return spec.figure(traces, own, palette=palette, height=height, x="position (tokens)", y="pair")


def _cells(
    worst: NDArray[np.floating],
    edges: NDArray[np.integer],
    pairs: NDArray[np.integer],
    palette: theme.Palette,
    unit: str,
) -> dict[str, Any]:
    hover = np.stack([worst, np.broadcast_to(edges[:-1], worst.shape), np.broadcast_to(edges[1:] - 1, worst.shape)])
    return {
        "type": "heatmap",
        "x": edges,
        "y": pairs,
        "z": np.log10(np.clip(worst, FAINT, FULL)).astype(np.float32),
        "customdata": np.moveaxis(hover, 0, -1).astype(np.float32),
        "zmin": np.log10(FAINT),
        "zmax": np.log10(FULL),
        "colorscale": [(0, palette.neutral), (0.6, ROUNDED), (1, palette.text)],
        "colorbar": {
            "title": {"text": unit, "side": "right"},
            "outlinewidth": 0,
            "thickness": 14,
            "tickvals": np.log10(_TICKS),
            "ticktext": ["≤ 0.0001", *(f"{tick:g}" for tick in _TICKS[1:])],
        },
        "hoverongaps": False,
        "hovertemplate": _HOVER,
    }


def _gaps(
    worst: NDArray[np.floating], edges: NDArray[np.integer], pairs: NDArray[np.integer], none: str
) -> dict[str, Any]:
    return {
        "type": "heatmap",
        "x": edges,
        "y": pairs,
        "z": np.where(np.isnan(worst), 1, np.nan).astype(np.float32),
        "colorscale": [(0, LIMIT), (1, LIMIT)],
        "showscale": False,
        "hoverongaps": False,
        "hovertemplate": f"pair %{{y}}: {none}<extra></extra>",
    }


def _said_in_gaps(worst: NDArray[np.floating], edges: NDArray[np.integer], none: str) -> dict[str, Any]:
    first = edges[:-1][np.isnan(worst).any(axis=0)][0]
    middle = (np.log10(first) + np.log10(edges[-1])) / 2
    white = {"color": theme.LIGHT.neutral}
    place = {"x": middle, "y": 0.5, "yref": "paper", "textangle": -90}
    return place | {"text": none, "font": white, "showarrow": False}


def _upright(x: float, palette: theme.Palette) -> dict[str, Any]:
    """A dotted line from the bottom to the top."""
    ends = {"xref": "x", "x0": x, "x1": x, "yref": "y domain", "y0": 0, "y1": 1}
    return ends | {"type": "line", "line": {"color": palette.text, "width": 1.5, "dash": "dot"}}


def _ring(x: float, y: float, palette: theme.Palette) -> dict[str, Any]:
    marker = {"color": palette.neutral, "size": 10, "line": {"width": 2.5, "color": palette.text}}
    point = {"type": "scatter", "x": [float(x)], "y": [float(y)], "mode": "markers"}
    return point | {"marker": marker, "hoverinfo": "skip", "showlegend": False}


def growth_curves(lines: Sequence[Line], *, palette: theme.Palette, x: str, y: str, height: int = 420) -> Figure:
    """Stairs on two logarithmic axes; a curve has no point where its error is 0.

    Parameters
    ----------
    lines : sequence of Line
        Positions and errors.
    palette : Palette
    x, y : str
        Axis titles with units.
    height : int
        Pixels.
    """
    heights = np.concatenate([line.y[line.y > 0] for line in lines])
    low = float(heights.min()) if heights.size else FAINT
    reach = [np.floor(np.log10(min(low, FAINT))), np.log10(1.5 * FULL)]
    own = {
        "margin": {"t": 72},
        "legend": {"itemwidth": 30, "font": {"size": 13}},
        "xaxis": _decades(min(line.x[0] for line in lines), max(line.x[-1] for line in lines)),
        "yaxis": LOG | {"range": reach, "exponentformat": "power"},
    }
    return spec.figure([_stairs(line) for line in lines], own, palette=palette, height=height, x=x, y=y)


def _stairs(line: Line) -> dict[str, Any]:
    look = {
        "y": np.where(line.y > 0, line.y, np.nan).astype(np.float32),
        "line": {"shape": "hv"},
        "hovertemplate": "up to %{x:,}: %{y:.3~g}",
        "connectgaps": False,
    }
    return spec.over(trace(line), look)


def score_band(
    edges: NDArray[np.integer],
    lowest: NDArray[np.floating],
    highest: NDArray[np.floating],
    exact: float,
    *,
    palette: theme.Palette,
    y: str,
    names: tuple[str, str],
    height: int = 420,
) -> Figure:
    """Where a score lies in each column of positions, and the level that it should keep.

    Parameters
    ----------
    edges : ndarray of int, shape (columns + 1,)
        First position of each column, and the one after the last.
    lowest, highest : ndarray of shape (columns,)
        NaN where there is none.
    exact : float
    palette : Palette
    y : str
        Axis title with unit.
    names : tuple of str
        Of the band and of the level.
    height : int
        Pixels.
    """
    middle = np.sqrt(edges[:-1].astype(np.float64) * edges[1:])
    stroke = {"color": ROUNDED, "width": 1}
    level = {"color": palette.text, "width": 2, "dash": "dot"}
    parts: tuple[dict[str, Any], ...] = (
        {"x": middle, "y": highest, "line": stroke, "showlegend": False, "name": "highest"},
        {"x": middle, "y": lowest, "line": stroke, "fill": "tonexty", "fillcolor": BAND, "name": names[0]},
        {"x": edges[[0, -1]], "y": [exact, exact], "line": level, "name": names[1], "mode": "lines"},
    )
    shared = {"type": "scatter", "hovertemplate": "near %{x:,.0f}: %{y:.4f}"}
    bottom = float(np.nanmin(np.append(lowest, [exact, 0.9])))
    own = {
        "xaxis": _decades(edges[0], edges[-1]),
        "yaxis": {"range": [bottom - 0.05, 1.05], "zeroline": False},
    }
    traces = [shared | part for part in parts]
    return spec.figure(traces, own, palette=palette, height=height, x="position of the query (tokens)", y=y)


def _decades(first: float, last: float) -> dict[str, Any]:
    """A logarithmic axis of positions with a tick at each power of ten."""
    ticks = 10 ** np.arange(int(np.log10(last)) + 1)
    return {
        "type": "log",
        "tickvals": ticks,
        "ticktext": _DECADES[: len(ticks)],
        "tickangle": 0,
        "range": [float(np.log10(first)), float(np.log10(last))],
        "showgrid": False,
    }
