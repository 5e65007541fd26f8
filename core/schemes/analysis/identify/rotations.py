"""Vectors before and after a rotation, rotations as complex numbers, and inverse frequencies."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.scaling import UNSCALED
from core.schemes.alibi import slopes
from core.schemes.analysis.identify.candidates import turning
from core.schemes.analysis.identify.descriptions import described, rope_identification
from core.schemes.analysis.identify.exponents import USUAL, digits_of
from core.schemes.analysis.identify.identification import UNKNOWN, Identification, Mistake
from core.schemes.analysis.identify.look import LEAST_ROWS, Look, look_at
from core.schemes.analysis.identify.measure import (
    TYPES,
    UNIT,
    line_through,
    number_type,
    positions_by_angles,
    roundness,
    type_and_digits,
    unalias,
    wrap,
)
from core.schemes.analysis.identify.rules import BASES, Measured, Rotary, rotary
from core.schemes.analysis.identify.search import Found, rule_of, search
from core.schemes.analysis.identify.waves import Difference
from core.schemes.analysis.identify.words import mistake, note, wrong_cells
from core.schemes.analysis.table import Table
from core.schemes.rope import LAYOUT, pairs, rope

ROUND = 0.05  # of ratios after to before that are rotations
MOST_ROWS = 4096  # of vectors that are looked at
LEAST_AGAIN = 4  # rows of a sequence, and rows after it that repeat its first position
MOST_BASE = 1e15  # a larger one is no base that anybody meant
SHARES = (1.0, 0.75, 0.5, 0.4, 0.25, 0.125)  # of the features that may turn
SOME_ROWS = 16
OTHER = dict(zip(LAYOUT.options, reversed(LAYOUT.options), strict=True))
WRONG_IN_PAIRS = {  # mistakes with a pair, in words of the summary
    "layouts-mixed": "with its two layouts mixed",
    "minus-missing": "without its minus",
    "pair-overwritten": "of features of which one was overwritten too early",
}


def identify_frequencies(values: NDArray[np.float64], shape: tuple[int, ...]) -> Identification:
    """What a list of numbers is, (pairs,): inverse frequencies, or ALiBi's slopes."""
    dtype, digits = type_and_digits(values)
    errors = TYPES[dtype] * np.abs(values)
    if digits is not None:
        errors = np.maximum(errors, digits.errors(values))
    unknown = Identification(
        scheme=UNKNOWN, form="list", shape=shape, dtype=dtype, summary="This list was not recognised."
    )
    if len(values) > 1 and (np.abs(values - slopes(len(values))) <= 2 * errors + 1e-7).all():
        return replace(
            unknown, scheme="ALiBi", form="slopes", slopes=values, summary=f"ALiBi's slopes of {len(values)} heads."
        )
    notes: tuple[str, ...] = ()
    if (values > 0).all() and len(values) > 1 and values[-1] > 2 * values[0]:
        values, errors, notes = 1 / values, errors / values**2, (note("timescales"),)
    if (values < 0).any():
        return unknown
    precedence = _by_precedence(unknown, values, errors)
    if precedence is not None:
        return precedence
    rule = rotary(Measured(values, errors))
    if rule is None or rule.base > MOST_BASE:
        return unknown
    off = np.abs(values - rule.frequencies)
    worst = int(off.argmax())
    largest = Difference(worst, 0, float(values[worst]), float(rule.frequencies[worst]))
    result = rope_identification(
        shape, dtype, "inverse frequencies", rule, layout=None, first_position=None, amplitude=None, notes=notes
    )
    return replace(result, largest=largest)


def _by_precedence(
    unknown: Identification, values: NDArray[np.float64], errors: NDArray[np.float64]
) -> Identification | None:
    """Frequencies whose exponent lost its brackets, so that the division comes after the power."""
    dim = 2 * len(values)
    if len(values) < 2 or (np.abs(values - USUAL ** -np.arange(0.0, dim, 2) / dim) > 2 * errors).any():
        return None
    cell = Difference(1, 0, float(values[1]), float(inverse_frequencies(dim, USUAL)[1]), "pair 1")
    fault = mistake("exponent-precedence", cell, base=USUAL, d=dim)
    summary = "RoPE's inverse frequencies with a mistake in their exponent."
    return replace(
        unknown,
        scheme="RoPE",
        form="inverse frequencies",
        base=USUAL,
        faults=(fault,),
        largest=cell,
        first=cell,
        summary=summary,
    )


