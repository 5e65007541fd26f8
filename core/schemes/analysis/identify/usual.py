"""The paper's table in its usual orders of columns, and tables that differ from the right one nearly everywhere."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from core.schemes.analysis.identify.exponents import USUAL
from core.schemes.analysis.identify.faults import against, first_cell
from core.schemes.analysis.identify.fit import Series
from core.schemes.analysis.identify.identification import Identification
from core.schemes.analysis.identify.look import Look
from core.schemes.analysis.identify.measure import Pairing, pairings
from core.schemes.analysis.identify.waves import Right, Waves
from core.schemes.analysis.identify.words import mistake
from core.schemes.sinusoidal import COSINE, SINE


def usual_tables(columns: int) -> Iterator[Waves]:
    """The paper's table in its usual orders of columns."""
    series = Series(1.0, 2 * math.log(USUAL) / columns)
    for pairing in pairings(columns)[:2]:
        for kinds in ((SINE, COSINE), (COSINE, SINE)):
            yield waves_of_pairs(pairing, columns, kinds, series)


def waves_of_pairs(pairing: Pairing, columns: int, kinds: tuple[int, int], series: Series) -> Waves:
    """The exact table of pairs of two functions; a lone column is the first function of one more wave."""
    wave, functions = np.full(columns, len(pairing.first)), np.full(columns, kinds[0], np.uint8)
    wave[pairing.first] = wave[pairing.second] = np.arange(len(pairing.first))
    functions[pairing.second] = kinds[1]
    frequencies = series.frequencies(np.arange(-(-columns // 2), dtype=float))
    return Waves(frequencies, wave, functions, series.start, series.amplitude)


def sinusoidal_identification(look: Look, waves: Waves, base: float, **facts: Any) -> Identification:
    """A sinusoidal table with the order of columns that these waves have; `facts` are other fields."""
    is_interleaved = len(waves.wave) < 2 or waves.wave[0] == waves.wave[1]
    return Identification(
        scheme="sinusoidal",
        form="table",
        shape=look.shape,
        dtype=look.label,
        layout="interleaved" if is_interleaved else "concatenated",
        cosine_first=bool(waves.functions[0] == COSINE),
        base=base,
        **facts,
    )


def wrong_throughout(
    look: Look, right: Waves, name: str, why: str, base: float = USUAL, *, at: int | None = None, **facts: object
) -> Identification:
    """A table that differs nearly everywhere from the right one, by one mistake; `at`: its first row, if known."""
    cell = first_cell(replace(look, zeros=()), right, at)  # a row of zeros is one of those that differ
    return sinusoidal_identification(
        look,
        right,
        base,
        first_position=right.start,
        faults=(mistake(name, cell, **facts),),
        largest=cell and against(look, right, look.rounding()).largest,
        first=cell,
        right=Right(right, look.rounding()),
        summary=f"A sinusoidal table with a mistake: {why}.",
    )
