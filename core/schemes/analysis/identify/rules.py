"""Which scaling rule of `core.scaling` left these frequencies, from the numbers alone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.scaling import by_parts, linear, llama3, longrope, ntk, proportional, unscaled, yarn
from core.scaling.rule import Rule
from core.schemes.analysis.identify.exponents import USUAL, base_near, digits_of, simplest
from core.schemes.analysis.identify.measure import Line, line_through

ROUGH = 4e-6  # of a logarithm: frequencies computed in float32
BENT = 0.015  # of a frequency; rounding to bfloat16 changes it by up to 0.004
LEAST_BASE = 1.5  # of a model
BASES = (10_000.0, 500_000.0, 1_000_000.0, 100_000.0, 5_000_000.0, 10_000_000.0)  # of many released models
LENGTHS = tuple(sorted((2**power for power in range(7, 21)), key=lambda n: abs(math.log2(n / 4096))))  # usual first
MOST_DIVISOR = 200.0  # of LongRoPE's lists, which end at about the factor


@dataclass(frozen=True)
class Rotary:
    """Frequencies as a rule leaves them."""

    base: float
    frequencies: NDArray[np.float64]  # (pairs,) radians per row, exact
    rule: Rule = unscaled.RULE
    arguments: Mapping[str, Any] = field(default_factory=dict)  # factor, original …, as far as they are told
    notes: tuple[str, ...] = ()

    @property
    def factor(self) -> float:
        """How many times as long the context became; 1 without a rule."""
        return float(self.arguments.get("factor", 1.0))


@dataclass(frozen=True)
class Measured:
    """Frequencies as they were measured."""

    frequencies: NDArray[np.float64]  # (pairs,) radians per row
    errors: NDArray[np.float64]  # (pairs,) of each

    def misfit(self, exact: NDArray[np.float64]) -> float:
        """Largest distance of a pair from other frequencies, in units of what its error and rounding allow."""
        allowed = 5 * self.errors + 4e-6 * exact + 1e-12
        return float((np.abs(self.frequencies - exact) / allowed).max())


def is_bent(measured: Measured) -> bool:
    """Whether some pairs are clearly off every geometric series; rounded frequencies are not."""
    index = np.arange(len(measured.frequencies), dtype=float)
    line = line_through(measured.frequencies, measured.errors, index)
    if line is None:
        return False
    expected = np.exp(line.intercept - line.slope * index)
    off = np.abs(measured.frequencies - expected)
    return bool(((off > BENT * expected) & (off > 6 * measured.errors)).any())


def rotary(measured: Measured) -> Rotary | None:  # None where no rule gives these frequencies
    """The base and the rule that give these frequencies."""
    moving = measured.frequencies > np.maximum(3 * measured.errors, 1e-12)
    if not moving.any():
        return None
    turning = len(moving) - int(np.argmax(moving[::-1]))
    if turning < len(moving) and (moving[:turning].mean() > 0.9) and _stands(measured, turning):
        return _proportional(measured, turning)
    for attempt in (_geometric, _ramp, _lists):
        found = attempt(measured)
        if found is not None:
            return found
    return None


def _stands(measured: Measured, turning: int) -> bool:
    """Whether the pairs behind the turning ones stand still, rather than turn too slowly to be seen."""
    line = line_through(measured.frequencies[:turning], measured.errors[:turning], np.arange(turning, dtype=float))
    if line is None or turning < 2:
        return False
    expected = np.exp(line.intercept - line.slope * np.arange(turning, len(measured.frequencies)))
    return bool(expected[0] > 20 * measured.errors[turning])


def _geometric(measured: Measured) -> Rotary | None:
    pairs = len(measured.frequencies)
    index = np.arange(pairs, dtype=float)
    spread = _slope_error(measured, index)
    for line in _lines(measured, index):
        scale = _near_one(math.exp(-line.intercept), spread[0])
        base = base_near(line.slope * pairs, spread[1] * pairs, ROUGH)
        exact = base ** (-index / pairs) / scale
        if measured.misfit(exact) > 1:
            base, scale = math.exp(min(line.slope * pairs, 700.0)), math.exp(-line.intercept)
            exact = base ** (-index / pairs) / scale
        if measured.misfit(exact) > 1:
            continue
        if scale != 1:
            return Rotary(base, exact, linear.RULE, {"factor": scale})
        return _by_a_larger_base(base, exact, spread[1] * pairs) or Rotary(base, exact)
    return None


def _lines(measured: Measured, index: NDArray[np.float64]) -> Iterator[Line]:
    """Lines through the logarithms: without what lies far off, and with each frequency as sure as it was given."""
    robust = line_through(measured.frequencies, measured.errors, index)
    if robust is None:
        return
    weights = _weights(measured)
    seen = weights > 0
    if np.count_nonzero(seen) > 1:  # first, for printed numbers are far less sure the slower they are
        slope, intercept = np.polyfit(index[seen], np.log(measured.frequencies[seen]), 1, w=weights[seen])
        yield Line(float(intercept), float(-slope))
    yield robust


def _weights(measured: Measured) -> NDArray[np.float64]:
    """One over the error of each logarithm; 0 where nothing was seen to turn."""
    weights = measured.frequencies / np.maximum(measured.errors, 1e-9 * np.abs(measured.frequencies) + 1e-300)
    return np.where(weights > 3, np.minimum(weights, 1e9), 0)


def _by_a_larger_base(base: float, exact: NDArray[np.float64], error: float) -> Rotary | None:
    """NTK-aware scaling, if the base is that of a usual one with a factor of few digits."""
    pairs = len(exact)
    if digits_of(base) <= 4 or pairs < 2:
        return None
    for usual in BASES:
        factor = (base / usual) ** ((pairs - 1) / pairs)
        plain = simplest(factor, factor * 4 * error, factor * 1e-5)
        if factor > 1.01 and digits_of(plain) <= 2:
            frequencies = ntk.RULE.apply(inverse_frequencies(2 * pairs, usual), factor=plain).inverse
            return Rotary(
                usual, frequencies, ntk.RULE, {"factor": plain}, (f"the same as base {base:,.7g}, unscaled",)
            )
    return None


def _slope_error(measured: Measured, index: NDArray[np.float64]) -> tuple[float, float]:
    """Standard errors of the intercept and the slope of a line through the logarithms."""
    rows = np.stack([np.ones(len(index)), index], axis=1) * _weights(measured)[:, None]
    covariance = np.linalg.pinv(rows.T @ rows)
    return 4 * math.sqrt(abs(covariance[0, 0])), 4 * math.sqrt(abs(covariance[1, 1]))


def _near_one(scale: float, error: float) -> float:
    return 1.0 if abs(scale - 1) <= max(error, ROUGH) * scale else simplest(scale, scale * error, scale * ROUGH)


def _proportional(measured: Measured, turning: int) -> Rotary | None:
    first = Measured(measured.frequencies[:turning], measured.errors[:turning])
    pairs, index = len(measured.frequencies), np.arange(turning, dtype=float)
    line = line_through(first.frequencies, first.errors, index)
    if line is None:
        return None
    spread = _slope_error(first, index)
    base, scale = (
        base_near(line.slope * pairs, spread[1] * pairs, ROUGH),
        _near_one(math.exp(-line.intercept), spread[0]),
    )
    share = turning / pairs
    exact = proportional.RULE.apply(
        inverse_frequencies(2 * pairs, base), factor=scale, partial_rotary_factor=share
    ).inverse
    if measured.misfit(exact) > 1:
        return None
    return Rotary(base, exact, proportional.RULE, {"factor": scale, "partial_rotary_factor": share})


def _ramp(measured: Measured) -> Rotary | None:
    """Fast pairs kept, slow ones divided by one factor, and a ramp between."""
    pairs = len(measured.frequencies)
    if pairs < 4:
        return None
    for base in dict.fromkeys(base for base in _bases_of_fast_pairs(measured) if base > LEAST_BASE):
        kept = base ** (-np.arange(pairs) / pairs)
        ratios = measured.frequencies / kept  # (pairs,) 1 where kept, 1 / factor where divided
        errors = measured.errors / kept
        sure = errors < 0.05 * np.abs(ratios)
        if not sure.any() or abs(ratios[0] - 1) > 0.01:
            continue
        last = np.flatnonzero(sure)[-1]
        near = sure & (np.abs(ratios - ratios[last]) < 1e-5 * ratios[last] + 3 * errors)
        factor = 1 / float(np.average(ratios[near], weights=1 / (errors[near] + 1e-9) ** 2))
        factor = simplest(factor, factor * max(3e-6, 3 * float(errors[near].min()) * factor))
        if not 1.01 < factor < 1e4:
            continue
        weight = (ratios - 1 / factor) / (1 - 1 / factor)  # (pairs,) of the kept frequency
        candidates = [
            each for form in (_yarn, _by_turns, _free_ramp) for each in form(kept, base, factor, weight, sure)
        ]
        fitting = next((each for each in candidates if measured.misfit(each.frequencies) <= 1), None)
        if fitting is not None:
            return fitting
    return None


def _bases_of_fast_pairs(measured: Measured) -> Iterator[float]:
    """Bases that the first pairs may have, from the longest run of one ratio."""
    logs = np.log(np.maximum(measured.frequencies, 1e-300))
    falls, pairs = logs[:-1] - logs[1:], len(logs)
    relative = measured.errors / np.maximum(measured.frequencies, 1e-300)
    for start in (falls[0], float(np.median(falls)), float(np.min(falls[falls > 0], initial=math.inf))):
        same = np.abs(falls - start) < 1e-4 * abs(start) + 3 * relative[1:]
        run = int(np.argmin(np.append(same, False)))
        if run >= 1 and math.isfinite(start):
            slope = (logs[0] - logs[run]) / run
            error = float(relative[run]) / run
            yield base_near(slope * pairs, 3 * error * pairs, ROUGH)
    yield from BASES


def _yarn(
    kept: NDArray[np.float64], base: float, factor: float, weight: NDArray[np.float64], sure: NDArray[np.bool]
) -> Iterator[Rotary]:
    """YaRN: the weight falls evenly with the pair."""
    inside = np.flatnonzero(sure & (weight > 0.005) & (weight < 0.995))
    for truncate in (True, False):
        for original in LENGTHS:
            arguments = {"factor": factor, "original": original, "base": base, "truncate": truncate}
            exact = yarn.RULE.apply(kept, **arguments).inverse
            if len(inside) and np.abs(exact[inside] / kept[inside] - _ratio(weight[inside], factor)).max() > 0.01:
                continue
            yield Rotary(base, exact, yarn.RULE, {"factor": factor, "original": original, "truncate": truncate})


def _free_ramp(
    kept: NDArray[np.float64], base: float, factor: float, weight: NDArray[np.float64], sure: NDArray[np.bool]
) -> Iterator[Rotary]:
    """YaRN with other ends of its ramp; two pairs on it are too few to tell."""
    pairs, inside = len(kept), np.flatnonzero(sure & (weight > 0.005) & (weight < 0.995))
    if len(inside) < 3:
        return
    slope, intercept = np.polyfit(inside, weight[inside], 1)
    low, high = (1 - intercept) / slope, -intercept / slope
    for ends in ((round(low), round(high)), (low, high)):
        ramp = np.clip((np.arange(pairs) - ends[0]) / (ends[1] - ends[0] or 0.001), 0, 1)
        places = f"from pair {ends[0]:.4g} to pair {ends[1]:.4g}"
        note = f"the ramp runs {places}, not as the usual beta_fast and beta_slow have it"
        yield Rotary(base, kept / factor * ramp + kept * (1 - ramp), yarn.RULE, {"factor": factor}, (note,))


def _ratio(weight: NDArray[np.float64], factor: float) -> NDArray[np.float64]:
    return weight + (1 - weight) / factor


def _by_turns(
    kept: NDArray[np.float64], base: float, factor: float, weight: NDArray[np.float64], sure: NDArray[np.bool]
) -> Iterator[Rotary]:
    """Llama 3 and NTK-by-parts: the weight falls evenly with the turns in the trained window."""
    inside = np.flatnonzero(sure & (weight > 0.005) & (weight < 0.995))
    for rule, high in ((llama3.RULE, 4.0), (by_parts.RULE, 32.0)):
        lengths: list[float] = [*LENGTHS]
        if len(inside):
            turns = 1 + weight[inside] * (high - 1)
            length = float(np.median(2 * math.pi * turns / kept[inside]))
            lengths = [simplest(length, 1e-4 * length), *lengths]
            whole = round(length)
            lengths = [*(n for n in lengths if abs(n - length) < 0.01 * length), whole]
        for original in dict.fromkeys(lengths):
            if original >= 2:
                exact = rule.apply(kept, factor=factor, original=original).inverse
                yield Rotary(base, exact, rule, {"factor": factor, "original": original})


def _lists(measured: Measured) -> Rotary | None:
    """LongRoPE: each pair has its own divisor; the lists of Phi-3, or others above the usual base."""
    pairs = len(measured.frequencies)
    kept = inverse_frequencies(2 * pairs, USUAL)
    lists = longrope.phi3_divisors(pairs)
    for name, divisors in lists.items():
        if measured.misfit(kept / divisors) <= 1:
            return Rotary(USUAL, kept / divisors, longrope.RULE, {}, (f"the divisors are Phi-3's {name}",))
    if pairs < 4 or not (measured.errors < 0.05 * measured.frequencies).all():
        return None
    for base in sorted(BASES):
        divisors = inverse_frequencies(2 * pairs, base) / measured.frequencies
        rising = np.mean(np.diff(divisors) >= -0.01 * divisors[1:]) > 0.95
        if rising and divisors.min() > 0.99 and divisors[0] < 2 and divisors[-1] <= MOST_DIVISOR:
            ends = f"from {divisors[0]:.4g} to {divisors[-1]:.4g} if the base is {base:,.0f}"
            note = f"each pair has its own divisor, {ends}"
            return Rotary(base, measured.frequencies, longrope.RULE, {}, (note,))
    return None
