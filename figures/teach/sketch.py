"""Small pictures of curves to choose from: plain SVG in an `img`, without a chart library."""

from html import escape
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from figures import theme

WIDTH, HEIGHT, EDGE = 160, 80, 6  # SVG units
_POINTS = 65  # of the drawn line


def sketch(
    x: NDArray[np.floating],  # (n,) in any unit, x ascending
    y: NDArray[np.floating],  # (n,) in any unit, x ascending
    *,
    # low, high: range of the vertical axis; the same for all curves of a question
    low: float,
    high: float,
    name: str,  # alternative text for screen readers
    palette: theme.Palette,
) -> str:  # an `img` element, as wide as its container
    """Draw one curve over two plain axes."""
    few = np.linspace(0, len(x) - 1, min(_POINTS, len(x))).round().astype(int)
    across = EDGE + (WIDTH - 2 * EDGE) * (x[few] - x[0]) / (x[-1] - x[0])
    upward = HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (y[few] - low) / ((high - low) or 1)
    line = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(across, upward, strict=True))
    axes = f"M{EDGE / 2} {EDGE / 2}V{HEIGHT - EDGE / 2}H{WIDTH - EDGE / 2}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f'<path d="{axes}" fill="none" stroke="{theme.GHOST}"/>'
        f'<polyline points="{line}" fill="none" stroke="{palette.text}" stroke-width="2.5"/></svg>'
    )
    return f'<img src="data:image/svg+xml,{quote(svg)}" alt="{escape(name)}" style="width:100%;max-width:15rem">'
