"""Errors of rounded rotations over positions: stairs, a map of pairs, and the drift of a score."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, Mark, mark_trace, named_at_ends, trace
from figures.spec import Figure

STAIRS, ROUNDING, PAIR = theme.INK, theme.GHOST, theme.ROTARY  # positions that are left; errors; a single pair
_DECADES = ("1", "10", "100", "1k", "10k", "100k", "1M", "10M")


def position_axis(first: float, last: float) -> dict[str, Any]:
    """A logarithmic axis of positions with a tick at each power of ten, and one at its end where there is room."""
    ticks = [10.0**power for power in range(int(np.log10(last)) + 1)]
    end = [last] if last > 4 * ticks[-1] else []
    return {
        "type": "log",
        "tickvals": ticks + end,
        "ticktext": [*_DECADES[: len(ticks)], *(f"{position:,.0f}" for position in end)],
        "tickangle": 0,
        "range": [float(np.log10(first)), float(np.log10(last))],
        "showgrid": False,
    }


def staircase(
    positions: NDArray[np.integer],  # (n,) tokens, ascending
    stairs: Sequence[Line],  # at these positions
    *,
    palette: theme.Palette,
    exact: str,  # name of the straight line
    x: str,
    y: str,
    marks: Sequence[Mark] = (),
) -> Figure:
    """A dot for every position; dots at the same height have become the same number."""
    exact_values = positions.astype(np.float64)
    lines = [Line(exact, exact_values, exact_values, theme.INK, dash="dot", width=1.5), *stairs]
    traces = [_stair(line) for line in lines]
    if marks:
        traces.append(mark_trace(marks) | {"textposition": "bottom right"})
    layout = {"xaxis": {"tickformat": ",", "nticks": 7}, "yaxis": {"tickformat": ",", "nticks": 8}}
    heights = np.concatenate([line.y[np.isfinite(line.y)] for line in lines])
    room = 0.05 * float(np.ptp(heights))
    figure = spec.figure(traces, layout, palette=palette, height=335, x=x, y=y)
    return named_at_ends(figure, lines, float(heights.min()) - room, float(heights.max()) + room)


def _stair(line: Line) -> dict[str, Any]:
    """In float64, because float32 would round far positions once more."""
    plain = spec.over(trace(line), {"x": line.x, "y": line.y, "marker": {"size": 7}})
    step_style = {"line": {"shape": "hvh"}, "hovertemplate": "position %{x:,} → %{y:,.6~r}"}
    return spec.over(plain, step_style) if line.mode == "lines+markers" else plain


FAINT, FULL = 1e-4, 2.0  # ends of the colour scale, in radii of the circle
_HOVER = "pair %{y:,}, positions %{customdata[1]:,}–%{customdata[2]:,}: %{customdata[0]:.3~g}<extra></extra>"
_TICKS = (1e-4, 1e-3, 1e-2, 0.1, 2)


def error_heatmap(
    worst: NDArray[np.floating],  # (rows, columns) from 0 to 2; NaN where a position overflows, drawn in grey
    edges: NDArray[np.integer],  # (columns + 1,) first position of each column, and the one after the last
    pairs: NDArray[np.integer],  # (rows,) ascending
    *,
    palette: theme.Palette,
    unit: str,
    overflow: str,  # text where positions overflow
    mark: tuple[int, int],  # position and pair with a ring
    edge: tuple[int, str] | None = None,  # position of a vertical line, and the text above it
) -> Figure:
    """Pairs down, positions across; the larger the error, the more it stands out from the page."""
    traces = [_heatmap(worst, edges, pairs, unit, palette)]
    shapes, annotations = [], []
    if np.isnan(worst).any():
        traces.append(_gaps(worst, edges, pairs, overflow))
        annotations.append(_gap_text(worst, edges, overflow, palette))
    if edge is not None:
        shapes.append(spec.rule(edge[0], theme.INK, width=1.5, dash="dot"))
        above = {"x": np.log10(edge[0]), "y": 1, "yref": "paper", "yanchor": "bottom"}
        annotations.append(above | {"text": edge[1]})
    layout = {
        "margin": {"t": 32},
        "shapes": shapes,
        "annotations": annotations,
        "xaxis": position_axis(edges[0], edges[-1]),
        "yaxis": {"autorange": "reversed", "showgrid": False, "zeroline": False, "nticks": 8},
    }
    traces.append(_ring(*mark, palette))
    return spec.figure(traces, layout, palette=palette, height=335, x="position (tokens)", y="pair")


def _heatmap(
    worst: NDArray[np.floating],
    edges: NDArray[np.integer],
    pairs: NDArray[np.integer],
    unit: str,
    palette: theme.Palette,
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
        "colorscale": [(0, palette.neutral), (0.6, ROUNDING), (1, palette.text)],
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
    worst: NDArray[np.floating], edges: NDArray[np.integer], pairs: NDArray[np.integer], overflow: str
) -> dict[str, Any]:
    return {
        "type": "heatmap",
        "x": edges,
        "y": pairs,
        "z": np.where(np.isnan(worst), 1, np.nan).astype(np.float32),
        "colorscale": [(0, theme.GHOST), (1, theme.GHOST)],
        "showscale": False,
        "hoverongaps": False,
        "hovertemplate": f"pair %{{y:,}}: {overflow}<extra></extra>",
    }


def _gap_text(
    worst: NDArray[np.floating], edges: NDArray[np.integer], overflow: str, palette: theme.Palette
) -> dict[str, Any]:
    first = edges[:-1][np.isnan(worst).any(axis=0)][0]
    middle = (np.log10(first) + np.log10(edges[-1])) / 2
    ground = {"color": palette.neutral}
    place = {"x": middle, "y": 0.5, "yref": "paper", "textangle": -90}
    return place | {"text": overflow, "font": ground}


def _ring(x: float, y: float, palette: theme.Palette) -> dict[str, Any]:
    marker = {"color": palette.neutral, "size": 10, "line": {"width": 2.5, "color": palette.text}}
    point = {"type": "scatter", "x": [float(x)], "y": [float(y)], "mode": "markers"}
    return point | {"marker": marker, "hoverinfo": "skip", "showlegend": False}


BAND = theme.clear(ROUNDING, 0.35)


def score_drift_band(
    edges: NDArray[np.integer],  # (columns + 1,) first position of each column, and the one after the last
    lowest: NDArray[np.floating],  # (columns,) NaN where positions overflow
    highest: NDArray[np.floating],  # (columns,) NaN where positions overflow
    exact: float,
    *,
    palette: theme.Palette,
    y: str,
    names: tuple[str, str],  # of the band and of the level
) -> Figure:
    """The range of a score in each column of positions, and its exact value as a level line."""
    middle = np.sqrt(edges[:-1].astype(np.float64) * edges[1:])
    stroke = {"color": ROUNDING, "width": 1}
    level = {"color": theme.INK, "width": 2, "dash": "dot"}
    parts: tuple[dict[str, Any], ...] = (
        {"x": middle, "y": highest, "line": stroke, "showlegend": False, "name": "highest"},
        {"x": middle, "y": lowest, "line": stroke, "fill": "tonexty", "fillcolor": BAND, "name": names[0]},
        {"x": edges[[0, -1]], "y": [exact, exact], "line": level, "name": names[1], "mode": "lines"},
    )
    shared_style = {"type": "scatter", "hovertemplate": "near %{x:,.0f}: %{y:.4f}"}
    bottom = float(np.nanmin(np.append(lowest, [exact, 0.9])))
    layout = {
        "xaxis": position_axis(edges[0], edges[-1]),
        "yaxis": {"range": [bottom - 0.05, 1.05], "zeroline": False},
    }
    traces = [shared_style | part for part in parts]
    return spec.figure(traces, layout, palette=palette, height=360, x="position of the query (tokens)", y=y)
