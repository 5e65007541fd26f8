"""Positions against their rounded values, beside the straight line without rounding."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, Mark, mark_trace, named_at_ends, trace
from figures.spec import Figure


def staircase(
    positions: NDArray[np.integer],  # (n,) tokens, ascending
    stairs: Sequence[Line],  # at these positions
    *,
    palette: theme.Palette,
    exact: str,  # name of the straight line
    x: str,
    y: str,
    marks: Sequence[Mark] = (),
) -> Figure:
    """A dot for every position; dots at the same height have become the same number."""
    exact_values = positions.astype(np.float64)
    lines = [Line(exact, exact_values, exact_values, theme.INK, dash="dot", width=1.5), *stairs]
    traces = [_step_trace(line) for line in lines]
    if marks:
        traces.append(mark_trace(marks) | {"textposition": "bottom right"})
    layout = {"xaxis": {"tickformat": ",", "nticks": 7}, "yaxis": {"tickformat": ",", "nticks": 8}}
    heights = np.concatenate([line.y[np.isfinite(line.y)] for line in lines])
    room = 0.05 * float(np.ptp(heights))
    figure = spec.figure(traces, layout, palette=palette, height=335, x=x, y=y)
    return named_at_ends(figure, lines, float(heights.min()) - room, float(heights.max()) + room)


def _step_trace(line: Line) -> dict[str, Any]:
    """In float64, because float32 would round far positions once more."""
    plain = spec.over(trace(line), {"x": line.x, "y": line.y, "marker": {"size": 7}})
    stepped = {"line": {"shape": "hvh"}, "hovertemplate": "position %{x:,} → %{y:,.6~r}"}
    return spec.over(plain, stepped) if line.mode == "lines+markers" else plain
