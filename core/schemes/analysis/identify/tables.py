"""A table of one row a position: recovered from its numbers, and confirmed by the exact one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.identify.candidates import ROUND, turning
from core.schemes.analysis.identify.changed_cells import ROUGHLY, changed_cells
from core.schemes.analysis.identify.descriptions import described
from core.schemes.analysis.identify.exponents import USUAL, base_near, simplest
from core.schemes.analysis.identify.faults import right_table
from core.schemes.analysis.identify.grid import grid
from core.schemes.analysis.identify.identification import UNKNOWN, Identification, Mistake
from core.schemes.analysis.identify.look import LEAST_ROWS, Look, look_at
from core.schemes.analysis.identify.measure import (
    check_finite,
    line_through,
    roundness,
    start_from,
    unalias,
)
from core.schemes.analysis.identify.moved_columns import moved_columns
from core.schemes.analysis.identify.moved_rows import moved_rows
from core.schemes.analysis.identify.rules import ROUGH
from core.schemes.analysis.identify.search import NEAR, search
from core.schemes.analysis.identify.usual import usual_tables, wrong_throughout
from core.schemes.analysis.identify.waves import Difference, Right
from core.schemes.analysis.identify.words import mistake, note
from core.schemes.analysis.identify.wrong_lines import by_a_wrong_line, interpolated, reshaped
from core.schemes.analysis.spectrum import share_by_chance, spectrum
from core.schemes.analysis.table import Table
from core.schemes.sinusoidal import COSINE, SINE

LEAST_COPIED = 8  # columns of a table whose rows are not the same by chance
EVEN = 0.01  # relative difference of a row's length from the median, up to which the row counts as not multiplied
CHANGED = 0.1  # share of the rows that changed cells, instead of a factor, may have made longer or shorter
SAME = 0.97  # of the cells of a table that was cut
LEAST_TOLD = 0.01  # of a cell whose factor is read
LEAST_DROPPED = 0.02  # share of the cells
NAMES = {SINE: "sines", COSINE: "cosines"}


def identify_table(table: Table, shape: tuple[int, ...], *, scheme: str | None = None) -> Identification:
    """What a table is."""
    look = look_at(table, shape, scheme)
    unknown = Identification(
        scheme=UNKNOWN, form="table", shape=shape, dtype=look.label, summary="This array was not recognised."
    )
    if table.length < LEAST_ROWS:
        return replace(unknown, notes=(note("few-rows", rows=table.length),))
    if are_alike(look):
        return rows_alike(look, unknown)
    known = cut_to_whole(look) or half_empty(look) or by_a_wrong_line(look)
    if known is not None:
        check_all(table)
        return known
    rough = search(look, near=ROUGHLY)
    result = described(look, rough) if rough is not None and rough.misfit <= NEAR else None  # looks at all cells
    if result is not None and not _is_unexplained(result):
        # Cosines that are much smaller than the sines look like none.
        seems_without_cosines = any(each.name == "sines-only" for each in result.faults)
        return (columns_scaled(look) if seems_without_cosines else None) or result
    if result is None:
        check_all(table)
    attempts: list[Callable[[Look], Identification | None]] = [
        interpolated,
        columns_scaled,
        dropped_cells,
        moved_columns,
        moved_rows,
        rows_scaled,
    ]
    if result is None:
        attempts += [rising, transposed, grid, reshaped]
    attempts.append(partial(changed_cells, rough=rough))
    explained = (attempt(look) for attempt in attempts)
    return next((each for each in explained if each is not None), None) or result or unrecognised(look, unknown)


def _is_unexplained(result: Identification) -> bool:
    """Whether cells are off for no reason that is known."""
    known = {"cells", "position-divided", "position-multiplied"}  # a scale may be that of steps
    return result.first is not None and all(each.name in known for each in result.faults)


def check_all(table: Table) -> None:
    """Raise a ValueError for the first cell of a table that is not finite."""
    first = 0
    for block in table.by_rows():
        check_finite(block, first)
        first += len(block)


def are_alike(look: Look) -> bool:
    """Whether all rows are the same; looked at in full where some are."""
    _, values = look.sample()
    allowed = max(look.error, 1e-12 * float(np.abs(values).max()))
    if np.ptp(values, axis=0).max() > allowed:
        return False
    blocks = look.table.by_rows()
    return all(np.abs(block - look.head[0]).max() <= allowed for block in blocks)


def rows_alike(look: Look, unknown: Identification) -> Identification:
    """Position is missing; the row may be that of one position of the paper's table."""
    row, columns = look.head[0], look.table.d_model
    known = _position_of(row, look.rounding().cell)
    right = next(usual_tables(columns))
    shown = min(2, look.table.length) - 1
    exact = right.rows(np.array([float(shown)]))[0]
    off = np.flatnonzero(np.abs(row - exact) > look.rounding().cell)
    cell = Difference(shown, int(off[0]), float(row[off[0]]), float(exact[off[0]])) if len(off) else None
    if known is None:
        which, code, cure = (
            "",
            "np.arange(d_model)[None, :] / np.power(10000, …)",
            "np.arange(length)[:, None] / np.power(10000, …)",
        )
    else:
        which = f", the encoding of position {known:,}"
        code, cure = "pe[:, x.shape[1]]", "pe[:, : x.shape[1]]"
    fault = mistake("rows-alike", cell, rows=look.table.length, which=which, code=code, cure=cure)
    return replace(
        unknown,
        scheme=UNKNOWN if known is None else "sinusoidal",
        faults=(fault,),
        first_position=None if known is None else float(known),
        largest=cell,
        first=cell,
        right=Right(right, look.rounding()),
        summary="A table without position: all its rows are the same.",
    )


