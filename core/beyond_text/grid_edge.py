"""The edge of a resampled grid: where a rule invents rows that the table does not have."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.resampling import GRID_RULES, RULE, axis_weights
from core.beyond_text.sizes import real
from core.inputs.checked import checked
from core.inputs.parameter import whole

MAX_ROWS = 1_024
RING = 4  # rows at each edge that are not inside


@dataclass(frozen=True)
class GridEdge:
    """A wave down a learned grid, and what a rule makes of it at another size."""

    rows: NDArray[np.float64]  # (new_size,) place of each new row in rows of the table, perhaps outside
    exact: NDArray[np.float64]  # (new_size,) cosine of the wave there
    resampled: NDArray[np.float64]  # (new_size,) what the rule gives
    errors: NDArray[np.float64]  # (new_size,) largest error of the wave over all its phases
    edge: float  # largest error of the first and the last row
    inside: float  # largest error at least 4 rows from the edges; 0 without such rows


@checked(
    *(whole("size", 2, MAX_ROWS), whole("new_size", 2, MAX_ROWS), RULE),
    real("wave", "a number from 0 to π", lambda value: 0 <= value <= np.pi),
)
def grid_edge(
    size: int = 14, new_size: int = 28, *, rule: str = "bicubic", wave: float = 1.0
) -> GridEdge:  # size, new_size: rows before and after
    """Resample a wave of some radians a patch."""
    index = np.arange(new_size)
    match rule:
        case "bilinear aligned":
            rows = index * (size - 1) / (new_size - 1)
        case "nearest":
            rows = index * size / new_size
        case _:
            rows = (2 * index + 1) * size / (2 * new_size) - 0.5
    exact = np.exp(1j * wave * rows)
    resampled = axis_weights(size, new_size, rule=rule) @ np.exp(1j * wave * np.arange(size))
    errors = np.abs(resampled - exact)
    inside = errors[RING:-RING]
    return GridEdge(
        rows, exact.real, resampled.real, errors, float(max(errors[0], errors[-1])), float(inside.max(initial=0.0))
    )


def edge_wave_columns(
    new_size: int,  # rows now
    grid_rule: str,  # "bicubic", "bicubic antialiased", "bilinear antialiased", "bilinear aligned" or "nearest"
    wave: float,  # radians per row of the table
    size: int = 14,  # rows of the table
) -> dict[str, NDArray[Any]]:
    """A wave down a learned grid, brought to another number of rows."""
    edge = grid_edge(size, new_size, rule=grid_rule, wave=wave)
    return {"row": edge.rows, "wanted": edge.exact, "found": edge.resampled}


def edge_errors_columns(
    new_size: int,  # rows now
    wave: float,  # radians per row of the table
    size: int = 14,  # rows of the table
) -> dict[str, NDArray[Any]]:
    """Largest error of each new row of a resampled grid, for a wave of any phase, by the five rules in use."""
    errors = {rule: grid_edge(size, new_size, rule=rule, wave=wave).errors for rule in GRID_RULES}
    return {"new row": np.arange(new_size)} | errors
