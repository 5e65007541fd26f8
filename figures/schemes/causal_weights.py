"""What every token looks at under a causal mask: a triangle of weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from figures import spec, theme

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from figures.spec import Figure


def weight_triangle(
    weights: NDArray[np.floating],
    *,
    palette: theme.Palette,
    colour: str,
    x: str,
    y: str,
    labels: NDArray[np.str_],
    height: int = 430,
) -> Figure:
    """Square cells, each with its label; the first column is framed, what is masked stays empty.

    Parameters
    ----------
    weights : ndarray of shape (n, n)
        Row t: from 0 to 1; 0 where masked.
    palette : Palette
    colour : str
        Of weight 1.
    x, y : str
        Axis titles with units.
    labels : ndarray of str, shape (n, n)
        Written into the cells.
    height : int
        Pixels.
    """
    numbers = np.arange(1, len(weights) + 1)
    cells = {
        "type": "heatmap",
        "x": numbers,
        "y": numbers,
        "z": np.where(weights > 0, weights, np.nan).astype(np.float32),
        "zmin": 0,
        "zmax": 1,
        "colorscale": [(0, palette.neutral), (1, colour)],
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "text": labels,
        "texttemplate": "%{text}",
        "textfont": {"size": 13},
        "hoverongaps": False,
        "hovertemplate": "token %{y} gives token %{x} a weight of %{z:.4f}<extra></extra>",
    }
    first = {"type": "rect", "x0": 0.5, "x1": 1.5, "y0": 0.5, "y1": len(weights) + 0.5}
    axis = {"tickvals": numbers, "showgrid": False, "zeroline": False, "constrain": "domain"}
    own = {
        "margin": {"t": 12, "l": 52},
        "shapes": [first | {"line": {"color": palette.text, "width": 2}}],
        "xaxis": axis | {"constraintoward": "left"},
        "yaxis": axis | {"autorange": "reversed", "scaleanchor": "x", "constraintoward": "top"},
    }
    return spec.figure([cells], own, palette=palette, height=height, x=x, y=y)