def identify_complex(cosines: NDArray[Any], sines: NDArray[Any], shape: tuple[int, ...]) -> Identification:
    """What rotations are, both (n, pairs): the parts of exp(i · position · frequency), as Meta's freqs_cis."""
    look, found, clockwise = _turned(cosines, sines, shape)
    result = None if found is None else described(look, found)
    if result is None:
        unknown = Identification(scheme=UNKNOWN, form="complex rotations", shape=shape, dtype=look.dtype)
        notes = (note("few-rows", rows=len(cosines)),) if len(cosines) < LEAST_ROWS else ()
        return replace(unknown, notes=notes, summary="These rotations were not recognised.")
    off = sines[1]
    pair = int(np.abs(off).argmax())
    cell = Difference(1, pair, float(off[pair]), -float(off[pair]))
    if clockwise:
        faults = (mistake("clockwise", cell), *result.faults)
        result = replace(result, faults=faults, largest=cell, first=cell)
    summary = result.summary.replace("cosine and sine cache", "complex rotations")
    largest = result.largest and replace(result.largest, column=result.largest.column % cosines.shape[1])
    return replace(result, form="complex rotations", cosine_first=False, largest=largest, summary=summary)


def _turned(cosines: NDArray[Any], sines: NDArray[Any], shape: tuple[int, ...]) -> tuple[Look, Found | None, bool]:
    """Rotations as a table of their sines and cosines, what it is, and whether they turn clockwise."""
    look = look_at(_side_by_side(cosines, sines, 1), shape, "RoPE")
    if len(cosines) < LEAST_ROWS:
        return look, None, False
    pairs_ = cosines.shape[1]
    clockwise = turning(look.head[:, pairs_:] + 1j * look.head[:, :pairs_], look.error).is_clockwise
    if clockwise:
        look = look_at(_side_by_side(cosines, sines, -1), shape, "RoPE")
    found = search(look)
    if found is None or found.candidate.arrangement != "concatenated" or found.candidate.cosine_first:
        return look, None, False
    return look, found, clockwise


def _side_by_side(cosines: NDArray[Any], sines: NDArray[Any], sign: int) -> Table:
    """The table of sines, times the sign, then cosines; made where it is read."""

    def stored(rows: slice, columns: slice) -> NDArray[Any]:
        return np.concatenate([sign * sines[rows], cosines[rows]], axis=1)[:, columns]

    def block(rows: slice, columns: slice) -> NDArray[np.float64]:
        return stored(rows, columns).astype(np.float64)

    return Table(len(cosines), 2 * cosines.shape[1], block, stored=stored)


def identify_rotation(
    before: NDArray[np.float64], after: NDArray[np.float64], shape: tuple[int, ...]
) -> Identification:
    """What turned vectors, both (n, dim): layout, direction, base, rule, positions, and how many features turn."""
    dtype = number_type(np.concatenate([before.ravel(), after.ravel()]))
    size = float(np.median(np.abs(before))) or 1.0
    error = max(TYPES[dtype], 4 * UNIT["float32"] if dtype != "float64" else 1e-14) * size * 4
    unknown = Identification(
        scheme=UNKNOWN, form="rotation", shape=shape, dtype=dtype, summary="No rotation was recognised."
    )
    changed = np.flatnonzero((np.abs(after - before) > error).any(axis=0))
    if len(changed) == 0:
        return replace(
            unknown,
            scheme="RoPE",
            rotary_dim=0,
            notes=(note("unturned"),),
            summary="Nothing was turned: before and after are the same.",
        )
    tried: list[tuple[tuple[float, ...], Identification]] = []
    for layout, width in _arrangements(before.shape[1], int(changed[-1])):
        points = _ratios(before, after, layout, width)
        if roundness(points) < ROUND:
            tried += _readings(before, after, layout, width, points, replace(unknown, layout=layout))
    best = min(tried, key=lambda each: each[0], default=None)
    if best is not None and best[0][0] < 0.05:
        return best[1]
    return _wrong_in_pairs(before, after, unknown, error) or unknown


