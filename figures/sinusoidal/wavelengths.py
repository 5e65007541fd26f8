"""The wavelength of each pair, compared with the length of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from figures import spec, theme
from figures.curves import Mark, mark_trace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from figures.spec import Figure

COMPLETE, INCOMPLETE = theme.SHOWN, theme.OTHER
MOST_DOTS = 600  # more would touch and are drawn as a line


def wavelengths_by_pair(
    wavelengths: NDArray[np.floating],
    *,
    length: float,
    palette: theme.Palette,
    x: str,
    y: str,
    unscaled: NDArray[np.floating] | None = None,
    marks: Sequence[Mark] = (),
) -> Figure:
    """Wavelength of each pair on a logarithmic axis, split at the length, and evenly spaced ones of the same ends.

    Parameters
    ----------
    wavelengths : ndarray of shape (n,)
        Tokens, ascending, at least one.
    length : float
        Tokens; drawn as a horizontal line.
    palette : Palette
    x, y : str
        Axis titles with units.
    unscaled : ndarray of shape (n,) or None
        Wavelengths at scale 1, drawn behind.
    marks : sequence of Mark
        Ends of the line: the first, whose label stands below it, and the last.
    """
    pairs, turns = np.arange(len(wavelengths)), wavelengths <= length
    parts = [
        (f"{turns.sum():,} complete a turn", turns, COMPLETE),
        (f"{(~turns).sum():,} do not", ~turns, INCOMPLETE),
    ]
    draw = _line if len(pairs) > MOST_DOTS else _dots
    traces = [draw(name, pairs[where], wavelengths[where], colour) for name, where, colour in parts]
    even = np.linspace(wavelengths[0], wavelengths[-1], len(pairs))
    traces.append(_behind("evenly spaced, to compare", pairs, even, "dash"))
    if unscaled is not None:
        traces.append(_behind("at scale 1", pairs, unscaled, "dot"))
    if marks:
        traces.append(mark_trace(marks, palette) | {"textposition": ["bottom right", "top left"][: len(marks)]})
    drawn = np.concatenate([[length], wavelengths, wavelengths if unscaled is None else unscaled])
    limits = [min(0, np.log10(drawn.min()) - 0.2), max(8, np.log10(drawn.max()) + 0.5)]  # most bases end below 10⁸
    layout = {
        "shapes": [spec.level(length, palette)],
        "annotations": [_label(length)],
        "yaxis": {"type": "log", "range": limits, "dtick": 1, "tickformat": ",", "automargin": True},
        "legend": {"itemsizing": "constant"},
    }
    return spec.figure(traces, layout, palette=palette, height=440, x=x, y=y)


def _label(length: float) -> dict[str, Any]:
    return {
        "text": f"max length {length:,.0f}",
        "x": 1,
        "xref": "paper",
        "xanchor": "right",
        "y": np.log10(length),  # on a logarithmic axis Plotly places annotations, unlike lines, by exponent
        "yanchor": "bottom",
        "showarrow": False,
    }


def _dots(name: str, pairs: NDArray[np.int_], wavelengths: NDArray[np.floating], colour: str) -> dict[str, Any]:
    marker = {"color": colour, "size": 7}
    return _line(name, pairs, wavelengths, colour) | {"mode": "markers", "marker": marker}


def _behind(name: str, pairs: NDArray[np.int_], wavelengths: NDArray[np.floating], dash: str) -> dict[str, Any]:
    line = {"color": theme.GHOST, "dash": dash, "width": 2}
    return _line(name, pairs, wavelengths, theme.GHOST) | {"line": line}


def _line(name: str, pairs: NDArray[np.int_], wavelengths: NDArray[np.floating], colour: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "name": name,
        "x": pairs,
        "y": np.asarray(wavelengths, np.float32),
        "mode": "lines",
        "line": {"color": colour, "width": 5},
        "hovertemplate": "pair %{x:,}: %{y:,.4~r} tokens",
    }
