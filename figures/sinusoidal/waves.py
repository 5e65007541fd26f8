"""The wavelength of each pair, and the bits of a counter with the waves that they are the sign of."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, Mark, mark_trace, trace
from figures.spec import Figure

MOST_DOTS = 600  # more would touch and are drawn as a line
_HOVER = "pair %{x:,}: %{y:,.4~r} tokens"
_BELOW = {"yanchor": "top", "xshift": 8}


def wavelengths_by_pair(
    wavelengths: NDArray[np.floating],  # (n,) tokens, ascending, at least one
    even: NDArray[np.floating],  # (n,) tokens, in even steps between the same ends
    *,
    length: float,  # tokens; drawn as a horizontal line
    palette: theme.Palette,
    names: Mapping[str, str],  # at the lines: "complete", "not complete", "even", "unscaled", "length"
    x: str,
    y: str,
    at_scale_1: NDArray[np.floating] | None = None,  # (n,) wavelengths at scale 1, drawn behind
    marks: Sequence[Mark] = (),  # ends of the line: the first, whose label stands below it, and the last
) -> Figure:
    """Wavelength of each pair on a logarithmic axis, split at the length; dashed, even steps between its ends."""
    pairs, turns = np.arange(len(wavelengths)), wavelengths <= length
    parts = {"complete": (turns, theme.INK), "not complete": (~turns, theme.GHOST)}
    draw = _line if len(pairs) > MOST_DOTS else _dots
    traces = [draw(names[part], pairs[where], wavelengths[where], ink) for part, (where, ink) in parts.items()]
    traces.append(_behind(names["even"], pairs, even, "dash"))
    at_left = np.mean(turns) > 0.5  # away from where the line crosses the length
    side: dict[str, Any] = {"x": 0, "xshift": 24} if at_left else {"x": 1, "xanchor": "right"}
    labels = [_name(names["length"], length) | {"xref": "x domain", "yanchor": "bottom"} | side]
    labels += [
        _name(names[part], _middle(wavelengths[where])) | {"x": _middle(pairs[where]), **_BELOW}
        for part, (where, _) in parts.items()
        if where.any()
    ]
    if len(pairs) > 2:
        third = len(pairs) // 3  # left of the name at the slowest pair
        labels.append(_name(names["even"], even[third]) | {"x": third, "xanchor": "right", "yanchor": "bottom"})
    if at_scale_1 is not None:
        traces.append(_behind(names["unscaled"], pairs, at_scale_1, "dot"))
        labels.append(
            _name(names["unscaled"], at_scale_1[-1]) | {"x": pairs[-1], "xanchor": "right", "yanchor": "top"}
        )
    if marks:
        traces.append(mark_trace(marks) | {"textposition": ["bottom right", "top left"][: len(marks)]})
    reach = np.concatenate([[length], wavelengths, wavelengths if at_scale_1 is None else at_scale_1])
    limits = [min(0, np.log10(reach.min()) - 0.2), max(8, np.log10(reach.max()) + 0.5)]  # most bases end below 10⁸
    layout = {
        "shapes": [spec.level(length)],
        "annotations": labels,
        "yaxis": {"type": "log", "range": limits, "dtick": 1, "tickformat": ",", "automargin": True},
        "showlegend": False,
        "margin": {"t": 12},
    }
    return spec.figure(traces, layout, palette=palette, height=390, x=x, y=y)


def _middle(values: NDArray[np.number]) -> float:
    return float(values[len(values) // 2])


def _name(text: str, height: float) -> dict[str, Any]:
    """On a logarithmic axis Plotly places annotations, unlike lines, by exponent."""
    return {"text": text, "xanchor": "left", "y": np.log10(height)}


def _dots(name: str, pairs: NDArray[np.int_], wavelengths: NDArray[np.floating], colour: str) -> dict[str, Any]:
    return _line(name, pairs, wavelengths, colour) | {"mode": "markers", "marker": {"color": colour, "size": 7}}


def _behind(name: str, pairs: NDArray[np.int_], wavelengths: NDArray[np.floating], dash: str) -> dict[str, Any]:
    return trace(Line(name, pairs, wavelengths, theme.GHOST, dash=dash), _HOVER)


def _line(name: str, pairs: NDArray[np.int_], wavelengths: NDArray[np.floating], colour: str) -> dict[str, Any]:
    return trace(Line(name, pairs, wavelengths, colour, width=5), _HOVER)


ROW, FOOT = 86, 48  # pixels
_CREST, _MIDDLE, _DIGITS = 0.24, 0.52, 0.88  # of a row's height, from its top


def counter_rows(
    ones: NDArray[np.number],  # (positions, bits) the digits, the topmost row first
    titles: Sequence[str],  # of the rows
    *,
    palette: theme.Palette,
    x: str,
    wave_positions: NDArray[np.floating],  # (n,) tokens
    waves: NDArray[np.floating],  # (n, bits) NaN where a bit has no wave
) -> Figure:
    """A row for each bit: its wave, filled below zero, and under it its digits."""
    count, rows = ones.shape
    drawn = [(row, wave) for row, wave in enumerate(waves.T) if np.isfinite(wave).all()]
    traces = [trace for row, wave in drawn for trace in _filled(row, wave_positions, wave)]
    for digit, colour in ((0, theme.GHOST), (1, palette.text)):
        at, row = np.nonzero(ones == digit)
        traces.append(_digits(at, row + _DIGITS, f"<b>{digit}</b>" if digit else "0", colour))
    bare = {"zeroline": False, "fixedrange": True}
    label = {"x": 0, "xref": "paper", "xanchor": "left", "yanchor": "top", "showarrow": False}
    layout = {
        "xaxis": bare | {"range": [-0.5, count - 0.5], "dtick": 4, "tickangle": 0},
        "yaxis": bare | {"range": [rows, 0], "showgrid": False, "showticklabels": False},
        "margin": {"l": 8, "r": 8, "t": 8, "b": FOOT},
        "annotations": [label | {"y": row, "text": title} for row, title in enumerate(titles)],
        "showlegend": False,
    }
    return spec.figure(traces, layout, palette=palette, height=rows * ROW + FOOT + 8, x=x, y="")


def _filled(row: int, positions: NDArray[np.floating], wave: NDArray[np.floating]) -> list[dict[str, Any]]:
    """A wave in its row, crests up, with the area below zero."""
    middle = row + _MIDDLE
    zero = Line("", positions, np.full(len(positions), middle), theme.GHOST, width=1)
    below = Line("", positions, middle - _CREST * np.minimum(wave, 0), theme.SINE, width=0)
    line = Line("", positions, middle - _CREST * wave, theme.SINE)
    area = {"fill": "tonexty", "fillcolor": theme.clear(theme.SINE, 0.55)}
    return [trace(each, hoverinfo="skip") | (area if each is below else {}) for each in (zero, below, line)]


def _digits(at: NDArray[np.int_], heights: NDArray[np.floating], digit: str, colour: str) -> dict[str, Any]:
    text = {"mode": "text", "text": [digit] * len(at), "textfont": {"color": colour, "size": 12}}
    return trace(Line("", at, heights, colour, mode="markers"), hoverinfo="skip") | text
