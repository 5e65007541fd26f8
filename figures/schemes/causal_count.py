"""A share that falls as one over the position, on two logarithmic axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from figures import spec, theme
from figures.curves import LOG, Line, trace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from figures.spec import Figure

MARGIN = 0.12  # of a decade at either end


def reciprocal(
    positions: NDArray[np.int_],
    shares: NDArray[np.floating],
    *,
    palette: theme.Palette,
    colour: str,
    x: str,
    y: str,
    height: int = 430,
) -> Figure:
    """Points on a line; a single one stands in the middle of a decade.

    Parameters
    ----------
    positions : ndarray of int, shape (n,)
        Tokens, from 1.
    shares : ndarray of shape (n,)
        Above 0.
    palette : Palette
    colour : str
        From `figures.theme`.
    x, y : str
        Axis titles with units.
    height : int
        Pixels.
    """
    line = Line("1/t", positions.astype(np.float64), shares, colour, mode="lines+markers", in_legend=False)
    points = trace(line) | {"hovertemplate": "t = %{x:,}: %{y:.6g}<extra></extra>"}
    decades = LOG | {"exponentformat": "power"}
    own = {
        "margin": {"t": 12, "r": 24},
        "xaxis": decades | {"range": _reach(positions)},
        "yaxis": decades | {"range": _reach(shares), "tickfont": {"size": 12}},
    }
    return spec.figure([points], own, palette=palette, height=height, x=x, y=y)


def _reach(values: NDArray[np.number]) -> list[float]:
    low, high = np.log10(values.min()), np.log10(values.max())
    margin = MARGIN if high > low else 0.5
    return [low - margin, high + margin]
