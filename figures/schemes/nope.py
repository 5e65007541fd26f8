"""Causal attention without an encoding: equal weights, and what they hand on."""

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import LOG, Line, trace
from figures.heatmap import shares
from figures.spec import Figure

MARGIN = 0.12  # of a decade at either end


def weight_triangle(
    weights: NDArray[np.floating],  # (n, n) row t: from 0 to 1; 0 where masked
    *,
    palette: theme.Palette,
    colour: str,  # of weight 1
    x: str,
    y: str,
    labels: NDArray[np.str_],  # (n, n) text in the cells
) -> Figure:
    """Square cells with labels; the first column is framed, masked cells are empty."""
    numbers = np.arange(1, len(weights) + 1)
    cells = shares(np.where(weights > 0, weights, np.nan), colour, palette, xgap=2, ygap=2) | {
        "x": numbers,
        "y": numbers,
        "text": labels,
        "texttemplate": "%{text}",
        "textfont": {"size": 13},
        "hoverongaps": False,
        "hovertemplate": "token %{y:,} gives token %{x:,} a weight of %{z:.4f}<extra></extra>",
    }
    first = {"type": "rect", "x0": 0.5, "x1": 1.5, "y0": 0.5, "y1": len(weights) + 0.5}
    axis = {"tickvals": numbers, "showgrid": False, "zeroline": False, "constrain": "domain"}
    layout = {
        "margin": {"t": 12, "l": 52},
        "shapes": [first | {"line": {"color": theme.INK, "width": 2}}],
        "xaxis": axis | {"constraintoward": "left"},
        "yaxis": axis | {"autorange": "reversed", "scaleanchor": "x", "constraintoward": "top"},
    }
    return spec.figure([cells], layout, palette=palette, height=340, x=x, y=y)


def reciprocal(
    positions: NDArray[np.int_],  # (n,) tokens, from 1
    shares: NDArray[np.floating],  # (n,) above 0
    *,
    palette: theme.Palette,
    colour: str,
    x: str,
    y: str,
    in_decades: bool,  # whether both axes are logarithmic
) -> Figure:
    """Points joined by a line; a single point is centred."""
    line = Line("1/t", positions.astype(np.float64), shares, colour, mode="lines+markers", in_legend=False)
    points = trace(line) | {"hovertemplate": "t = %{x:,}: %{y:.6~g}<extra></extra>"}
    decades = LOG | {"tickformat": ",~g"}  # Plotly's powers of ten are larger than other labels
    axes = {
        "xaxis": decades | {"range": _reach(positions)} if in_decades else {"range": [0, positions[-1] + 1]},
        "yaxis": decades | {"range": _reach(shares)} if in_decades else {"range": [0, 1.05]},
    }
    layout = axes | {"margin": {"t": 12, "r": 24}, "meta": {"follows": {"yaxis": ["length"]}}}
    return spec.figure([points], layout, palette=palette, height=340, x=x, y=y)


def _reach(values: NDArray[np.number]) -> list[float]:
    low, high = np.log10(values.min()), np.log10(values.max())
    return [low - MARGIN, high + MARGIN]
