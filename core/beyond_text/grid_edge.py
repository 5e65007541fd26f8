"""The edge of a resampled grid: where a rule invents rows that the table does not have."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.resampling import RULE, axis_weights
from core.beyond_text.sizes import check_finite
from core.inputs.parameter import check_whole

MAX_ROWS = 1_024
RING = 4  # rows at each edge that are not inside


@dataclass(frozen=True)
class GridEdge:
    """A wave down a learned grid, and what a rule makes of it at another size."""

    rows: NDArray[np.float64]  # (new_size,) place of each new row in rows of the table, perhaps outside
    wanted: NDArray[np.float64]  # (new_size,) cosine of the wave there
    resampled: NDArray[np.float64]  # (new_size,) what the rule gives
    errors: NDArray[np.float64]  # (new_size,) largest error of the wave over all its phases
    edge: float  # largest error of the first and the last row
    inside: float  # largest error at least 4 rows from the edges; 0 where there are none


def grid_edge(
    # size, new_size: rows before and after, from 2 to MAX_ROWS
    size: int = 14,
    new_size: int = 28,
    *,
    rule: str = "bicubic",  # a key of `core.beyond_text.resampling.GRID_RULES`
    wave: float = 1.0,  # radians a patch, from 0 to π
) -> GridEdge:
    """Resample a wave of some radians a patch."""
    old, new = check_whole(size, "size", 2, MAX_ROWS), check_whole(new_size, "new_size", 2, MAX_ROWS)
    speed = check_finite(wave, "wave", "a number from 0 to π", lambda value: 0 <= value <= np.pi)
    index = np.arange(new)
    match RULE.check(rule):
        case "bilinear aligned":
            rows = index * (old - 1) / (new - 1)
        case "nearest":
            rows = index * old / new
        case _:
            rows = (2 * index + 1) * old / (2 * new) - 0.5
    wanted = np.exp(1j * speed * rows)
    resampled = axis_weights(old, new, rule=rule) @ np.exp(1j * speed * np.arange(old))
    errors = np.abs(resampled - wanted)
    inside = errors[RING:-RING]
    return GridEdge(
        rows, wanted.real, resampled.real, errors, float(max(errors[0], errors[-1])), float(inside.max(initial=0.0))
    )
