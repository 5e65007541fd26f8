"""Which of a scheme's numbers each offset gets, as a step function."""

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, trace
from figures.spec import Figure

COLOUR = theme.BIAS


def group_stairs(
    offsets: NDArray[np.integer],  # (n,) key minus query, tokens
    numbers: NDArray[np.integer],  # (n,) index of the number that each offset gets
    *,
    palette: theme.Palette,
    y: str,
    length: int,  # tokens of the text; offsets beyond are shaded
) -> Figure:
    """A dot for every offset; dots of the same height share a number."""
    line = Line("", offsets.astype(float), numbers.astype(float), COLOUR, mode="lines+markers", width=1)
    hover = "offset %{x:,}: %{y:,}<extra></extra>"
    stairs = {"line": {"shape": "hvh"}, "marker": {"size": 4}, "hovertemplate": hover}
    beyond = ((length - 0.5, offsets[-1]), (offsets[0], 0.5 - length))
    layout = {
        "showlegend": False,
        "margin": {"t": 16},
        "shapes": [spec.shade(*ends, opacity=0.18) | {"layer": "above"} for ends in beyond if ends[0] < ends[1]],
    }
    x = "offset, key − query (tokens)"
    return spec.figure([spec.over(trace(line), stairs)], layout, palette=palette, height=360, x=x, y=y)
