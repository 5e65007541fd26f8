"""The arrangement and the settings that fit a table best."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from core.scaling import linear, ntk
from core.schemes.analysis.identify.candidates import Candidate, candidates
from core.schemes.analysis.identify.exponents import USUAL, Reading, readings, simplest
from core.schemes.analysis.identify.fit import Fit, Series, fit_series, refine_frequencies
from core.schemes.analysis.identify.look import LEAST_ROWS, Look
from core.schemes.analysis.identify.rules import Measured, Rotary, is_bent, rotary
from core.schemes.analysis.identify.waves import Rounding, Waves

WITHIN = 0.97  # share of cells within rounding at which no other arrangement is tried
SHORT, POOR = 8, 0.4  # rows, and mean difference there beyond which a guess is not worth fitting
NEAR = 0.1  # mean difference, in amplitudes, of a table that is taken for an encoding: noise of 0.1


@dataclass(frozen=True)
class Found:
    """An arrangement with its settings, and how near the table is to it."""

    candidate: Candidate
    series: Series
    misfit: float  # mean difference in amplitudes, on some rows
    exact: float  # share of cells within rounding, on some rows
    reading: Reading
    all_readings: tuple[Reading, ...] = ()
    rotary: Rotary | None = None
    error: float = 0.0  # of ln frequency from one wave to the next

    @property
    def waves(self) -> Waves:
        """The exact table."""
        waves = waves_of(self.candidate, self.series)
        return waves if self.rotary is None else replace(waves, frequencies=self.rotary.frequencies)

    @property
    def rank(self) -> tuple[float, float]:
        """Less is better."""
        return -round(self.exact, 2), self.misfit


def waves_of(candidate: Candidate, series: Series) -> Waves:
    """The exact table of an arrangement with the settings of a series."""
    wave = candidate.index.astype(int)
    frequencies = series.frequencies(np.arange(int(wave.max()) + 1, dtype=float))
    return Waves(frequencies, wave, candidate.functions, series.start, series.amplitude)


def search(look: Look, near: float = NEAR) -> Found | None:
    """The arrangement and settings that fit best, if any is near enough."""
    best: Found | None = None
    first = look.zeros[-1] + 1 if look.zeros else 0
    head = look.head[first:]
    if len(head) < LEAST_ROWS:
        return None
    for candidate in candidates(head, look.error):
        shifted = replace(candidate, guess=replace(candidate.guess, start=candidate.guess.start - first))
        for attempt in (_settled, _by_rule):
            if best is not None and best.exact > WITHIN:
                return best
            found = attempt(look, shifted)
            if found is not None and (best is None or found.rank < best.rank):
                best = found
    return best if best is not None and best.misfit <= near else None


def _agreement(look: Look, waves: Waves, rounding: Rounding) -> tuple[float, float]:
    """Mean difference in amplitudes, each at most 1, and the share of cells within rounding, on some rows."""
    rows, values = look.sample(skipped=look.zeros)
    differences = np.abs(values - waves.rows(rows))
    limits = rounding.allowed(waves, rows)
    size = abs(waves.amplitude) or 1.0
    return float(np.minimum(differences / size, 1).mean()), float((differences <= limits).mean())


def _settled(look: Look, candidate: Candidate) -> Found | None:
    """The candidate with settings fitted, then rounded to plain numbers where the fit allows."""
    own = candidate.arrangement in {"own", "alone"} and not candidate.repeated
    columns = candidate.columns

    def fit(guess: Series, *free: str) -> Fit:
        return fit_series(
            look.table, candidate.index, candidate.functions, guess, free=free, error=look.error, skipped=look.zeros
        )

    every = ("scale", "slope", "start", "amplitude")
    rows = np.arange(len(look.zeros), min(SHORT, len(look.head)))
    guess = candidate.guess
    waves = waves_of(candidate, guess)
    if np.minimum(np.abs(look.head[rows] - waves.rows(rows)), look.size).mean() > POOR * look.size:
        return None
    fitted = fit(guess, *every)
    if not math.isfinite(fitted.left):
        return None
    unit = look.rounding().angle
    series = fitted.series
    scale = _plain_scale(series.scale, 4 * fitted.errors.scale, 64 * unit)
    series = replace(series, scale=scale)
    fitted = fit(series, "slope", "start", "amplitude")
    series = fitted.series
    start = simplest_start(series.start, 4 * fitted.errors.start)
    fitted = fit(replace(series, start=start), "slope", "amplitude")
    series = fitted.series
    amplitude = _plain_amplitude(series.amplitude, max(4 * fitted.errors.amplitude, look.error / 4), columns)
    fitted = fit(replace(series, amplitude=amplitude), "slope")
    series = fitted.series
    size = max(columns / 2, 1.0)
    error = max(4 * fitted.errors.slope, 1e-15)
    one_wave = len(set(candidate.index.tolist())) < 2
    usual = Reading(USUAL, "2i/d", math.log(USUAL) / size)
    all_readings = [usual] if one_wave else readings(series.slope, error, columns, 64 * unit, own=own)
    if not all_readings:
        return None
    reading = all_readings[0]
    rounded = replace(series, slope=reading.slope)
    found = _tried(look, Found(candidate, rounded, 1.0, 0.0, reading, tuple(all_readings), error=error))
    if found.exact < WITHIN and not one_wave and reading.slope != series.slope:  # rounded too far
        base = reading.base ** (series.slope / reading.slope) if reading.slope else USUAL
        exactly = replace(reading, base=base, slope=series.slope)
        other = _tried(look, Found(candidate, series, 1.0, 0.0, exactly, error=error))
        found = other if other.exact > found.exact + 0.02 else found
    return found


def _tried(look: Look, found: Found) -> Found:
    """The same with its agreement."""
    misfit, exact = _agreement(look, found.waves, look.rounding())
    return replace(found, misfit=misfit, exact=exact)


def _plain_scale(scale: float, error: float, rough: float) -> float:  # both relative
    for known in (1.0, 180 / math.pi, math.pi / 180):
        if abs(scale / known - 1) <= max(error, rough):
            return known
    if scale >= 1:
        return simplest(scale, error * scale, rough * scale)
    return 1 / simplest(1 / scale, error / scale, rough / scale)


def simplest_start(start: float, error: float) -> float:
    """The whole position that is near enough, or the simplest number."""
    whole = float(round(start))
    return whole + 0.0 if abs(whole - start) <= max(error, 1e-6 * (1 + abs(start))) else simplest(start, error)


def _plain_amplitude(amplitude: float, error: float, columns: int) -> float:
    for known in (1.0, math.sqrt(columns), -1.0):
        if abs(amplitude - known) <= max(error, 1e-9):
            return known
    return simplest(amplitude, error, 4e-6 * abs(amplitude))


def _by_rule(look: Look, candidate: Candidate) -> Found | None:
    """The candidate with the frequencies of a scaling rule, where a geometric series does not fit."""
    if candidate.frequencies is None or candidate.errors is None or candidate.arrangement == "own":
        return None
    count = int(candidate.index.max()) + 1
    if count != len(candidate.frequencies) or count < 2:
        return None
    start, amplitude = simplest_start(candidate.guess.start, 0.05), candidate.guess.amplitude
    if abs(amplitude - 1) < 0.003:
        amplitude = 1.0
    frequencies = np.maximum(np.where(np.isfinite(candidate.frequencies), candidate.frequencies, 0), 0)
    sigma = np.minimum(np.where(np.isfinite(candidate.errors), candidate.errors, 1.0), 1.0)
    waves = Waves(frequencies, candidate.index.astype(int), candidate.functions, start, amplitude)
    rows = np.arange(len(look.zeros), len(look.head))
    off = np.abs(look.head[rows] - waves.rows(rows))
    if off.mean() > NEAR * abs(amplitude):  # no waves, whatever their speeds
        return None
    noise = max(look.error, 1.5 * float(np.median(off[:SHORT])), 1e-9)
    omega, errors = refine_frequencies(look.table, waves, sigma, error=noise, skipped=look.zeros)
    measured = Measured(omega, errors)
    if not is_bent(measured):
        return None
    rule, wrong = _whole_exponents(measured), "lost"
    if rule is None:
        rule, wrong = rotary(measured), ""
    if rule is None or rule.rule in (linear.RULE, ntk.RULE):  # geometric: fitted as such
        return None
    series = Series(1.0, math.log(rule.base) / count, start, amplitude)
    amplitude = _fitted_amplitude(look, replace(waves, frequencies=rule.frequencies), rule)
    series = replace(series, amplitude=amplitude)
    reading = Reading(rule.base, "2i // d" if wrong else "2i/d", series.slope, wrong)
    return _tried(look, Found(candidate, series, 1.0, 0.0, reading, rotary=rule))


def _whole_exponents(measured: Measured) -> Rotary | None:
    """Frequencies whose exponents are whole numbers, as a division with // leaves them."""
    exponents = -np.log(np.maximum(measured.frequencies, 1e-300)) / math.log(USUAL)
    whole = np.round(exponents)
    if len(set(whole.tolist())) > 3 or np.abs(exponents - whole).max() > 0.005:
        return None
    return Rotary(USUAL, USUAL**-whole)


def _fitted_amplitude(look: Look, waves: Waves, rule: Rotary) -> float:
    """The factor on all values: that of the rule, if it is near enough."""
    rows, values = look.sample(skipped=look.zeros)
    exact = replace(waves, amplitude=1.0).rows(rows)
    amplitude = float(np.vdot(values, exact) / max(float(np.vdot(exact, exact)), 1e-300))
    if rule.rule.attention is not None and "factor" in rule.arguments:
        usual = rule.rule.attention_factor(**rule.arguments)
        if abs(amplitude - usual) < 1e-4:
            return usual
    return _plain_amplitude(amplitude, 4 * look.error / math.sqrt(values.size) + 1e-7, 10**9)


def rule_of(found: Found) -> Rotary:
    """The scaling rule of what was found."""
    if found.rotary is not None:
        return found.rotary
    count = int(found.candidate.index.max()) + 1
    base = math.exp(min(found.series.slope * count, 700))
    exact = found.series.frequencies(np.arange(count, dtype=float))
    measured = rotary(Measured(exact, 1e-9 * exact))
    return measured if measured is not None else Rotary(base, exact)
