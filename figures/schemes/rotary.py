"""Scores of rotated queries and keys over their offset, and their upper bound."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from figures import spec, theme
from figures.curves import Line, trace
from figures.spec import Figure

QUERY, KEY = theme.QUERY, theme.KEY
MAIN, OTHER = theme.ROTARY, theme.INK
OFFSET = "offset m − n (tokens)"
DECADES = 4  # shown below the highest value; scores near zero would make a logarithmic axis endless


def score_curves(
    lines: Sequence[Line], *, palette: theme.Palette, y: str, x: str = OFFSET, height: int = 380
) -> Figure:
    """Curves over the offset; the axis includes zero."""
    return _curves(lines, {}, palette=palette, height=height, x=x, y=y)


def bounded_size(bound: Line, size: Line, *, palette: theme.Palette, y: str) -> Figure:  # bound: greater than 0
    """The size of a score and its bound on a logarithmic axis."""
    top = float(np.log10(bound.y.max()))
    decades = {"type": "log", "dtick": 1, "tickformat": ",~g", "range": [top - DECADES, top + 0.15]}
    return _curves([bound, size], decades, palette=palette, height=380, x=OFFSET, y=y)


def _curves(lines: Sequence[Line], yaxis: dict[str, Any], **look: Any) -> Figure:
    traces = [trace(line) for line in lines]
    layout = {
        "xaxis": {"tickformat": ",", "zeroline": False},
        "yaxis": {"rangemode": "tozero", "zeroline": True, "zerolinewidth": 2} | yaxis,
        # scores grow with the number of features, and are below 0 at more of the offsets
        "meta": {"follows": {"yaxis": ["head_dim", "d_model", "length"]}},
    }
    return spec.figure(traces, layout, **look)
