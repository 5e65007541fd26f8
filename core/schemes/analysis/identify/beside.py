"""Some cells of a table beside those of the right one, around the first that differs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.identify.identification import Identification
from core.schemes.analysis.table import Table
from core.schemes.sinusoidal import COSINE, EMPTY

ROWS, COLUMNS = 24, 32  # at most
ABOVE = 4  # rows and columns before the first cell that differs


@dataclass(frozen=True)
class Beside:
    """Cells of two tables."""

    rows: NDArray[np.int_]  # (n,) positions in the table, from 0
    columns: NDArray[np.int_]  # (m,)
    yours: NDArray[np.float64]  # (n, m)
    right: NDArray[np.float64]  # (n, m)
    differs: NDArray[np.bool]  # (n, m) by more than rounding; nowhere in a table without a mistake
    # of the right cells, amplitude · sin(angle): (m,) radians a row, and (m,) radians at row 0
    frequencies: NDArray[np.float64]
    phases: NDArray[np.float64]
    amplitudes: NDArray[np.float64]  # (m,) 0 in an empty column

    def by_column(self, kind: str) -> dict[str, NDArray[np.float64]]:
        """The rows' numbers, then the cells of "yours" or "right", by column."""
        values = {"yours": self.yours, "right": self.right}[kind]
        return {"position": self.rows.astype(float)} | dict(zip(map(str, self.columns), values.T, strict=True))


def beside(table: Table, found: Identification) -> Beside | None:  # None where the right table is not known
    """The cells of a table around the first that differs from the right one."""
    if found.right is None:
        return None
    waves, rounding = found.right.waves, found.right.rounding
    first = (0, 0) if found.first is None else (found.first.row, found.first.column)
    rows, columns = (
        np.arange(start, min(start + most, size))
        for place, most, size in zip(first, (ROWS, COLUMNS), (table.length, table.d_model), strict=True)
        for start in [max(0, min(place - ABOVE, size - most)) if place >= most else 0]
    )
    yours = table.block(slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    right = waves.rows(rows)[:, columns]
    functions, frequencies = waves.functions[columns], waves.frequencies[waves.wave[columns]]
    return Beside(
        rows,
        columns,
        yours,
        right,
        (np.abs(yours - right) > rounding.allowed(waves, rows)[:, columns]) & bool(found.faults),
        frequencies,
        waves.start * frequencies + (functions == COSINE) * (np.pi / 2),
        np.where(functions == EMPTY, 0.0, waves.amplitude),
    )
