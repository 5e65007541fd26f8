"""The wavelength of each pair, and the bits of a counter with the waves that they are the sign of."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, Mark, mark_trace, trace
from figures.heatmap import shares
from figures.spec import Figure

MOST_DOTS = 600  # more would touch and are drawn as a line
_HOVER = "pair %{x:,}: %{y:,.4~r} tokens"
_BELOW = {"yanchor": "top", "xshift": 8}


def wavelengths_by_pair(
    wavelengths: NDArray[np.floating],  # (n,) tokens, ascending, at least one
    *,
    length: float,  # tokens; drawn as a horizontal line
    palette: theme.Palette,
    names: Mapping[str, str],  # at the lines: "complete", "not complete", "even", "unscaled", "length"
    x: str,
    y: str,
    at_scale_1: NDArray[np.floating] | None = None,  # (n,) wavelengths at scale 1, drawn behind
    marks: Sequence[Mark] = (),  # ends of the line: the first, whose label stands below it, and the last
) -> Figure:
    """Wavelength of each pair on a logarithmic axis, split at the length, and evenly spaced ones of its ends."""
    pairs, turns = np.arange(len(wavelengths)), wavelengths <= length
    parts = {"complete": (turns, theme.INK), "not complete": (~turns, theme.GHOST)}
    draw = _line if len(pairs) > MOST_DOTS else _dots
    traces = [draw(names[part], pairs[where], wavelengths[where], ink) for part, (where, ink) in parts.items()]
    even = np.linspace(wavelengths[0], wavelengths[-1], len(pairs))
    traces.append(_behind(names["even"], pairs, even, "dash"))
    label = {"x": 0, "xref": "x domain", "xshift": 24, "yanchor": "bottom"}  # away from the end of the line
    labels = [_name(names["length"], length) | label]
    labels += [
        _name(names[part], _middle(wavelengths[where])) | {"x": _middle(pairs[where]), **_BELOW}
        for part, (where, _) in parts.items()
        if where.any()
    ]
    if len(pairs) > 2:
        labels.append(_name(names["even"], _middle(even)) | {"x": _middle(pairs), "yanchor": "bottom"})
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


ROW_HEIGHT, HEADER = 12, 72  # pixels


def bit_table(
    ones: NDArray[np.number],  # (positions, columns) 1, 0, or NaN for an empty cell
    labels: Sequence[str],  # of the columns
    *,
    palette: theme.Palette,
    colour: str,  # of a 1
    x: str,
    y: str,
    digits: bool = False,  # whether to write the bits into the cells
    wave_positions: NDArray[np.floating] | None = None,  # (n,) tokens, of the continuous curves
    waves: NDArray[np.floating] | None = None,  # (n, columns) the continuous curves
) -> Figure:
    """Filled cells where a bit is 1, with each column's wave on top, crests to the right."""
    text = {"texttemplate": "%{z}", "textfont": {"size": 10}} if digits else {}
    traces = [_cells(ones, palette, colour) | text]
    if wave_positions is not None and waves is not None:
        traces += [_wave(number, wave_positions, wave) for number, wave in enumerate(waves.T)]
    bare_axis = {"showgrid": False, "zeroline": False, "fixedrange": True, "automargin": False}
    ticks = {"tickvals": np.arange(len(labels)), "ticktext": list(labels), "tickangle": 0}
    layout = {
        "xaxis": bare_axis | ticks | {"side": "top", "range": [-0.5, len(labels) - 0.5]},
        "yaxis": bare_axis | {"range": [len(ones) - 0.5, -0.5]},
        "margin": {"l": 52, "r": 4, "t": HEADER, "b": 8},
        "showlegend": False,
    }
    return spec.figure(traces, layout, palette=palette, height=len(ones) * ROW_HEIGHT + HEADER + 8, x=x, y=y)


def _cells(ones: NDArray[np.number], palette: theme.Palette, colour: str) -> dict[str, Any]:
    hover = {"hoverongaps": False, "hovertemplate": "position %{y:,}, %{x}: %{z:d}<extra></extra>"}
    return shares(ones, colour, palette, xgap=3, ygap=1, **hover)


def _wave(number: int, positions: NDArray[np.floating], values: NDArray[np.floating]) -> dict[str, Any]:
    """A curve down its column, slightly narrower than the column."""
    return trace(Line("", number + 0.4 * values, positions, theme.INK, width=1.5), hoverinfo="skip")
