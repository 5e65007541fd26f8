"""The picture of every question: curves, dots, bars or a heat map, the deciding point and the guess."""

import re
from textwrap import wrap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.teach.questions.card import Evidence, Guess, Point, Series, Strip
from figures import spec, theme
from figures.curves import BOTH_AXES, Line, ring_trace, trace
from figures.heatmap import cells, shares
from figures.spec import Figure

COLOURS = {
    "truth": theme.INK,
    "other": theme.GHOST,
    "beside": theme.GHOST,
    "word": theme.EMBEDDING,
    "position": theme.ENCODING,
    "sine": theme.SINE,
    "learned": theme.LEARNED,
    "rotary": theme.ROTARY,
    "alibi": theme.ALIBI,
    "unseen": theme.UNSEEN,
}
_MODES = {"line": "lines", "dots": "markers", "both": "lines+markers"}
_WIDEST = 16  # characters of a line of a label, which a phone has to hold
_COLUMN = np.array([290, 240])  # pixels of the plot, where a lesson has two pictures beside each other
_MANY = 10**6
_PADDING = 0.08  # of the range of the data, on either side
Range = tuple[float, float]


def evidence_figure(
    evidence: Evidence,
    *,
    palette: theme.Palette,
    # a number: a line across, at the edge if outside; a curve: dashed; true or false: written at the deciding point
    guess: Guess | None = None,
) -> Figure:
    """Draw what settles a question."""
    x, y = ranges(evidence)
    traces = [_strip(evidence.strip, palette)] if evidence.strip else []
    traces += [_trace(series) for series in evidence.series]
    if guess and guess.curve is not None:
        traces.append(_guessed_curve(evidence, guess))
    traces.append(_ring(evidence.point))
    has_legend = len(evidence.series) > 1 or bool(guess and guess.curve is not None)
    layout: dict[str, Any] = {
        "xaxis": _axis(x, log=evidence.log_x, names=evidence.names),
        "yaxis": _axis(y, log=evidence.log_y),
        "annotations": [_label(evidence, x, y, guess, palette)],
        "margin": {"t": 56 if has_legend else 30, "r": 20},
        "barmode": "overlay" if has_single_bars(evidence) else "group",
        "showlegend": has_legend,
    }
    if guess and guess.axis:
        line, note = _guessed_line(guess, x if guess.axis == "x" else y, log=_log(evidence, guess.axis))
        layout |= {"shapes": [line], "annotations": [note, *layout["annotations"]]}
    return spec.figure(traces, layout, palette=palette, height=340, x=evidence.x, y=evidence.y)


def _log(evidence: Evidence, axis: str) -> bool:
    return evidence.log_x if axis == "x" else evidence.log_y


def ranges(evidence: Evidence) -> tuple[Range, Range]:
    """Ranges of both axes; of a logarithmic axis in logarithms, as Plotly takes them."""
    bars = any(series.marks == "bars" for series in evidence.series)
    ends = [[evidence.point.x], [evidence.point.y]]
    if evidence.strip:
        return _span(evidence.strip.x[[0, -1]], 0), _span(evidence.strip.y[[0, -1]], 0)
    for series in evidence.series:
        ends[0] += [float(np.min(series.x)), float(np.max(series.x))]
        ends[1] += [float(np.min(series.y)), float(np.max(series.y))]
    across = (min(ends[0]) - 0.6, max(ends[0]) + 0.6) if bars else ends[0]
    upward = [*ends[1], 0.0] if bars else ends[1]
    return _span(across, 0 if bars else _PADDING / 2, evidence.log_x), _span(upward, _PADDING, evidence.log_y)


def _span(values: Any, padding: float, log: bool = False) -> Range:
    low, high = (float(end(np.log10(values) if log else values)) for end in (np.min, np.max))
    more = padding * ((high - low) or 1)
    return low - more, high + more


def _axis(extent: Range, *, log: bool, names: tuple[str, ...] = ()) -> dict[str, Any]:
    axis: dict[str, Any] = {"range": list(extent), "zeroline": extent[0] < 0 < extent[1] and not log}
    if log:
        decades = extent[1] - extent[0]
        powers_of_ten = {"dtick": int(np.ceil(decades / 5)), "exponentformat": "power"}
        powers_of_two = {"dtick": float(np.log10(2)), "tickformat": ","}
        axis |= {"type": "log", "tick0": 0} | (powers_of_ten if decades >= 2 else powers_of_two)
    if names:
        axis |= {"tickvals": list(range(len(names))), "ticktext": list(names)}
    return axis


def has_single_bars(evidence: Evidence) -> bool:
    """Whether no place has more than one bar that is seen; such bars stand at their ticks."""
    places = [place for each in evidence.series for place in np.asarray(each.x)[~np.isclose(each.y, 0)].tolist()]
    return len(set(places)) == len(places)


def _trace(series: Series) -> dict[str, Any]:
    colour = COLOURS[series.role]
    points = {"name": series.name, "x": np.asarray(series.x, np.float32), "y": np.asarray(series.y, np.float32)}
    if series.marks == "bars":
        return points | {"type": "bar", "marker": {"color": colour}, "hovertemplate": "%{y:,.4~r}"}
    line = {"color": colour, "width": 2.5} | ({"dash": "dot"} if series.role == "beside" else {})
    look = {"mode": _MODES[series.marks], "line": line, "marker": {"color": colour, "size": 7}}
    return points | {"type": "scatter", "hovertemplate": BOTH_AXES} | look


