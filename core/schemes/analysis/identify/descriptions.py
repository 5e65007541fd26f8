"""What was found, described: a table of sines and cosines, or a cache of RoPE."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from core.frequencies import inverse_frequencies
from core.scaling import UNSCALED, linear
from core.schemes.analysis.identify.exponents import USUAL, others
from core.schemes.analysis.identify.faults import (
    COARSE,
    Cells,
    against,
    cells_of,
    faults_of,
    first_cell,
    right_table,
    usual_series,
)
from core.schemes.analysis.identify.identification import Identification, Mistake, number
from core.schemes.analysis.identify.look import Look
from core.schemes.analysis.identify.rules import BASES, Rotary
from core.schemes.analysis.identify.search import Found, rule_of
from core.schemes.analysis.identify.waves import Comparison, Right
from core.schemes.analysis.identify.words import mistake, note
from core.schemes.sinusoidal import COSINE, EMPTY, SINE

SQUARED = 1e-3  # relative error of the square of a base that is taken for a usual one


def described(look: Look, found: Found) -> Identification | None:
    """The identification of what was found, as RoPE's or as a table's; None where its cells tell otherwise."""
    cells = cells_of(look, found)
    if cells is None:
        return None
    candidate, functions = found.candidate, set(found.candidate.functions.tolist()) - {EMPTY}
    is_cos_sin = candidate.arrangement == "concatenated" and candidate.cosine_first
    if candidate.arrangement == "alone":
        is_rope = functions == {COSINE} or candidate.repeated == "half" or look.scheme == "RoPE"
    elif found.rotary is not None and not found.reading.wrong:
        is_rope = True
    else:
        is_rope = look.scheme == "RoPE" or (is_cos_sin and found.series.scale > 1)
    return _cache(look, found, cells) if is_rope else _sinusoidal(look, found, cells)


def _sinusoidal(look: Look, found: Found, cells: Cells) -> Identification:
    """A table to be added, with its mistakes."""
    candidate, series, reading = found.candidate, found.series, found.reading
    first = int(series.start) if float(series.start).is_integer() else series.start
    comparison = cells.comparison
    if is_coarse(cells, reading.base):
        reading = replace(reading, base=USUAL)
        found = replace(found, reading=reading, series=usual_series(found))
        series = found.series
    faults, notes = [*faults_of(look, found)], [*_notes(look, found)]
    right = right_table(found) if faults else found.waves
    if right is not found.waves and (faults or cells.faults):
        comparison = against(look, right, cells.rounding)
    base = reading.base
    layout = "interleaved" if candidate.arrangement in {"own", "alone", "interleaved"} else "concatenated"
    if layout == "concatenated" and reading.exponent == "i/(d/2 - 1)" and not candidate.cosine_first:
        layout = "fairseq" if first == 2 or look.zeros == (1,) else "tensor2tensor"
    result = Identification(
        scheme="sinusoidal",
        form="table",
        shape=look.shape,
        dtype=look.label,
        layout=layout,
        cosine_first=candidate.cosine_first,
        base=base,
        exponent=reading.exponent,
        scale=series.scale,
        first_position=float(series.start),
        amplitude=series.amplitude,
        faults=(*faults, *cells.faults),
        notes=(*notes, *cells.notes),
        largest=comparison.largest,
        first=comparison.first,
        right=Right(right, cells.rounding),
    )
    return replace(result, summary=_summary(result))


def is_coarse(cells: Cells, base: float) -> bool:
    """Whether angles were rounded so that the usual base is found as one that is near it."""
    return any(each.name == "low-precision" for each in cells.faults) and abs(math.log(base / USUAL)) < COARSE


def _notes(look: Look, found: Found) -> Iterator[str]:
    """What is unusual and right."""
    candidate, series, first = found.candidate, found.series, found.series.start
    is_t2t = found.reading.exponent == "i/(d/2 - 1)"
    if candidate.arrangement == "concatenated":
        yield note("halves" if candidate.cosine_first else "concatenated")
    if candidate.cosine_first and candidate.arrangement == "concatenated":
        rule = rule_of(found)
        yield note("cos-sin", rule=f", with {told(rule)}" if rule.rule is not UNSCALED else "")
    elif candidate.cosine_first and candidate.arrangement == "interleaved":
        yield note("cosine-first")
    yield from _base_notes(found)
    if first:
        yield note("fairseq") if first == 2 and is_t2t else note("first-position", first=first)
    if look.zeros == (1,) and is_t2t:
        yield note("padding-row", row=1)
    if series.amplitude != 1:
        is_root = series.amplitude == math.sqrt(candidate.columns)
        yield note("root" if is_root else "amplitude", amplitude=series.amplitude)
    has_empty = bool((candidate.functions == EMPTY).any())
    if candidate.columns % 2 and (is_t2t or not has_empty):
        yield note("empty-column" if has_empty else "odd")


def _base_notes(found: Found) -> Iterator[str]:
    """What there is to say of the base and its exponent, and other readings of them."""
    candidate, reading, columns = found.candidate, found.reading, found.candidate.columns
    if len(set(candidate.index.tolist())) < 2:
        yield note("any-base")
        return
    if reading.wrong:
        return
    if reading.base != USUAL:
        yield note("base", base=reading.base, wave=2 * math.pi / found.waves.frequencies[-1])
    if reading.exponent == "i/(d/2 - 1)":
        yield note("tensor2tensor")
        yield note("twin", exponent="2i/d", base=math.exp(reading.slope * columns / 2))
    elif reading.base != USUAL:
        for each in others(list(found.all_readings)):
            if each.exponent == "i/(d/2 - 1)":
                yield note("twin", exponent=each.exponent, base=each.base)
    if reading.exponent == "2i/(d + 1)":
        yield note("one-more")
    wider = columns * math.log(USUAL) / math.log(reading.base)
    if candidate.arrangement == "interleaved" and reading.base < USUAL and _is_even(wider):
        yield note("cut", columns=columns, wider=round(wider))


def _is_even(value: float) -> bool:
    return abs(value - 2 * round(value / 2)) < 1e-4


def _summary(result: Identification) -> str:
    """One sentence that says what a table of sines and cosines is."""
    order = {
        "interleaved": "sine and cosine side by side",
        "concatenated": "all sines, then all cosines",
        "tensor2tensor": "in tensor2tensor's layout, all sines, then all cosines",
        "fairseq": "in fairseq's layout, all sines, then all cosines",
    }[result.layout or "interleaved"]
    if result.cosine_first:
        order = {"interleaved": "cosine and sine side by side"}.get(
            result.layout or "", "all cosines, then all sines"
        )
    settings = (result.layout, result.cosine_first, result.base, result.exponent, result.scale, result.amplitude)
    is_papers = settings == ("interleaved", False, USUAL, "2i/d", 1, 1)
    start = f"from position {number(result.first_position or 0)}"
    if result.faults:
        wrong = "a mistake" if len(result.faults) == 1 else "mistakes"
        return f"A sinusoidal table, {order}, {start}, with {wrong}."
    if is_papers and result.first_position == 0:
        return "This is the paper's table."
    if is_papers:
        return f"This is the paper's table, {start}."
    base = f"base {number(result.base or USUAL)}"
    return f"A right sinusoidal table in another form than the paper's: {order}, {base}, {start}."


def _cache(look: Look, found: Found, cells: Cells) -> Identification:
    """A cache of cosines, of sines, or of both side by side."""
    candidate = found.candidate
    kinds = set(candidate.functions.tolist()) - {EMPTY}
    rule, amplitude = rule_of(found), found.series.amplitude
    if is_coarse(cells, rule.base):
        rule, amplitude = Rotary(USUAL, inverse_frequencies(2 * len(rule.frequencies), USUAL)), 1.0
    form = {(COSINE,): "cosine cache", (SINE,): "sine cache"}.get(tuple(kinds), "cosine and sine cache")
    faults, right = cells.faults, found.waves
    if rule.rule is linear.RULE and rule.factor < 1:
        right = replace(found.waves, frequencies=rule.frequencies * rule.factor)
        faced = {"factor": 1 / rule.factor, "row": 1, "encoded": (found.series.start + 1) / rule.factor}
        faults = (mistake("position-multiplied", first_cell(look, right), **faced), *faults)
    layout = candidate.repeated or ("interleaved" if candidate.arrangement == "interleaved" else None)
    result = rope_identification(
        look.shape,
        look.label,
        form,
        rule,
        layout=layout,
        first_position=found.series.start,
        amplitude=amplitude,
        faults=faults,
        notes=(
            note(layout or "once"),
            *([note("cosines-alone")] if kinds == {COSINE} else [note("sines-alone")] if kinds == {SINE} else []),
            *cells.notes,
        ),
        comparison=cells.comparison,
    )
    return replace(result, right=Right(right, cells.rounding))


def told(rule: Rotary) -> str:
    """A rule with its arguments, such as "YaRN factor 4 original 32,768"."""
    told = (f"{name} {number(value)}" for name, value in rule.arguments.items() if name != "truncate")
    return " ".join([rule.rule.name, *told])


def rope_identification(
    shape: tuple[int, ...],
    dtype: str,
    form: str,
    rule: Rotary,
    *,
    layout: str | None,
    first_position: float | None,
    amplitude: float | None,
    faults: tuple[Mistake, ...] = (),
    notes: tuple[str, ...] = (),
    comparison: Comparison | None = None,
    rotary_dim: int | None = None,
) -> Identification:
    """What holds RoPE's frequencies, with its rule in words."""
    is_scaled = rule.rule is not UNSCALED
    by = f", stretched by {told(rule)}" if is_scaled else ""
    where = "" if layout is None else " for rotate_half" if layout == "half" else " for neighbours"
    still = int(np.count_nonzero(rule.frequencies == 0))
    is_usual = is_scaled or rule.base in BASES
    squared = None if is_usual else next((base for base in BASES if abs(rule.base**2 / base - 1) < SQUARED), None)
    more = [
        *([note("attention", amplitude=amplitude)] if amplitude is not None and amplitude != 1 else []),
        *([note("half-exponent", base=squared)] if squared is not None else []),
        *([note("standing", still=still, pairs=len(rule.frequencies))] if still else []),
        *([note("place", first=first_position)] if first_position else []),
        *(f"{each[0].upper()}{each[1:]}." for each in rule.notes),
    ]
    return Identification(
        scheme="RoPE",
        form=form,
        shape=shape,
        dtype=dtype,
        layout=layout,
        cosine_first=form == "cosine and sine cache",
        base=rule.base,
        exponent="2i/d",
        scale=rule.factor if rule.rule is linear.RULE else 1.0,
        first_position=first_position,
        amplitude=amplitude,
        rule=rule.rule.name,
        arguments=rule.arguments,
        frequencies=rule.frequencies,
        rotary_dim=rotary_dim,
        faults=faults,
        notes=(*more, *notes),
        largest=None if comparison is None else comparison.largest,
        first=None if comparison is None else comparison.first,
        summary=f"RoPE's {form}{where}, base {number(rule.base)}{by}.",
    )
