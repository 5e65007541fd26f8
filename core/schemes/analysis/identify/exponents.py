"""Which base and which exponent a ratio of frequencies belongs to: one ratio has several readings."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

MOST_LOGARITHM = 28.0  # of a base that somebody chose: 10^12
PLAIN = 3  # digits of a number that somebody chose
LOG10 = 1e-5  # of ln(base), within which it is taken for log10 of the usual base
USUAL = 10_000.0  # the base of the paper, preferred where readings are the same table


@dataclass(frozen=True)
class Reading:
    """A base and the exponent that goes with it; all readings of a ratio give the same table."""

    base: float
    exponent: str  # in terms of the pair i or the column j, such as "2i/d"
    slope: float  # ln of the ratio from one index to the next
    wrong: str = ""  # name of the mistake that such an exponent is; "" where it is right


def simplest(value: float, error: float, rough: float = 0.0) -> float:
    """The number with the fewest digits within the error; with up to three digits, within a rough error too."""
    if not math.isfinite(error) or value == 0:
        return value
    for digits in range(1, 8):
        candidate = float(f"{value:.{digits - 1}e}")
        if abs(candidate - value) <= (max(error, rough) if digits <= PLAIN else error):
            return candidate
    return value


def digits_of(value: float) -> int:
    """How many digits a number is written with; 8 for more than 7."""
    return next((n for n in range(1, 8) if float(f"{value:.{n - 1}e}") == value), 8)


def readings(slope: float, error: float, columns: int, rough: float = 0.0, *, own: bool = False) -> list[Reading]:
    """The readings of ln(ratio) per index, the preferred one first; `rough` is what rounding adds to ln(base)."""
    pairs = columns // 2
    denominators: dict[str, tuple[float, str]] = (
        {"j/d": (columns, "own"), "2j/d": (columns / 2, "own-twice")}
        if own
        else {
            "2i/d": (columns / 2, ""),
            "i/(d/2 - 1)": (float(pairs - 1), ""),
            **({"2i/(d + 1)": ((columns + 1) / 2, "")} if columns % 2 else {}),
            "i/d": (float(columns), "half"),
            "4i/d": (columns / 4, "twice"),
        }
    )
    if abs(slope) <= max(error, 2 * rough / columns) and not own:
        return [Reading(USUAL, "2i // d", 0.0, "lost")]
    is_whole = slope >= 1 and abs(slope - round(slope)) <= max(error, 1e-6) < 0.01
    if is_whole and not _is_chosen(slope * columns / 2, error * columns / 2, rough):
        return [Reading(USUAL, f"{-round(slope)}i", float(round(slope)), "rounded")]
    found = [
        Reading(base, exponent, math.log(base) / size, wrong)
        for exponent, (size, wrong) in denominators.items()
        if size > 0 and 0 < slope * size < 300
        for base in [base_near(slope * size, error * size, rough)]
    ]
    return sorted(map(_as_log10, found), key=_rank)


def _as_log10(reading: Reading) -> Reading:
    """A base of e^4 is 10^4 whose logarithm was taken with log10."""
    power = math.log10(USUAL)
    if reading.exponent != "2i/d" or abs(math.log(reading.base) - power) > LOG10:
        return reading
    return Reading(USUAL, reading.exponent, reading.slope * power / math.log(reading.base), "log10")


def base_near(logarithm: float, error: float, rough: float) -> float:
    """The base of a logarithm: the usual one, or one with few digits, if it is near enough."""
    if abs(logarithm - math.log(USUAL)) <= max(error, rough):
        return USUAL
    value = math.exp(min(logarithm, 700.0))
    return simplest(value, value * error, value * rough)


def _is_chosen(logarithm: float, error: float, rough: float) -> bool:
    """Whether somebody may have chosen the base of a logarithm."""
    return logarithm <= MOST_LOGARITHM and digits_of(base_near(logarithm, error, rough)) <= PLAIN


def _rank(reading: Reading) -> tuple[int, int]:
    order = ("2i/d", "j/d", "i/(d/2 - 1)", "2i/(d + 1)", "i/d", "2j/d", "4i/d").index(reading.exponent)
    if reading.base == USUAL:
        return 0, order
    if reading.wrong and not reading.exponent.endswith("j/d"):
        return 3, order  # only where it is the usual base can that be known
    return (1 if digits_of(reading.base) <= 2 else 2), order


def others(all_readings: list[Reading]) -> Iterator[Reading]:
    """Readings beside the first that are likely meant: those with a base of few digits."""
    yield from (reading for reading in all_readings[1:] if digits_of(reading.base) <= 3)