def _arrangements(dim: int, last: int) -> Iterator[tuple[str, int]]:
    """Layouts, and how many of the first features turn."""
    widths = [2 * round(share * dim / 2) for share in SHARES]
    widths = [
        width for width in dict.fromkeys([*widths, 2 * (last // 2 + 1)]) if 2 <= width <= dim and width > last
    ]
    yield from ((layout, width) for width in sorted(widths, reverse=True) for layout in LAYOUT.options)


def _ratios(
    before: NDArray[np.float64], after: NDArray[np.float64], layout: str, width: int
) -> NDArray[np.complex128]:
    """After divided by before, as complex numbers, (n, width / 2)."""
    first, second = pairs(width, layout)
    x, y = before[:, first] + 1j * before[:, second], after[:, first] + 1j * after[:, second]
    points: NDArray[np.complex128] = y * x.conj() / np.maximum(np.abs(x) ** 2, 1e-300)
    return points


def _readings(
    before: NDArray[np.float64],
    after: NDArray[np.float64],
    layout: str,
    width: int,
    points: NDArray[np.complex128],
    unknown: Identification,
) -> Iterator[tuple[tuple[float, ...], Identification]]:
    """What the rotation may be, of rows in a row or of any positions, each with its rank: less is better."""
    found, clockwise = _turned(points.real, points.imag, unknown.shape)[1:]
    readings: list[tuple[Rotary, NDArray[np.float64], float, bool]] = []
    if found is not None:
        positions = found.series.start + np.arange(len(before), dtype=np.float64)
        readings.append((rule_of(found), positions, found.series.amplitude, clockwise))
    alone = _row_by_row(points)
    if alone is not None:
        radius = float(np.median(np.abs(points)))
        readings.append((alone[0], alone[1], 1.0 if abs(radius - 1) < 1e-3 else radius, alone[2]))
    for rule, positions, amplitude, backwards in readings:
        told = rope_identification(
            unknown.shape,
            unknown.dtype,
            "rotation",
            rule,
            layout=layout,
            first_position=float(positions[0]),
            amplitude=amplitude,
            faults=_cache_faults(positions),
            notes=_places(positions),
        )
        missed, result = _confirmed(before, after, width, told, positions, clockwise=backwards)
        plain = (float(rule.rule is not UNSCALED), float(digits_of(rule.base)), float(width))
        yield (max(round(missed, 3), 0.001), *plain), result


def _places(positions: NDArray[np.float64]) -> tuple[str, ...]:
    if len(positions) == 1 or np.array_equal(positions, positions[0] + np.arange(len(positions))):
        return ()
    some = ", ".join(f"{place:,.0f}" for place in positions[:6]) + (" …" if len(positions) > 6 else "")
    return (note("positions", positions=some),)


def _cache_faults(positions: NDArray[np.float64]) -> tuple[Mistake, ...]:
    """Whether a sequence is followed by rows that were all turned as its first one."""
    again = np.flatnonzero(np.diff(positions) != 1) + 1
    if len(again) < LEAST_AGAIN or again[0] < LEAST_AGAIN or (positions[again[0] :] != positions[0]).any():
        return ()
    return (mistake("cache-offset", first=int(again[0]), last=len(positions) - 1, place=positions[0]),)


def _row_by_row(points: NDArray[np.complex128]) -> tuple[Rotary, NDArray[np.float64], bool] | None:
    """The base from the angles of each row, and the rows' positions, whatever these are."""
    count = points.shape[1]
    if count < 2:
        return None
    angles = np.angle(points)
    slow = angles[:, count // 2 :]
    clockwise = bool(np.median(slow[np.abs(slow) > 1e-9]) < 0) if (np.abs(slow) > 1e-9).any() else False
    angles = -angles if clockwise else angles
    error, index = np.full(count, 1e-6), np.arange(count, dtype=float)
    slopes_ = []
    for row in angles[:SOME_ROWS]:
        line = line_through(unalias(row), error, index)
        if line is not None and line.slope > 0:
            slopes_.append(line.slope)
    if not slopes_:
        return None
    base = math.exp(min(float(np.median(slopes_)) * count, 60.0))
    near = [known for known in BASES if abs(math.log(known / base)) < 0.05]
    measured = rotary(Measured(base ** (-index / count), 1e-5 * base ** (-index / count)))
    rule = Rotary(near[0], inverse_frequencies(2 * count, near[0])) if near else measured
    if rule is None:
        return None
    return rule, _places_of(angles, rule.frequencies), clockwise


def _places_of(angles: NDArray[np.float64], omega: NDArray[np.float64]) -> NDArray[np.float64]:
    """The position of each row, (n,), whole where all angles are near those of a whole one."""
    positions, moving = positions_by_angles(angles, omega), omega > 0
    whole = np.round(positions)
    off = np.abs(wrap(angles[:, moving] - np.outer(whole, omega[moving]))).max(axis=1)
    return np.where(off < 0.01, whole, positions) + 0.0  # not -0


def _confirmed(
    before: NDArray[np.float64],
    after: NDArray[np.float64],
    width: int,
    result: Identification,
    positions: NDArray[np.float64],
    *,
    clockwise: bool,
) -> tuple[float, Identification]:
    """The exact rotation beside the given one: the mean difference relative to the vectors, and what it is."""
    layout = result.layout or "half"
    places = -positions if clockwise else positions
    exact = rope(before, places, layout=layout, rotary_dim=width, frequencies=result.frequencies)
    exact[:, :width] *= result.amplitude or 1.0
    off = np.abs(after - exact)
    largest = Difference.at(np.unravel_index(int(off.argmax()), off.shape), after, exact)
    size = float(np.median(np.abs(before))) or 1.0
    limits = size * (8 * TYPES[result.dtype] + 64 * UNIT["float32"] * (1 + np.abs(positions))[:, None])
    wrong = off > limits + 1e-6 * size
    faults, first = result.faults, None
    if clockwise:
        forth = rope(before, positions, layout=layout, rotary_dim=width, frequencies=result.frequencies)
        turned = np.argwhere(np.abs(after - forth) > limits + 1e-6 * size)
        if len(turned):
            first = Difference.at(turned[0], after, forth)
        faults = (mistake("clockwise", first), *faults)
    elif wrong.any():
        first = Difference.at(np.argwhere(wrong)[0], after, exact)
        count = int(wrong.sum())
        if count <= wrong.size // 2:
            faults = (*faults, wrong_cells(first, count, wrong.size))
    is_whole = width == before.shape[1]
    where = "rotate_half" if layout == "half" else "neighbours"
    settings = result.summary.split(", ", 1)[-1]
    summary = f"RoPE's rotation of {where}{'' if is_whole else f' of {width} features'}, {settings}"
    notes = (*result.notes, note(layout), *([] if is_whole else [note("part", width=width, dim=before.shape[1])]))
    missed = float(np.minimum(off / size, 1).mean())
    result = replace(
        result, rotary_dim=width, faults=faults, notes=notes, largest=largest, first=first, summary=summary
    )
    return missed, result


def _wrong_in_pairs(
    before: NDArray[np.float64], after: NDArray[np.float64], unknown: Identification, error: float
) -> Identification | None:
    """Pairs whose features were turned by another's angle, without their minus, or one after the other."""
    dim = before.shape[1]
    if dim % 2:
        return None
    rows = np.arange(min(len(before), SOME_ROWS))
    x, yours = before[rows], after[rows]
    for layout, fault in product(LAYOUT.options, WRONG_IN_PAIRS):
        first, second = pairs(dim, layout)
        partner = np.empty_like(x)
        partner[:, first], partner[:, second] = x[:, second], x[:, first]
        if fault == "pair-overwritten":
            partner[:, second] = yours[:, first]
        if fault != "minus-missing":
            partner[:, first] *= -1
        repeated = OTHER[layout] if fault == "layouts-mixed" else layout
        wave = np.empty(dim, int)
        for half in pairs(dim, repeated):
            wave[half] = np.arange(dim // 2)
        for base in BASES:
            omega = inverse_frequencies(dim, base)[wave]
            for start in range(3):
                angles = np.outer(rows + start, omega)
                if np.abs(x * np.cos(angles) + partner * np.sin(angles) - yours).mean() >= 100 * error + 1e-3:
                    continue
                exact = rope(x, start + rows, layout=layout, base=base)
                off = np.argwhere(np.abs(yours - exact) > 1e-3)
                cell = Difference.at(off[0], yours, exact) if len(off) else None
                worst = np.unravel_index(int(np.abs(yours - exact).argmax()), yours.shape)
                facts = _mixed_facts(layout, repeated) if fault == "layouts-mixed" else {}
                return replace(
                    unknown,
                    scheme="RoPE",
                    layout=layout,
                    base=base,
                    first_position=float(start),
                    faults=(mistake(fault, cell, **facts),),
                    largest=Difference.at(worst, yours, exact),
                    first=cell,
                    summary=f"RoPE's rotation {WRONG_IN_PAIRS[fault]}.",
                )
    return None


def _mixed_facts(layout: str, repeated: str) -> dict[str, str]:
    """The words for features paired for one layout and cosines repeated for another."""
    names = {"half": "halves", "interleaved": "neighbours"}
    codes = {"half": "torch.cat((freqs, freqs), dim=-1)", "interleaved": "freqs.repeat_interleave(2, dim=-1)"}
    return {"repeated": names[repeated], "paired": names[layout], "code": codes[repeated], "cure": codes[layout]}
