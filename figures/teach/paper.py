"""Pictures for paper: plain SVG in black, with curves that have letters or names instead of colours."""

from collections.abc import Iterator, Mapping
from html import escape
from textwrap import wrap

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.numeric.numerals import minus
from core.teach.questions.card import Evidence, Point, Series, Strip
from figures.labels import label_heights
from figures.teach.evidence import Range, has_single_bars, ranges

WIDTH, HEIGHT = 330, 150  # SVG units
LEFT, RIGHT, TOP, BOTTOM = 54, 10, 22, 38  # margins of the axes
_SIZE = 12  # of type: 6.6 pt where the picture is 64 mm wide
_ROW = _SIZE + 1.0  # of a name of several rows
_KEY = 20  # length of a piece of a line before its name
_LETTER = 0.55 * _SIZE  # width of a character
_WIDEST = 18  # characters of a row of a name
_POINTS = 200  # of a drawn curve at most
_GREYS = ("#555", "#ccc", "#999")
_DASHES = ("", "6 4", "2 3", "10 3 2 3")
LETTERS = "ABCD"


class Axes:
    """Places on paper of the values of an evidence."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.extents = ranges(evidence)

    def across(self, values: ArrayLike) -> NDArray[np.float64]:
        """Horizontal places."""
        return LEFT + (WIDTH - LEFT - RIGHT) * _share(values, self.extents[0], log=self.evidence.log_x)

    def upward(self, values: ArrayLike) -> NDArray[np.float64]:
        """Vertical places; SVG counts downwards."""
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * _share(values, self.extents[1], log=self.evidence.log_y)


def evidence_svg(evidence: Evidence, *, has_data: bool = True) -> str:  # has_data: more than the axes
    """The picture that settles a question, or its empty axes to draw into."""
    axes = Axes(evidence)
    parts, width = list(_frame(axes)), float(WIDTH)
    if has_data:
        parts += [_strip(axes, evidence.strip)] if evidence.strip else []
        parts += [_series(axes, number, series) for number, series in enumerate(evidence.series)]
        if len(evidence.series) > 1:
            names = [wrap(series.name, _WIDEST) for series in evidence.series]
            parts += _names(axes, names)
            width += _KEY + 8 + 1.15 * _LETTER * max(len(row) for rows in names for row in rows)
        parts.append(_ring(axes, evidence.point))
    return _svg(parts, width, HEIGHT, f"{evidence.y} against {evidence.x}")


def choices_svg(x: NDArray[np.floating], curves: Mapping[str, NDArray[np.floating]]) -> str:
    """The curves to choose from, side by side, with letters."""
    low, high = (float(end(list(curves.values()))) for end in (np.min, np.max))
    wide, high_enough, parts = 130, 90, []
    for number, y in enumerate(curves.values()):
        left = number * wide + 18
        across = left + (wide - 34) * (x - x[0]) / (x[-1] - x[0])
        upward = high_enough - 8 - (high_enough - 16) * (y - low) / ((high - low) or 1)
        parts.append(_text(left - 16, 14, LETTERS[number], weight="bold", size=15))
        parts.append(f'<path d="M{left} 4V{high_enough - 4}h{wide - 30}" fill="none" stroke="#888"/>')
        parts.append(_line(across, upward, width=2))
    return _svg(parts, wide * len(curves), high_enough, "curves A to D")


def _share(values: ArrayLike, extent: Range, *, log: bool) -> NDArray[np.float64]:
    """From 0 to 1 along an axis; the range of a logarithmic one is in logarithms."""
    numbers = np.asarray(values, float)
    low, high = extent
    return ((np.log10(np.maximum(numbers, 1e-300)) if log else numbers) - low) / (high - low)


def _frame(axes: Axes) -> Iterator[str]:
    evidence, (x, y) = axes.evidence, axes.extents
    yield f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}" fill="none" stroke="#000"/>'
    numbers = [(value, _number(value)) for value in _ticks(x, log=evidence.log_x)]
    for value, name in list(enumerate(evidence.names)) or _apart(numbers):
        at = float(axes.across(value))
        yield f'<path d="M{at:.1f} {HEIGHT - BOTTOM}v4" stroke="#000"/>'
        fits = (WIDTH - LEFT - RIGHT) / max(len(evidence.names), 1) / (0.55 * len(name))
        yield _text(at, HEIGHT - BOTTOM + 15, name, anchor="middle", size=min(_SIZE, fits))
    for value in _ticks(y, log=evidence.log_y):
        at = float(axes.upward(value))
        yield f'<path d="M{LEFT} {at:.1f}h-4" stroke="#000"/>'
        yield _text(LEFT - 7, at + 4, _number(value), anchor="end")
    yield _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, evidence.x, anchor="middle")
    yield _text(2, 12, evidence.y)


def _apart(labels: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """As many labels below an axis as stand apart."""
    wide = sum(len(name) + 1 for _, name in labels) * _LETTER
    return labels[:: max(1, int(np.ceil(wide / (WIDTH - LEFT - RIGHT))))]


def _ticks(extent: Range, *, log: bool) -> list[float]:
    """Round values within a range: powers of ten, or steps of 1, 2 or 5."""
    low, high = extent
    if log and high - low >= 1:
        step = int(np.ceil((high - low) / 6))
        return [10.0**power for power in range(int(np.ceil(low)), int(np.floor(high)) + 1, step)]
    if log:
        low, high = 10**low, 10**high
    rough = (high - low) / 4
    power = 10.0 ** np.floor(np.log10(rough))
    gap = float(next(each for each in (power, 2 * power, 5 * power, 10 * power) if each >= rough))
    return [gap * count for count in range(int(np.ceil(low / gap)), int(np.floor(high / gap)) + 1)]


def _number(value: float) -> str:
    if value and abs(value) < 1e-3:
        return f"1e−{round(-np.log10(abs(value)))}"
    return minus(f"{value:,.6g}")


def _series(axes: Axes, number: int, series: Series) -> str:
    x, y = (np.atleast_1d(np.asarray(each, float)) for each in (series.x, series.y))
    if series.marks == "bars":
        return _bars(axes, number, x, y)
    evenly = np.linspace(0, len(x) - 1, _POINTS).round().astype(int)
    few = np.union1d(evenly, np.abs(x - axes.evidence.point.x).argmin())  # what decides may be a narrow dip
    across, upward = axes.across(x[few]), axes.upward(y[few])
    line = _line(across, upward, dash=_DASHES[number % 4]) if series.marks != "dots" else ""
    dots = "".join(_dot(a, b, number) for a, b in zip(across, upward, strict=True))
    return line + (dots if series.marks != "line" else "")


def _bars(axes: Axes, number: int, x: NDArray[np.float64], y: NDArray[np.float64]) -> str:
    alone = has_single_bars(axes.evidence)
    wide = 0.6 if alone else 0.36
    left = axes.across(x - wide / 2 if alone else x + (number - 1) * wide)
    right = axes.across(x + wide / 2 if alone else x + number * wide)
    zero, fill = float(axes.upward(0)), _GREYS[number % 3]
    ends = zip(left, right, axes.upward(y), strict=True)
    return "".join(_rect(a, b, min(top, zero), max(top, zero), fill) for a, b, top in ends)


def _strip(axes: Axes, strip: Strip) -> str:
    """Cells of a half and more in grey, those that lie side by side as one."""
    across, upward, parts = axes.across(strip.x), axes.upward(strip.y), []
    for row, shares in enumerate(strip.cells):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], shares >= 0.5, [0]]).astype(int)))
        top, bottom = sorted(upward[row : row + 2])
        parts += [_rect(across[a], across[b], top, bottom + 0.3, "#777") for a, b in edges.reshape(-1, 2)]
    return "".join(parts)


def _names(axes: Axes, names: list[list[str]]) -> Iterator[str]:
    """Names of the series, in rows, to the right of the axes: at the ends of lines, each behind a piece of it."""
    gap = _ROW * max(map(len, names)) + 4
    ends = [_end(axes, series) for series in axes.evidence.series]
    heights = label_heights(np.array([y for _, y in ends]), gap)
    heights += min(HEIGHT - gap / 2 - heights.max(), 0)
    for number, (series, rows, end) in enumerate(zip(axes.evidence.series, names, ends, strict=True)):
        at, left = float(heights[number]), WIDTH + 2.0
        if series.marks == "bars":
            key = _rect(left, left + _KEY, at - 4, at + 4, _GREYS[number % 3])
        elif series.marks == "dots":
            key = _dot(left + _KEY / 2, at, number)
        else:
            key = _line(np.array([left, left + _KEY]), np.array([at, at]), dash=_DASHES[number % 4])
        if series.marks != "bars" and end[0] > WIDTH - 3 * RIGHT:  # from further away it would look like a curve
            key += (
                f'<path d="M{end[0] + 3:.1f} {end[1]:.1f}L{left - 1} {at:.1f}" stroke="#999" stroke-width="0.7"/>'
            )
        top = at - _ROW * (len(rows) - 1) / 2 + 4
        yield key + "".join(_text(left + _KEY + 5, top + _ROW * row, text) for row, text in enumerate(rows))


def _end(axes: Axes, series: Series) -> tuple[float, float]:
    """Where a series ends on the right; names of bars stand at the top, in their order."""
    if series.marks == "bars":
        return WIDTH, TOP
    last = np.argmax(series.x)
    return float(axes.across(np.ravel(series.x)[last])), float(axes.upward(np.ravel(series.y)[last]))


def _ring(axes: Axes, point: Point) -> str:
    x, y = float(axes.across(point.x)), float(axes.upward(point.y))
    end, below = x > (LEFT + WIDTH) / 2, y < (TOP + HEIGHT - BOTTOM) / 2
    wide = len(point.label) * 1.1 * _LETTER
    left = min(max(x - 9 - wide if end else x + 9, 0), max(WIDTH - wide, 0))
    bars = any(series.marks == "bars" for series in axes.evidence.series)
    down = 4 if bars else 18 if below else -8
    label = _text(left, y + down, point.label, weight="bold", halo=True)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="none" stroke="#000" stroke-width="1.8"/>{label}'


def _line(x: NDArray[np.floating], y: NDArray[np.floating], *, width: float = 1.5, dash: str = "") -> str:
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
    dash_attribute = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{points}" fill="none" stroke="#000" stroke-width="{width}"{dash_attribute}/>'


def _dot(x: float, y: float, number: int) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{"#fff" if number else "#000"}" stroke="#000"/>'


def _rect(left: float, right: float, top: float, bottom: float, fill: str) -> str:
    size = f'width="{right - left:.1f}" height="{bottom - top:.1f}"'
    return f'<rect x="{left:.1f}" y="{top:.1f}" {size} fill="{fill}"/>'


def _text(
    x: float,
    y: float,
    text: str,
    *,
    anchor: str = "start",
    weight: str = "normal",
    size: float = _SIZE,
    halo: bool = False,
) -> str:
    around = ' stroke="#fff" stroke-width="3" paint-order="stroke"' if halo else ""
    style = f'font-size="{size:.3g}" font-weight="{weight}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}{around}>{escape(text)}</text>'


def _svg(parts: list[str], width: float, height: float, label: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(label)}" font-family="system-ui, sans-serif">{"".join(parts)}</svg>'
    )
