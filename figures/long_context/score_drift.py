"""The range of a score along a text, beside the value that it should keep."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.long_context.rounding import ROUNDED, position_axis
from figures.spec import Figure

BAND = theme.clear(ROUNDED, 0.35)


def score_drift_band(
    edges: NDArray[np.integer],  # (columns + 1,) first position of each column, and the one after the last
    lowest: NDArray[np.floating],  # (columns,) NaN where positions overflow
    highest: NDArray[np.floating],  # (columns,) NaN where positions overflow
    exact: float,
    *,
    palette: theme.Palette,
    y: str,
    names: tuple[str, str],  # of the band and of the level
) -> Figure:
    """The range of a score in each column of positions, and its exact value as a level line."""
    middle = np.sqrt(edges[:-1].astype(np.float64) * edges[1:])
    stroke = {"color": ROUNDED, "width": 1}
    level = {"color": theme.INK, "width": 2, "dash": "dot"}
    parts: tuple[dict[str, Any], ...] = (
        {"x": middle, "y": highest, "line": stroke, "showlegend": False, "name": "highest"},
        {"x": middle, "y": lowest, "line": stroke, "fill": "tonexty", "fillcolor": BAND, "name": names[0]},
        {"x": edges[[0, -1]], "y": [exact, exact], "line": level, "name": names[1], "mode": "lines"},
    )
    shared = {"type": "scatter", "hovertemplate": "near %{x:,.0f}: %{y:.4f}"}
    bottom = float(np.nanmin(np.append(lowest, [exact, 0.9])))
    layout = {
        "xaxis": position_axis(edges[0], edges[-1]),
        "yaxis": {"range": [bottom - 0.05, 1.05], "zeroline": False},
    }
    traces = [shared | part for part in parts]
    return spec.figure(traces, layout, palette=palette, height=360, x="position of the query (tokens)", y=y)
