"""Matrices that are added to attention scores: ALiBi, steps as T5's, and what depends on the offset alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.schemes.alibi import slopes
from core.schemes.analysis.identify.identification import UNKNOWN, Identification, Mistake
from core.schemes.analysis.identify.waves import Difference
from core.schemes.analysis.identify.words import mistake, note
from core.schemes.t5 import DIRECTION, MAX_DISTANCE, NUM_BUCKETS, bucket

MASKED = -1e4  # what is lower hides a key
MOST_SIDE = 4096  # of a matrix that is looked at
BUCKETS = tuple(sorted(NUM_BUCKETS.stops, key=lambda count: count != 32))  # T5's own first
DISTANCES = tuple(sorted(MAX_DISTANCE.stops, key=lambda distance: distance != 128))


@dataclass(frozen=True)
class Offsets:
    """Biases as functions of key minus query."""

    values: NDArray[np.float64]  # (heads, 2n - 1) for -(n - 1) … n - 1; NaN where a mask hides all of an offset
    is_masked: bool  # whether keys after the query are hidden
    by_rows: bool  # whether a number for each query was taken off, which softmax ignores
    error: float

    @property
    def past(self) -> NDArray[np.float64]:
        """For the distances 0, 1 … before the query, (heads, n)."""
        return self.values[:, self.values.shape[1] // 2 :: -1]

    @property
    def future(self) -> NDArray[np.float64]:
        """For the distances 0, 1 … after the query, (heads, n)."""
        return self.values[:, self.values.shape[1] // 2 :]


def offsets_of(biases: NDArray[np.float64], error: float) -> Offsets | None:  # (heads, n, n); None if not so
    """The biases by offset, if they depend on it alone."""
    heads, n, _ = biases.shape
    hidden = ~np.isfinite(biases) | (biases < MASKED)
    after = np.triu(np.ones((n, n), bool), 1)
    is_masked = bool(hidden.any())
    if is_masked and not np.array_equal(hidden, np.broadcast_to(after, hidden.shape)):
        return None
    for by_rows in (False, True):
        clean = np.where(hidden, 0.0, biases)
        if by_rows:
            clean = clean - np.einsum("hii->hi", clean)[:, :, None]
        values = np.full((heads, 2 * n - 1), np.nan)
        fits = True
        for offset in range(-(n - 1), 1 if is_masked else n):
            diagonal = np.diagonal(clean, offset, axis1=1, axis2=2)  # (heads, n - |offset|)
            values[:, offset + n - 1] = diagonal[:, 0]
            if np.ptp(diagonal, axis=1).max() > 2 * error:
                fits = False
                break
        if fits:
            return Offsets(values, is_masked, by_rows, error)
    return None


def identify_biases(
    biases: NDArray[np.float64], shape: tuple[int, ...], dtype: str, error: float
) -> Identification | None:
    """What matrices of biases are, (heads, n, n); None where they do not depend on the offset alone."""
    if biases.shape[1] < 3 or biases.shape[1] > MOST_SIDE:
        return None
    found = offsets_of(biases, error)
    if found is None or np.nanmax(np.abs(found.values - found.past[:, :1])) <= error:
        return None
    result = _alibi(found) or _steps(found)
    is_past = not found.is_masked and np.abs(found.future[:, 1:]).max() <= error < np.abs(found.past).max()
    is_one = not found.is_masked and np.abs(found.future - found.past[:, :1]).max() <= error
    is_flipped = result is not None and any(each.name == "bucket-sign" for each in result.faults)
    reach = "mask" if found.is_masked else "past-alone" if is_past else "future-alike" if is_one else "both-ways"
    notes = [] if is_flipped else [note(reach)]
    if found.by_rows:
        notes.append(note("by-rows"))
    if result is None:
        summary = "Biases that depend on the offset alone, of no scheme that is known."
        return Identification(
            scheme=UNKNOWN, form="biases", shape=shape, dtype=dtype, notes=tuple(notes), summary=summary
        )
    return replace(result, shape=shape, dtype=dtype, notes=(*result.notes, *notes))


def _alibi(found: Offsets) -> Identification | None:
    """Biases that fall evenly with the distance."""
    past, n = found.past, found.past.shape[1]
    distances = np.arange(n)
    fall = (past[:, :1] - past[:, -1:]) / (n - 1)  # (heads, 1) per token
    is_even = np.abs(past - past[:, :1] + fall * distances).max() <= 4 * found.error
    if not is_even or (np.abs(fall) * (n - 1)).max() <= 2 * found.error:
        return None
    yours = fall[:, 0]
    fault, expected = _slopes_fault(yours, found.error / (n - 1))
    notes, future = [], found.future
    if not found.is_masked and n > 1:
        if np.abs(future - past).max() <= 4 * found.error:
            notes.append(note("symmetric"))
        elif np.abs(future - future[:, :1] - fall * distances).max() <= 4 * found.error:
            notes.append(note("bonus"))
    if len(yours) == 1:
        notes.append(note("one-head", slope=float(yours[0])))
    elif fault is None and expected is None:
        rule = slopes(len(yours))
        head = int(np.argmax(np.abs(yours - rule) > 1e-3 * rule))
        notes.append(note("own-slopes", head=head, yours=float(yours[head]), rule=float(rule[head])))
    largest = None
    if expected is not None:
        head = int(np.argmax(np.abs(yours - expected)))
        largest = Difference(head, n - 1, -float(yours[head]) * (n - 1), -float(expected[head]) * (n - 1))
    return Identification(
        scheme="ALiBi",
        form="biases",
        shape=(),
        dtype="",
        slopes=yours,
        faults=() if fault is None else (fault,),
        notes=tuple(notes),
        largest=largest,
        first=largest if fault is not None else None,
        summary=f"ALiBi of {len(yours)} head{'s' * (len(yours) > 1)}{'' if fault is None else ', with a mistake'}.",
    )


def _slopes_fault(yours: NDArray[np.float64], error: float) -> tuple[Mistake | None, NDArray[np.float64] | None]:
    """What is wrong with slopes, and those that are right; None where no rule is known."""
    heads = len(yours)
    right = slopes(heads)
    allowed = 2 * error + 1e-3 * right
    power = 2 ** (heads.bit_length() - 1)
    if heads == 1:
        return (mistake("bias-sign"), None) if yours[0] < 0 else (None, None)
    if (np.abs(yours - right) <= allowed).all():
        return None, right
    head = int(np.argmax(np.abs(np.abs(yours) - right) > allowed))
    place = f"head {head}, query 1, key 0"
    cell = Difference(head, 1, -float(yours[head]), -float(right[head]), place)
    if (np.abs(yours + right) <= allowed).all():
        first = Difference(0, 1, -float(yours[0]), -float(right[0]), "head 0, query 1, key 0")
        return mistake("bias-sign", first), right
    if (np.abs(np.sort(yours) - np.sort(right)) <= np.sort(allowed)).all():
        return mistake("slopes-order", cell, heads=heads), right
    second = np.concatenate([slopes(power), slopes(2 * power)[1::2][: heads - power]])
    number = np.arange(1.0, heads + 1)
    formulas = {
        "slopes-second": second,
        "slopes-formula": 2 ** (-8 * number / heads),
        "slopes-inverted": 2 ** (-8 / number),
        "slopes-shifted": 2 ** (-8 * (number - 1) / heads),
    }
    for name, formula in formulas.items():
        if heads > 1 and (np.abs(yours - formula) <= allowed + 1e-3 * formula).all():
            return mistake(name, cell, heads=heads, power=power, double=2 * power), right
    return None, None


def _steps(found: Offsets) -> Identification | None:
    """Biases that are one number for each of T5's buckets."""
    n = found.past.shape[1]
    for flipped in (False, True):
        values = found.values[:, ::-1] if flipped else found.values
        known = np.isfinite(values[0])
        offsets = np.arange(-(n - 1), n)[known]
        for direction in reversed(DIRECTION.options) if not flipped else ("causal",):
            for count in BUCKETS:
                for most in DISTANCES:
                    if most <= count // (4 if direction == "bidirectional" else 2):
                        continue
                    buckets = bucket(offsets, direction=direction, num_buckets=count, max_distance=most)
                    if _is_constant(values[:, known], buckets, found.error):
                        side = _side(values[:, known], buckets)
                        return _t5(direction, count, most, flipped=_after(found) if flipped else None, side=side)
    return None


