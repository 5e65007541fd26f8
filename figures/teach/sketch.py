"""Small pictures of curves as plain SVG in an image, to choose among; they need no chart library."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

import numpy as np

from figures import theme

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIDE, HIGH, EDGE = 160, 80, 6  # units of the picture
_POINTS = 65


def sketch(
    x: NDArray[np.floating], y: NDArray[np.floating], *, low: float, high: float, name: str, palette: theme.Palette
) -> str:
    """One curve between two plain axes.

    Parameters
    ----------
    x, y : ndarray of shape (n,)
        In any unit, x ascending.
    low, high : float
        What the picture covers upwards; the same for all to choose among.
    name : str
        What a screen reader says.
    palette : Palette

    Returns
    -------
    html : str
        As wide as its place.
    """
    few = np.linspace(0, len(x) - 1, min(_POINTS, len(x))).round().astype(int)
    across = EDGE + (WIDE - 2 * EDGE) * (x[few] - x[0]) / (x[-1] - x[0])
    upward = HIGH - EDGE - (HIGH - 2 * EDGE) * (y[few] - low) / ((high - low) or 1)
    line = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(across, upward, strict=True))
    axes = f"M{EDGE / 2} {EDGE / 2}V{HIGH - EDGE / 2}H{WIDE - EDGE / 2}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f'<path d="{axes}" fill="none" stroke="{theme.GHOST}"/>'
        f'<polyline points="{line}" fill="none" stroke="{palette.text}" stroke-width="2.5"/></svg>'
    )
    return f'<img src="data:image/svg+xml,{quote(svg)}" alt="{escape(name)}" style="width:100%;max-width:15rem">'
