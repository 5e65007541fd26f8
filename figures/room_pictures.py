"""A small line drawing for each room, in colours that can be seen on light and on dark."""

from __future__ import annotations

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
    drawn = []
    for row in rows:
        across = np.linspace(EDGE, WIDTH - EDGE, len(row))
        down = HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (row - low) / (high - low)
        points = " ".join(f"{x:.0f},{y:.1f}" for x, y in zip(across, down, strict=True))
        drawn.append(f'<polyline points="{points}"{_own(last=row is rows[-1])}/>')
    return drawing("".join(drawn))


def cells(
    table: NDArray[np.floating],  # (rows, columns) signed values
    *,
    limit: float,  # size of value that gets the full colour
) -> str:
    """A table as filled cells, the stronger the larger the value; positive ones have the colour of position."""
    high, wide = (HEIGHT - 2 * EDGE) / len(table), (WIDTH - 2 * EDGE) / table.shape[1]
    drawn = (
        f'<rect x="{EDGE + wide * column:.1f}" y="{EDGE + high * row:.1f}" width="{wide:.1f}" height="{high:.1f}" '
        f'opacity="{min(abs(value) / limit, 1):.1f}"{_own(last=value > 0)}/>'
        for (row, column), value in np.ndenumerate(table)
    )
    return drawing("".join(drawn))


def dials(tips: NDArray[np.floating]) -> str:  # (n, 2) sine and cosine of each hand
    """Clocks side by side, each with one hand."""
    wide, middle = WIDTH / len(tips), HEIGHT / 2
    radius = min(wide, HEIGHT) / 2 - 2
    drawn = (
        f'<circle cx="{wide * (i + 0.5):.0f}" cy="{middle:.0f}" r="{radius:.0f}"/><path class="own" '
        f'd="M{wide * (i + 0.5):.0f},{middle:.0f}l{0.8 * radius * sine:.1f},{-0.8 * radius * cosine:.1f}"/>'
        for i, (sine, cosine) in enumerate(tips.tolist())
    )
    return drawing("".join(drawn))


def _own(*, last: bool) -> str:
    return ' class="own"' if last else ""


DRAWINGS = {
    "shift": '<circle cx="36" cy="22" r="18"/><path d="M36,22L47,8"/><path class="own" d="M36,22L53,27"/>'
    '<path class="own" d="M50,10A18,18 0 0 1 55,20"/>',
    "sentence": '<path d="M6,9h18M30,9h12M48,9h18"/><path class="own" d="M6,22h18M30,22h12M48,22h18"/>'
    '<path d="M6,33h18v6h-18zM30,33h12v6h-12zM48,33h18v6h-18z"/>',
    "concatenate": '<path d="M5,14h12v16h-12z"/><path class="own" d="M9,14h12v16h-12z"/>'
    '<path d="M35,6v32"/><path d="M48,8h12v14h-12z"/><path class="own" d="M48,22h12v14h-12z"/>',
    "biases": '<path d="M5,39h62"/>'
    '<path class="own" d="M10,38v-32M20,38v-25M30,38v-19M40,38v-14M50,38v-9M60,38v-4"/>',
    "nope": '<path d="M18,4v36h36z"/><path d="M18,13h9v27M18,22h18v18M18,31h27v9"/>',
    "learned": '<path d="M4,24l5,-9 4,7 5,-13 4,18 5,-9 4,12 5,-20 4,14 5,-8"/>'
    '<path class="own dashed" d="M52,3v38"/>',
    "stretch": '<path d="M5,14h30M5,9v10M15,9v10M25,9v10M35,9v10"/>'
    '<path class="own" d="M5,32h62M5,27v10M25.7,27v10M46.3,27v10M67,27v10"/>',
    "model": '<path d="M24,4c-8,0 -4,14 -10,18c6,4 2,18 10,18M48,4c8,0 4,14 10,18c-6,4 -2,18 -10,18"/>'
    '<path class="own" d="M28,15h16M28,22h11M28,29h16"/>',
    "precision": '<path d="M5,39L67,5"/><path class="own" d="M5,39h12v-8h15v-8h15v-8h14v-8h6"/>',
    "images": '<path d="M15,3h42v38h-42zM15,15.7h42M15,28.3h42M29,3v38M43,3v38"/>'
    '<path class="own" d="M29,15.7h14v12.6h-14z"/>',
    "mrope": '<path d="M4,39l12,-10v4h36v-12l12,-10"/><path d="M16,33l9,-8v8l9,-8v8l9,-8v8l9,-8"/>'
    '<path class="own" d="M16,29v4h9v-3h9v-3h9v-3h9"/>',
    "timesteps": '<rect x="5" y="5" width="62" height="6" opacity=".2"/><rect x="5" y="14" width="50" height="6" '
    'opacity=".4"/><rect x="5" y="23" width="34" height="6" opacity=".7"/>'
    '<rect class="own" x="5" y="32" width="14" height="7"/>',
    "fourier_features": '<path d="M4,30c10,-10 16,-14 24,-8s14,14 22,6 12,-12 18,-14"/>'
    '<path class="own" d="M4,34l4,-16 4,10 5,-16 5,14 5,-10 5,14 5,-4 5,14 5,-12 5,8 5,-18 5,6 5,-14"/>',
    "lessons": '<path d="M14,30L36,30M36,14h22"/><path d="M36,30v-16"/><circle cx="12" cy="30" r="6"/>'
    '<circle cx="36" cy="22" r="6"/><circle class="own" cx="60" cy="14" r="6"/>',
    "questions": '<path class="own" d="M27,14a9,9 0 1 1 13,8q-4,2 -4,8M36,37v1"/>'
    '<path d="M5,39q8,0 12,-14M67,39q-8,0 -12,-14"/>',
    "class": '<path d="M20,5h32v19h-32zM36,24v6"/>'
    '<path class="own" d="M8,33h8v8h-8zM32,33h8v8h-8zM56,33h8v8h-8z"/>',
    "verified": '<path d="M5,9h34M5,22h26M5,35h34"/><path class="own" d="M44,22l8,9 15,-22"/>',
}
"""Rooms whose drawing shows no number."""
