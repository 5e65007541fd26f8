"""Cosines and sines of RoPE, one array each: the sines are confirmed by those that belong to the cosines."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from core.schemes.analysis.identify.identification import Identification, Mistake
from core.schemes.analysis.identify.tables import identify_table
from core.schemes.analysis.identify.waves import Comparison, Difference, Right, compare
from core.schemes.analysis.identify.words import mistake, note, wrong_cells
from core.schemes.analysis.table import Table
from core.schemes.sinusoidal import SINE

COSINES, SINES = "cosine cache", "sine cache"
NAMES = {"half": "halves", "interleaved": "neighbours", None: "nothing, each pair once"}
CODES = {
    "half": "torch.cat((freqs, freqs), dim=-1)",
    "interleaved": "freqs.repeat_interleave(2, dim=-1)",
    None: "freqs",
}
SAME = 1e-3  # relative, of two bases that rounded angles tell


def identify_pair(
    cosines: Table, sines: Table, shape: tuple[int, ...], *, is_named: bool = False
) -> Identification | None:
    """What two arrays are together; None if neither holds cosines; `is_named` if it is known which is which."""
    one, other = (identify_table(each, shape, scheme="RoPE") for each in (cosines, sines))
    is_swapped = one.form != COSINES and other.form == COSINES
    if is_swapped:
        cosines, sines, one, other = sines, cosines, other, one
    if one.form != COSINES or one.right is None:
        return None
    right = Right(replace(one.right.waves, functions=np.full(sines.d_model, SINE, np.uint8)), one.right.rounding)
    comparison = compare(sines, right.waves, right.rounding)
    faults = (*one.faults, *_faults(sines, one, other, right, comparison))
    if is_swapped and is_named:
        faults = (mistake("pair-swapped"), *faults)
    worst = max(
        (each for each in (one.largest, comparison.largest) if each is not None), key=lambda cell: cell.size
    )
    untrue = {note("cosines-alone")}
    if any(each.name == "pair-factor" for each in faults):
        untrue.add(note("attention", amplitude=one.amplitude))
    notes = (*(each for each in one.notes if each not in untrue), note("pair"))
    wrong = ", with a mistake" if faults else ""
    return replace(
        one,
        form="cosine and sine cache",
        faults=faults,
        notes=notes,
        largest=worst,
        first=one.first or comparison.first,
        right=one.right if one.first or comparison.first is None else right,
        summary=one.summary.replace(COSINES, "cosine and sine cache").removesuffix(".") + f"{wrong}.",
    )


def _faults(
    sines: Table, one: Identification, other: Identification, right: Right, comparison: Comparison
) -> tuple[Mistake, ...]:
    """What is wrong with the sines that belong to cosines."""
    cell = comparison.first
    known = {each.name for each in one.faults}
    is_known = other.form == SINES and bool(known) and {each.name for each in other.faults} <= known
    if cell is None or (is_known and one.layout == other.layout):  # as in the cosines, such as rounded angles
        return ()
    if compare(sines, replace(right.waves, amplitude=-right.waves.amplitude), right.rounding).differing == 0:
        return (mistake("pair-sign", cell),)
    apart = _apart(one, other, cell) if other.form == SINES else None
    return (apart or wrong_cells(cell, comparison.differing, comparison.cells, " of the sines"),)


def _apart(one: Identification, other: Identification, cell: Difference) -> Mistake | None:
    """Which setting cosines and sines do not share."""
    if one.layout != other.layout:
        names, codes = ([words[each.layout] for each in (one, other)] for words in (NAMES, CODES))
        return mistake("pair-layouts", cell, one=names[0], other=names[1], code=codes[1], cure=codes[0])
    if one.first_position != other.first_position:
        return mistake("pair-positions", cell, one=one.first_position, other=other.first_position)
    if one.base and other.base and abs(other.base / one.base - 1) > SAME:
        return mistake("pair-bases", cell, one=one.base, other=other.base)
    factors = (one.amplitude or 1.0, other.amplitude or 1.0)
    if abs(factors[1] / factors[0] - 1) > SAME:
        most = max(factors, key=lambda each: abs(math.log(abs(each))))
        return mistake("pair-factor", cell, one=factors[0], other=factors[1], factor=most)
    return None
