"""Tables of the patches of a picture: half of the columns encode a patch's column, the other half its row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.identify.identification import Identification
from core.schemes.analysis.identify.look import LEAST_ROWS, Look, look_at
from core.schemes.analysis.identify.moved_rows import MOST_ROWS, Moved, in_other_orders
from core.schemes.analysis.identify.usual import sinusoidal_identification
from core.schemes.analysis.identify.waves import Difference
from core.schemes.analysis.identify.words import note, wrong_cells
from core.schemes.analysis.table import Table

MOST_CELLS = 2**22  # of a table that is compared at once
MOST_WRONG = 0.5  # share of its cells that may be wrong


def grid(look: Look) -> Identification | None:
    """A table of a grid, as MAE and DiT have it, with or without a row of zeros before it."""
    first, columns = len(look.zeros), look.table.d_model
    length = look.table.length - first
    is_too_large = look.table.length > MOST_ROWS or look.table.length * columns > MOST_CELLS
    if columns % 4 or length < LEAST_ROWS or is_too_large or look.zeros not in {(), (0,)}:
        return None
    left, right = (_half(look, first, slice(start, start + columns // 2)) for start in (0, columns // 2))
    if left is None or right is None:
        return None
    x, y = (left, right) if left.order.name == "positions-periodic" else (right, left)
    width = int(x.order.facts.get("period", 0))
    if not width or y.order.facts.get("times") != width or length % width:
        return None
    exact = np.zeros((look.table.length, columns))
    exact[first:] = np.concatenate([each.waves.rows(each.order.places) for each in (left, right)], axis=1)
    yours = look.table.block(slice(0, look.table.length), slice(None))
    off = np.abs(yours - exact)
    wrong = off > look.rounding().cell + look.rounding().angle * look.table.length
    if wrong.mean() > MOST_WRONG:
        return None
    cell = Difference.at(np.argwhere(wrong)[0], yours, exact) if wrong.any() else None
    sides = dict(zip(("left", "right"), ("column", "row") if x is left else ("row", "column"), strict=True))
    told = note("grid", width=width, height=length // width, half=columns // 2, **sides)
    size = f"{length // width} rows of {width}{'' if cell is None else ', with a mistake'}"
    return sinusoidal_identification(
        look,
        x.waves,
        x.reading.base,
        exponent=x.reading.exponent,
        first_position=x.order.start,
        amplitude=x.waves.amplitude,
        faults=() if cell is None else (wrong_cells(cell, int(wrong.sum()), wrong.size),),
        notes=(told, *([note("class-row")] if first else [])),
        largest=Difference.at(np.unravel_index(int(off.argmax()), off.shape), yours, exact),
        first=cell,
        summary=f"A sinusoidal table of a grid, {size}.",
    )


def _half(look: Look, first: int, part: slice) -> Moved | None:
    """The order of the rows in some of the columns."""

    def block(rows: slice, columns: slice) -> NDArray[np.float64]:
        start, stop, _ = rows.indices(look.table.length - first)
        return look.table.block(slice(first + start, first + stop), slice(None))[:, part][:, columns]

    table = Table(look.table.length - first, part.stop - part.start, block)
    one = replace(look_at(table, look.shape, look.scheme), dtype=look.dtype, digits=look.digits, zeros=())
    return next(in_other_orders(one), None)
