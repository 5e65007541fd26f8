"""Signals to be learned: two that are built in, and one that a reader draws, as it stands in an address."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.learning import MAX_SAMPLES, centres
from core.inputs.parameter import Choice

SAMPLES = 64
LEAST_SAMPLES = 4
MAX_TEXT = 8 * MAX_SAMPLES  # characters
SIGNAL = Choice("signal", "What is to be learned.", ("waves", "steps", "drawn"))
WAVES: Mapping[int, float] = {1: 0.5, 4: 0.3, 10: 0.2}  # periods over the signal → size


def signal_at(
    places: NDArray[np.float64],  # (n,) from 0 to 1
    signal: str,  # of SIGNAL
    drawn_values: NDArray[np.float64],  # (m,) values of a drawn one
) -> NDArray[np.float64]:  # (n,)
    """The signal at places from 0 to 1; a drawn one is joined by straight lines."""
    return on_line(drawn_values, places) if signal == "drawn" else built_in(signal, places)


def built_in(name: str, places: NDArray[np.float64]) -> NDArray[np.float64]:  # (n,) in [-1, 1]
    """A built-in signal: "waves", three sines of 1, 4 and 10 periods; or "steps", five levels, 1 and -1 in turn."""
    if name == "steps":
        return np.where(np.floor(5 * places) % 2 == 0, 1.0, -1.0)
    waves = np.outer(list(WAVES), 2 * np.pi * places)  # (3, n) radians
    return np.array([*WAVES.values()]) @ np.sin(waves)


def on_line(values: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Drawn values, which stand at the centres of equal parts of the line from 0 to 1, joined by straight lines."""
    return np.interp(places, centres(len(values)), values)


def read_signal(text: str) -> NDArray[np.float64]:  # untrusted → (n,) in [-1, 1]
    """A drawn signal from the text of an address: whole hundredths with commas, such as "0,50,100,-25"."""
    if len(text) > MAX_TEXT:
        raise ValueError(f"drawn must have at most {MAX_TEXT:,} characters, got {len(text):,}")
    parts = [part.strip() for part in text.split(",")]
    if not LEAST_SAMPLES <= len(parts) <= MAX_SAMPLES:
        raise ValueError(f"drawn must have from {LEAST_SAMPLES} to {MAX_SAMPLES} values, got {len(parts)}")
    return np.array([_hundredths(part) for part in parts]) / 100


def signal_text(values: NDArray[np.float64]) -> str:
    """The text from which `read_signal` reads a signal back, to hundredths."""
    return ",".join(str(round(100 * value)) for value in values.tolist())


def _hundredths(part: str) -> int:
    digits = part.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 3 and int(digits) <= 100):
        raise ValueError(f"drawn must hold whole numbers from -100 to 100, got {part[:20]!r}")
    return int(part)