def _position_of(row: NDArray[np.float64], error: float) -> int | None:
    """The position whose row of the paper's table this is."""
    for waves in usual_tables(len(row)):
        some = np.unique(np.linspace(0, len(row) - 1, 32).astype(int))
        part = replace(waves, wave=waves.wave[some], functions=waves.functions[some])
        near = np.abs(part.rows(np.arange(8192.0)) - row[some]).max(axis=1)
        best = int(near.argmin())
        if near[best] <= max(4 * error, 1e-3):
            return best
    return None


def cut_to_whole(look: Look) -> Identification | None:
    """The paper's table in an array of integers."""
    if not np.isin(look.head, (-1, 0, 1)).all():
        return None
    rows = np.arange(len(look.head))
    for right in usual_tables(look.table.d_model):
        for start in (0.0, 1.0):
            meant = replace(right, start=start)
            exact = meant.rows(rows)
            for cut in (np.trunc, np.round):
                whole, near = cut(exact), cut(np.round(exact, 6))  # a cosine near 1 is cut either way
                seen = (near != 0) | (look.head != 0)  # most are cut to 0
                agree = (whole == look.head) | (near == look.head)
                if look.head.any() and np.mean(agree[seen]) > SAME:
                    result = wrong_throughout(look, meant, "whole-numbers", "cells were cut to whole numbers")
                    return replace(result, dtype="whole numbers")
    return None


def half_empty(look: Look) -> Identification | None:
    """A table whose cosines were written over its sines, or the other way round."""
    full = look.head.any(axis=0)
    rows, columns = np.arange(len(look.head)), look.table.d_model
    if columns < 4 or np.count_nonzero(full) != columns // 2:
        return None
    for right in usual_tables(columns):
        for start in (0.0, 1.0):
            meant = replace(right, start=start)
            for kind, other in ((COSINE, SINE), (SINE, COSINE)):
                written = replace(meant, functions=np.full(columns, kind, np.uint8)).rows(rows)
                if np.abs(written - look.head)[:, full].max() <= 4 * look.rounding().cell:
                    why, names = "half of its columns are empty", (NAMES[kind], NAMES[other])
                    return wrong_throughout(look, meant, "half-empty", why, kind=names[0], other=names[1])
    return None


