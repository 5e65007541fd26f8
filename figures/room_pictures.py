"""A small line drawing for each room, in colours that can be seen on light and on dark."""

from collections.abc import Sequence
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from figures import theme

WIDTH, HEIGHT, EDGE = 72, 44, 3
_SAFE = " '()*,-./:;=_~"


_STYLE = (
    f"<style>*{{fill:none;stroke:{theme.GHOST};stroke-width:2;stroke-linecap:round;stroke-linejoin:round}}"
    f".own{{stroke:{theme.ENCODING}}}.dashed{{stroke-dasharray:4 4}}"
    f"rect{{stroke:none;fill:{theme.GHOST}}}rect.own{{fill:{theme.ENCODING}}}</style>"
)


def drawing(inside: str) -> str:
    """A drawing of lines as the address of an image; elements of the class "own" have the colour of position."""
    size = f"width='{WIDTH}' height='{HEIGHT}' viewBox='0 0 {WIDTH} {HEIGHT}'"
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' {size}>{_STYLE}{inside}</svg>".replace('"', "'")
    return f"data:image/svg+xml,{quote(svg, safe=_SAFE)}"


def curves(
    rows: Sequence[NDArray[np.floating]],  # (n,) values of each curve
    *,
    low: float,  # value at the lower edge
    high: float,  # value at the upper edge
) -> str:
    """Curves over the whole width, the last one with the colour of position."""
    polylines = []
    for row in rows:
        across = np.linspace(EDGE, WIDTH - EDGE, len(row))
        down = HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (row - low) / (high - low)
        points = " ".join(f"{x:.0f},{y:.1f}" for x, y in zip(across, down, strict=True))
        polylines.append(f'<polyline points="{points}"{_position_class(last=row is rows[-1])}/>')
    return drawing("".join(polylines))


def cells(
    table: NDArray[np.floating],  # (rows, columns) signed values
    *,
    limit: float,  # size of value that gets the full colour
) -> str:
    """A table as filled cells, the stronger the larger the value; positive ones have the colour of position."""
    high, wide = (HEIGHT - 2 * EDGE) / len(table), (WIDTH - 2 * EDGE) / table.shape[1]
    rectangles = (
        f'<rect x="{EDGE + wide * column:.1f}" y="{EDGE + high * row:.1f}" width="{wide:.1f}" height="{high:.1f}" '
        f'opacity="{min(abs(value) / limit, 1):.1f}"{_position_class(last=value > 0)}/>'
        for (row, column), value in np.ndenumerate(table)
    )
    return drawing("".join(rectangles))


def dials(tips: NDArray[np.floating]) -> str:  # (n, 2) sine and cosine of each hand
    """Clocks side by side, each with one hand."""
    wide, middle = WIDTH / len(tips), HEIGHT / 2
    radius = min(wide, HEIGHT) / 2 - 2
    clocks = (
        f'<circle cx="{wide * (i + 0.5):.0f}" cy="{middle:.0f}" r="{radius:.0f}"/><path class="own" '
        f'd="M{wide * (i + 0.5):.0f},{middle:.0f}l{0.8 * radius * sine:.1f},{-0.8 * radius * cosine:.1f}"/>'
        for i, (sine, cosine) in enumerate(tips.tolist())
    )
    return drawing("".join(clocks))


def _position_class(*, last: bool) -> str:
    return ' class="own"' if last else ""
