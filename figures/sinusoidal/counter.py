"""The bits of a counter as cells, with the waves that they are the sign of."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, trace
from figures.heatmap import shares
from figures.spec import Figure

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
    fixed = {"showgrid": False, "zeroline": False, "fixedrange": True, "automargin": False}
    ticks = {"tickvals": np.arange(len(labels)), "ticktext": list(labels), "tickangle": 0}
    layout = {
        "xaxis": fixed | ticks | {"side": "top", "range": [-0.5, len(labels) - 0.5]},
        "yaxis": fixed | {"range": [len(ones) - 0.5, -0.5]},
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