def rising(look: Look) -> Identification | None:
    """The exponent with the other sign, so that frequencies rise from pair to pair."""
    columns = look.table.d_model
    for right in usual_tables(columns):
        sines, cosines = (np.flatnonzero(right.functions == kind)[: columns // 2] for kind in (SINE, COSINE))
        points = look.head[:, cosines] + 1j * look.head[:, sines]
        if roundness(points) > ROUND:
            continue
        seen = turning(points, look.error)
        omega = unalias(seen.frequencies[::-1])[::-1]
        line = line_through(omega, seen.errors, np.arange(len(omega), dtype=float))
        logarithm = max(-line.slope * columns / 2, 0.0) if line is not None else 0.0
        for base in dict.fromkeys((base_near(logarithm, 1e-9, ROUGH), math.exp(min(logarithm, 700.0)), USUAL)):
            frequencies = base ** (2 * np.arange(len(right.frequencies)) / columns)
            start = float(round(start_from(seen.phases, frequencies[: len(omega)], 1e-5)))
            turned = replace(right, frequencies=frequencies, start=start, amplitude=simplest(seen.radius, 1e-6))
            off = np.abs(turned.rows(np.arange(len(look.head))) - look.head).mean()
            if base > 1 and off < NEAR * seen.radius:
                meant = replace(turned, frequencies=1 / frequencies)
                why, fastest = "the exponent has the wrong sign", float(frequencies[-1])
                return wrong_throughout(look, meant, "exponent-sign", why, base, fastest=fastest)
    return None


def columns_scaled(look: Look) -> Identification | None:
    """The paper's table of which some columns are multiplied by another number than the others."""
    rows, values = look.sample(skipped=look.zeros)
    for right in usual_tables(look.table.d_model):
        for start in (0.0, 1.0):
            meant = replace(right, start=start)
            exact = meant.rows(rows)
            squares = (exact**2).sum(axis=0)
            factors = (values * exact).sum(axis=0) / np.maximum(squares, 1e-300)  # (d,)
            told, least = squares > 0.1 * squares.max(), 4 * look.rounding().cell
            explained_by_one = np.mean(np.abs(values - np.median(factors[told]) * exact) <= least)
            explained_by_each = np.mean(np.abs(values - factors * exact) <= least)
            if explained_by_each < SAME or explained_by_one >= SAME or factors[told].min() <= 0:
                continue
            sizes = np.round(factors[told], 3)
            one, other = (int(np.flatnonzero(told)[pick(sizes)]) for pick in (np.argmin, np.argmax))
            less, more = (float(f"{factors[column]:.4g}") for column in (one, other))
            if more > (1 + EVEN) * less:
                why = "a factor stands on a part of it"
                facts: dict[str, Any] = {"one": one, "less": less, "other": other, "more": more}
                return wrong_throughout(look, meant, "columns-scaled", why, **facts)
    return None


def dropped_cells(look: Look) -> Identification | None:
    """The paper's table after dropout: some cells are 0, and all others larger by what that takes away."""
    rows, values = look.sample(skipped=look.zeros)
    for right in usual_tables(look.table.d_model):
        for start in (0.0, 1.0):
            exact = replace(right, start=start).rows(rows)
            told = np.abs(exact) > LEAST_TOLD
            kept = told & (values != 0)
            share = 1 - kept.sum() / told.sum()
            if not LEAST_DROPPED < share < 1 - LEAST_DROPPED:
                continue
            factor = float(np.median(values[kept] / exact[kept]))
            within = np.abs(values - factor * exact)[kept] <= 4 * factor * look.rounding().cell
            if within.mean() >= SAME and abs(1 - 1 / factor - share) < share / 2:
                meant, why = replace(right, start=start), "dropout was applied"
                percent, times = f"{100 * (1 - 1 / factor):.3g}", f"{factor:.4g}"
                return wrong_throughout(look, meant, "dropout", why, percent=percent, factor=times)
    return None


def rows_scaled(look: Look) -> Identification | None:
    """Rows of a table that are multiplied by their position, or each by a number of its own."""
    source, columns = look.table, look.table.d_model
    if columns % 2:  # whose rows have no common length
        return None

    def block(rows: slice, columns_: slice) -> NDArray[np.float64]:
        values = source.block(rows, slice(None))
        return (values / _times(values)[:, None])[:, columns_]

    even = replace(
        look_at(Table(source.length, columns, block), look.shape, look.scheme), dtype=look.dtype, digits=look.digits
    )
    rows, values = look.sample(skipped=look.zeros)
    if np.ptp(even.head[len(even.zeros) :], axis=0).max() <= 8 * even.error:
        if columns < 4 or _position_of(even.head[-1], even.error) != 1:
            return None
        why = "the position stands outside of sine and cosine"
        return wrong_throughout(look, next(usual_tables(columns)), "position-outside", why)
    found = search(even)
    if found is None or found.exact < 1 - CHANGED:
        return None
    times = _times(values)  # (rows,) as long as they should be
    if np.mean(np.abs(times / np.median(times) - 1) > EVEN) <= CHANGED:
        return None
    slope, start = np.polyfit(rows, times, 1)
    is_even = np.abs(times - slope * rows - start).max() < 1e-3 * times.max()
    factor = "a number that grows with the position" if is_even and slope > 0 else "numbers of their own"
    far: dict[str, Any] = {"row": int(rows[-1]), "times": float(f"{times[-1]:.4g}")}
    why = f"rows are multiplied by {factor}"
    return wrong_throughout(look, right_table(found), "rows-scaled", why, found.reading.base, factor=factor, **far)


def _times(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """How many times as long as those of a sinusoidal table rows are, (n,); 1 for a row of zeros."""
    times: NDArray[np.float64] = np.sqrt((rows**2).sum(axis=1) * 2 / rows.shape[1])
    return np.where(times > 0, times, 1.0)


def transposed(look: Look) -> Identification | None:
    """The same table with its axes exchanged, if that is one."""
    source = look.table
    if source.d_model < LEAST_ROWS or source.length > 2**14:
        return None

    def block(rows: slice, columns: slice) -> NDArray[np.float64]:
        return np.ascontiguousarray(source.block(columns, rows).T)

    turned = look_at(Table(source.d_model, source.length, block), look.shape, look.scheme)
    if are_alike(turned):
        return None
    found = search(turned)
    if found is None or found.exact < 0.5:
        return None
    result = described(turned, found)
    if result is None:
        return None
    side = slice(0, min(source.length, source.d_model, len(look.head)))
    yours = source.block(side, side)
    off = np.argwhere(np.abs(yours - yours.T) > 4 * look.error)
    cell = Difference.at(off[0], yours, yours.T) if len(off) else None
    fault = mistake("transposed", cell)
    return replace(
        result,
        faults=(fault, *result.faults),
        largest=cell,
        first=cell,
        right=None,
        summary=f"Transposed: {result.summary[0].lower()}{result.summary[1:]}",
    )


def unrecognised(look: Look, unknown: Identification) -> Identification:
    """Neither an encoding nor near one: whether waves order it, as training does."""
    copied = _copied(look)
    if copied is not None:
        unknown = replace(
            unknown, faults=(copied,), summary="This array was not recognised, and rows of it are copies."
        )
    table = replace(look.table, length=min(look.table.length, 2048))
    if table.length < 16 or table.d_model > 4096:
        return unknown
    strongest = spectrum(table, count=6, points=64).strongest
    if len(strongest.top_shares) < 2:
        return unknown
    share, chance = float(np.mean(strongest.top_shares)), share_by_chance(min(table.length, 2048))
    if share < max(4 * chance, 0.25):
        return replace(unknown, notes=(note("no-waves"),))
    percent = {"share": f"{100 * share:.0f}", "chance": f"{100 * chance:.0f}"}
    summary = "None of the formulas known here; a learned table, probably" + (
        ", whose rows are copies in part." if copied else "."
    )
    return replace(unknown, scheme="learned", summary=summary, notes=(note("waves", **percent),))


def _copied(look: Look) -> Mistake | None:
    """One run of rows that are the same as the row before, or zeros, in a table of rows that otherwise differ."""
    if look.table.d_model < LEAST_COPIED or np.array_equal(look.head, np.round(look.head)):
        return None
    runs, first, last = [], 0, look.head[:0]
    for block in look.table.by_rows():
        rows = np.concatenate([last, block])
        runs.append(first + (len(last) == 0) + np.flatnonzero((rows[1:] == rows[:-1]).all(axis=1)))
        first, last = first + len(block), block[-1:]
    copies = np.concatenate(runs)
    if len(copies) < 2 or len(copies) > look.table.length // 2 or np.ptp(copies) != len(copies) - 1:
        return None
    before = int(copies[0]) - 1
    is_zero = not look.table.block(slice(before, before + 1), slice(None)).any()
    facts: dict[str, Any] = {"first": before if is_zero else before + 1, "last": int(copies[-1])}
    same, code = ("all zeros", "0") if is_zero else (f"copies of row {before:,}", f"table[{before}]")
    return mistake("rows-copied", same=same, code=code, **facts)