def _after(found: Offsets) -> Difference:
    """The bias of the first key after a query, which should be that of the query itself."""
    yours, expected = found.future[0, 1], found.future[0, 0]
    return Difference(0, 1, float(yours), float(expected), "query 0, key 1")


def _is_constant(values: NDArray[np.float64], buckets: NDArray[np.int_], error: float) -> bool:
    """Whether values are the same within each bucket, some of which are wide, and differ from bucket to bucket."""
    edges = np.flatnonzero(np.diff(buckets)) + 1
    runs = np.split(values, edges, axis=1)
    inner = runs[1:-1]  # the ends may be cut
    if not any(run.shape[1] > 1 for run in inner):
        return False
    if any(np.ptp(run, axis=1).max() > 2 * error for run in runs):
        return False
    steps = [np.abs(one[:, -1] - other[:, 0]).max() > 2 * error for one, other in pairwise(runs)]
    return sum(steps) >= 0.9 * len(steps)


def _side(values: NDArray[np.float64], buckets: NDArray[np.int_]) -> int:
    """1 where values are the buckets themselves, -1 where those of the offsets with the other sign, else 0."""
    if len(values) > 1:
        return 0
    return next((sign for sign in (1, -1) if np.array_equal(values[0], buckets[::sign])), 0)


def _t5(direction: str, count: int, most: int, *, flipped: Difference | None, side: int) -> Identification:
    cell = Difference(0, 1, 1.0, count // 2 + 1.0, "query 0, key 1")
    wrong_side = (mistake("bucket-side", cell, count=count // 2),)
    is_other = side < 0 and direction == "bidirectional"
    faults = (mistake("bucket-sign", flipped),) if flipped else wrong_side if is_other else ()
    wrong = ", with a mistake" if faults else ""
    shown = flipped or (cell if is_other else None)
    untold = direction == "bidirectional" and side == 0
    return Identification(
        scheme="T5",
        form="biases",
        shape=(),
        dtype="",
        arguments={"direction": direction, "num_buckets": count, "max_distance": most},
        faults=faults,
        largest=shown,
        first=shown,
        notes=(
            note("buckets", count=count, most=most, direction=direction),
            *([note("side-untold")] if untold else []),
        ),
        summary=f"Steps as T5's: {count} buckets up to {most} tokens, {direction}{wrong}.",
    )