def _strip(strip: Strip, palette: theme.Palette) -> dict[str, Any]:
    bar = {"title": {"text": strip.unit, "side": "right"}, "thickness": 12, "nticks": 3}
    if strip.is_signed:
        trace = cells(strip.cells, palette=palette, unit=strip.unit, limit=1) | {"colorbar": bar}
        form = ".2f"
    else:
        bar["tickformat"] = ".0%"
        trace = shares(strip.cells, theme.UNSEEN, palette, showscale=True, colorbar=bar)
        form = ".1%"
    return trace | {
        "x": np.asarray(strip.x, np.float32),
        "y": np.asarray(strip.y, np.float32),
        "hovertemplate": f"{BOTH_AXES}<br>{strip.unit}: %{{z:{form}}}<extra></extra>",
    }


def _guessed_curve(evidence: Evidence, guess: Guess) -> dict[str, Any]:
    x, y = np.asarray(evidence.series[0].x), np.asarray(guess.curve)
    return trace(Line(guess.label, x, y, theme.INK, dash="dash", width=2.5))


def _ring(point: Point) -> dict[str, Any]:
    ring = spec.over(ring_trace([point.x], [point.y]), {"marker": {"size": 11}})
    return ring | {"cliponaxis": False, "showlegend": False, "hoverinfo": "skip"}


def _label(evidence: Evidence, x: Range, y: Range, guess: Guess | None, palette: theme.Palette) -> dict[str, Any]:
    """The value at the deciding point, towards the middle; below it a guess that is neither number nor curve."""
    point = evidence.point
    coordinates = ((point.x, evidence.log_x), (point.y, evidence.log_y))
    at = [float(np.log10(value)) if log else value for value, log in coordinates]
    places = [(value - low) / (high - low) for value, (low, high) in zip(at, (x, y), strict=True)]
    text = f"<b>{'<br>'.join(wrap(point.label, _WIDEST))}</b>"
    if guess and guess.axis is None and guess.curve is None:
        text += f"<br>{guess.label}"
    ax, ay = _free_side(evidence, x, y, places, text.split("<br>"))
    arrow = {"showarrow": True, "ax": ax, "ay": ay, "arrowcolor": theme.INK}
    side = {"xanchor": "right" if ax < 0 else "left", "yanchor": "top" if ay > 0 else "bottom", "align": "left"}
    return {"x": at[0], "y": at[1], "text": text, "standoff": 6} | arrow | side | _box(palette)


def _free_side(evidence: Evidence, x: Range, y: Range, at: list[float], rows: list[str]) -> tuple[int, int]:
    """Pixels to the right and down from a point to its label: where that covers the fewest points of curves.

    At equal counts it stands towards the middle. The size of the picture is that of a column of a lesson.
    """
    inwards = -1 if at[0] > 0.5 else 1, 1 if at[1] > 0.5 else -1
    size = np.array([8 * max(len(re.sub("<.*?>", "", row)) for row in rows) + 10, 20 * len(rows) + 10]) / _COLUMN
    curves = [series for series in evidence.series if series.marks != "bars"]
    points = [np.stack([_share(each.x, x, evidence.log_x), _share(each.y, y, evidence.log_y)]) for each in curves]

    def covered(offset: tuple[int, int]) -> int:
        start = at + np.array([offset[0], -offset[1]]) / _COLUMN
        ends = np.sort([start, start + np.copysign(size, [offset[0], -offset[1]])], axis=0)  # (2, 2)
        if ends.min() < 0 or ends.max() > 1:
            return _MANY
        inside = [(each >= ends[0][:, None]) & (each <= ends[1][:, None]) for each in points]
        return sum(int(each.all(axis=0).sum()) for each in inside)

    sides = [(inwards[0] * a, inwards[1] * b) for a, b in ((1, 1), (-1, 1), (1, -1), (-1, -1))]
    return min(((44 * across, far * down) for far in range(38, 93, 6) for across, down in sides), key=covered)


def _share(values: Any, extent: Range, log: bool) -> NDArray[np.float64]:
    """Places on an axis, from 0 at its start to 1 at its end."""
    with np.errstate(divide="ignore", invalid="ignore"):
        on_axis = np.log10(np.asarray(values, float)) if log else np.asarray(values, float)
    return (on_axis - extent[0]) / (extent[1] - extent[0])


def _guessed_line(guess: Guess, extent: Range, *, log: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """A dashed line across, and its label; an arrow in the label says that the guess lies beyond the edge."""
    low, high = extent
    guess_at = float(np.log10(max(guess.at, 1e-300))) if log else guess.at
    at = min(max(guess_at, low), high)
    upright = guess.axis == "x"
    beyond = ("← " if upright else "↓ ") * (guess_at < low) + ("→ " if upright else "↑ ") * (guess_at > high)
    along, across = ("x", "y") if upright else ("y", "x")
    line = spec.rule(float(10**at) if log else at, along=along, width=2, dash="dash")
    end = (at - low) / (high - low) > 0.5
    sides = {"xanchor": "right" if end else "left", "yanchor": "bottom", "yshift": 2}
    if not upright:
        sides = {"xanchor": "right", "yanchor": "top" if end else "bottom"}
    place = {along: at, f"{along}ref": along, across: 1, f"{across}ref": f"{across} domain"}
    note = {"text": f"{beyond}{guess.label}"} | place | sides
    return line, note


def _box(palette: theme.Palette) -> dict[str, Any]:
    return {"bgcolor": palette.neutral, "bordercolor": palette.grid, "borderpad": 4, "opacity": 0.95}
