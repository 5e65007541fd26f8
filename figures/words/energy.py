"""Variance of each dimension on a logarithmic axis."""

from collections.abc import Mapping, Sequence

import numpy as np

from figures import spec, theme
from figures.curves import LOG, Line, trace
from figures.spec import Figure

FLOOR = 1e-6  # variances below are cut off; far below the variance of any word


def energy_by_dimension(
    lines: Sequence[Line],
    levels: Mapping[str, float],  # name and value of each horizontal line; at most two
    *,
    palette: theme.Palette,
    reach: float,  # upper end of the horizontal axis
    x: str,
    y: str,
) -> Figure:
    """Curves over the dimensions, and horizontal lines."""
    ends = np.array([-0.01, 1.01]) * reach
    across = [
        Line(name, ends, np.full(2, level), theme.EMBEDDING, dash="dot" if rank else "dash")
        for rank, (name, level) in enumerate(levels.items())
    ]
    traces = [trace(line) | {"hovertemplate": "dimension %{x:,}: %{y:.3~g}"} for line in (*lines, *across)]
    least = min([FLOOR, *levels.values()])
    decades = {"range": [np.log10(least) - 0.1, 0.3], "exponentformat": "power", "tickfont": {"size": 12}}
    layout = {
        "xaxis": {"range": list(ends), "zeroline": False, "tickformat": ","},
        "yaxis": LOG | decades | {"fixedrange": True},
    }
    return spec.figure(traces, layout, palette=palette, height=410, x=x, y=y)
