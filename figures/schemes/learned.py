"""A learned table beside the sinusoidal one: values, with a line where the learned table ends, and norms."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, curves
from figures.heatmap import signed_heatmap
from figures.spec import Figure

LEARNED, SINUSOIDAL = theme.LEARNED, theme.ENCODING


def table_heatmap(
    values: NDArray[np.floating],  # (rows, columns)
    *,
    palette: theme.Palette,
    step: tuple[int, int],  # dimensions per column and positions per row of values
    limit: float,  # absolute value that gets the full colour
    length: int,  # positions of the learned table; the line stands below the last
    visible: int,  # positions that the axis shows, at least length
    beyond: str,  # label of the positions below the line; where it is empty there is no line
) -> Figure:
    """Positions down and dimensions across, with a line under the last trained row."""
    figure = signed_heatmap(
        values,
        palette=palette,
        x="dimension",
        y="position (tokens)",
        unit="",
        step=step,
        limit=limit,
        height=360,
    )
    dimensions, positions = step
    middle = {"x0": (dimensions - 1) / 2, "y0": (positions - 1) / 2}  # of the first cell
    hover = "position %{y:,}, dimension %{x:,}: %{z:.4f}<extra></extra>"
    place = {"x": 0.5, "xref": "paper", "y": (length + visible - 1) / 2}
    layout = {
        "shapes": [spec.level(length - 0.5)] if beyond else [],
        "annotations": [place | {"text": beyond, "bgcolor": palette.neutral}] if beyond else [],
        "margin": {"t": 12},
        "xaxis": {"showgrid": False, "nticks": 6},
        "yaxis": {"autorange": False, "range": [visible - 0.5, -0.5], "showgrid": False, "nticks": 7},
    }
    return figure.under(layout, hovertemplate=hover, **middle)


def norm_curves(lines: Sequence[Line], *, palette: theme.Palette, x: str, y: str) -> Figure:
    """Curves of norms, on an axis that starts at zero so that their heights can be compared."""
    figure = curves(lines, palette=palette, x=x, y=y, height=300)
    largest = max(float(np.max(line.y)) for line in lines)
    return figure.under({"yaxis": {"range": [0, 1.08 * (largest or 1)]}})
