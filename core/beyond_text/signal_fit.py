"""A signal, built in or drawn, learned with and without Fourier features, and how long each frequency takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.learning import (
    BETWEEN,
    MAX_SAMPLES,
    Learner,
    centres,
    halving_times,
    learn_signal,
    learner,
    random_frequencies,
)
from core.beyond_text.sizes import array, as_shape
from core.inputs.checked import Reals, checked
from core.inputs.parameter import Choice

SAMPLES = 64
LEAST_SAMPLES = 4
MAX_TEXT = 8 * MAX_SAMPLES  # characters
SIGNAL = Choice("signal", "What is to be learned.", ("waves", "steps", "drawn"))
SINES: Mapping[int, float] = {1: 0.5, 4: 0.3, 10: 0.2}  # periods over the signal → size


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
    waves = np.outer(list(SINES), 2 * np.pi * places)  # (3, n) radians
    return np.array([*SINES.values()]) @ np.sin(waves)


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


WAVES = 16  # periods of the fastest wave whose time is shown
BLUR, NOISE = 0.04, 0.15  # shares of a signal's size that are left at its samples, and wrong between them


@dataclass(frozen=True)
class SignalFit:
    """A signal, and what a network makes of it."""

    places: NDArray[np.float64]  # (n,) centres of equal parts of the line from 0 to 1
    signal: NDArray[np.float64]  # (n,) values to learn there
    between: NDArray[np.float64]  # (m,) places everywhere on the line
    featured_output: NDArray[np.float64]  # (m,) what the network with features says there
    plain_output: NDArray[np.float64]  # (m,) what the network without features says there
    error_featured: float  # mean square error at the samples
    error_plain: float  # mean square error at the samples
    between_featured: float  # mean square error everywhere on the line
    between_plain: float  # mean square error everywhere on the line
    size: float  # mean square of the signal
    waves: NDArray[np.int_]  # (k,) periods from 0 to 1
    teachers: tuple[Learner, Learner]  # with features and without

    @cached_property
    def times_featured(self) -> NDArray[np.float64]:
        """Time after which half of the squared error of each wave is left, shape (k,)."""
        return halving_times(self.teachers[0], self.waves)

    @cached_property
    def times_plain(self) -> NDArray[np.float64]:
        """The same without features."""
        return halving_times(self.teachers[1], self.waves)

    @property
    def verdict(self) -> str:
        """How well it is learned: "blurred" at the samples, "noise" between them, or "fit"."""
        return verdict(self.error_featured, self.between_featured, self.size)


def verdict(error: float, between: float, size: float) -> str:
    """What errors at the samples and everywhere, beside the size of the signal, say; as `SignalFit.verdict`."""
    if error > BLUR * size:
        return "blurred"
    return "noise" if between > NOISE * size else "fit"


def _enough(signal: ArrayLike) -> NDArray[np.float64]:
    values = as_shape(signal, "signal", None)
    if not 4 <= len(values) <= MAX_SAMPLES:
        raise ValueError(f"signal must have from 4 to {MAX_SAMPLES} values, got {len(values)}")
    return values


@checked(array("truth", None), signal=_enough)
def signal_fit(
    signal: Reals,  # (n,) evenly spaced values, from 4 to 256 of them
    *,
    encoding: str = "gaussian",
    sigma: float = 3.0,
    octaves: int = 5,
    time: float = 1.0,  # of gradient flow
    # (m,) the signal everywhere on the line; None for straight lines between its samples
    truth: ArrayLike | None = None,
) -> SignalFit:
    """Learn a signal for some time.

    Source: Tancik et al. 2020, section 4, https://arxiv.org/abs/2006.10739
    """
    teachers = (
        learner(len(signal), encoding=encoding, sigma=sigma, octaves=octaves),
        learner(len(signal), encoding="plain"),
    )
    waves = np.arange(1, min(WAVES, (len(signal) - 1) // 2) + 1)
    with_features, plain = (learn_signal(teacher, signal, time) for teacher in teachers)
    places, between = teachers[0].places, teachers[0].between
    true = np.interp(between, places, signal) if truth is None else as_shape(truth, "truth", len(between))
    return SignalFit(
        places,
        signal,
        between,
        with_features.between,
        plain.between,
        with_features.error,
        plain.error,
        float(np.mean((with_features.between - true) ** 2)),
        float(np.mean((plain.between - true) ** 2)),
        float(np.mean(signal**2)),
        waves,
        teachers,
    )


@dataclass(frozen=True)
class Bandwidths:
    """What becomes of a signal at each of several bandwidths."""

    sigmas: NDArray[np.float64]  # (n,) turns over the signal
    errors: NDArray[np.float64]  # (n,) mean square errors at the samples
    between: NDArray[np.float64]  # (n,) mean square errors everywhere on the line
    verdicts: tuple[str, ...]  # as of `SignalFit`


@checked(array("signal", None), array("truth", None))
def errors_by_bandwidth(signal: Reals, sigmas: Sequence[float], time: float, truth: Reals) -> Bandwidths:
    """The same signal learned with Gaussian features of several deviations; arguments as in `signal_fit`."""
    fits = [learn_signal(learner(len(signal), sigma=sigma), signal, time) for sigma in sigmas]
    errors = [each.error for each in fits]
    between = [float(np.mean((each.between - truth) ** 2)) for each in fits]
    size = float(np.mean(signal**2))
    verdicts = tuple(verdict(error, among, size) for error, among in zip(errors, between, strict=True))
    return Bandwidths(np.array(sigmas, float), np.array(errors), np.array(between), verdicts)


def signal_fit_columns(
    encodings: Mapping[str, str],  # name of a column: "gaussian", "octaves" or "plain"
    signal: str,  # "waves", "steps" or "drawn"
    drawn_hundredths: Sequence[int],  # hundredths, for "drawn"
    sigma: float,  # deviation of the random frequencies, turns over the signal
    octaves: int = 5,  # frequencies 1, 2, 4, …
    time: float = 1.0,  # of gradient flow
) -> dict[str, NDArray[Any]]:
    """A signal learned with Fourier features and without them."""
    samples, everywhere = _on_samples_and_everywhere(signal, drawn_hundredths)
    columns = {"place": centres(BETWEEN * SAMPLES), "signal": everywhere}
    for name, encoding in encodings.items():
        teacher = learner(SAMPLES, encoding=encoding, sigma=sigma, octaves=octaves)
        columns[name] = learn_signal(teacher, samples, time).between
    return columns


def wave_times_columns(
    encodings: Mapping[str, str],  # name of a column: "gaussian", "octaves" or "plain"
    sigma: float,  # deviation of the random frequencies, turns over the signal
    octaves: int = 5,  # frequencies 1, 2, 4, …
) -> dict[str, NDArray[Any]]:
    """How long a network takes to learn half of a wave, with Fourier features and without."""
    columns: dict[str, NDArray[Any]] = {"periods": np.arange(1, WAVES + 1)}
    for name, encoding in encodings.items():
        teacher = learner(SAMPLES, encoding=encoding, sigma=sigma, octaves=octaves)
        columns[name] = halving_times(teacher, columns["periods"])
    return columns


def _on_samples_and_everywhere(signal: str, drawn_hundredths: Sequence[int]) -> list[NDArray[np.float64]]:
    """The signal at its samples, and at more places between them."""
    return [signal_at(centres(n), signal, np.array(drawn_hundredths) / 100) for n in (SAMPLES, BETWEEN * SAMPLES)]


def bandwidths_columns(
    signal: str,  # "waves", "steps" or "drawn"
    drawn_hundredths: Sequence[int],  # hundredths, for "drawn"
    time: float,  # of gradient flow
    sigmas: Sequence[float],  # deviations of the random frequencies, turns over the signal
) -> dict[str, NDArray[Any]]:
    """Errors of a signal learned with random Fourier features of several bandwidths."""
    samples, everywhere = _on_samples_and_everywhere(signal, drawn_hundredths)
    fits = [learn_signal(learner(SAMPLES, sigma=sigma), samples, time) for sigma in sigmas]
    return {
        "sigma": np.array(sigmas),
        "at the samples": np.array([each.error for each in fits]),
        "everywhere": np.array([np.mean((each.between - everywhere) ** 2) for each in fits]),
    }


def feature_frequencies_columns(
    octaves: int,
    sigma: float,  # deviation of the random frequencies, turns over the signal
) -> dict[str, Any]:
    """Frequencies of NeRF's octaves and of random Fourier features, turns over the signal."""
    draws = np.abs(random_frequencies(sigma)[:, 0])
    sets = {"octaves": 2.0 ** np.arange(octaves), "draws": draws}
    return {
        "set": [name for name, turns in sets.items() for _ in turns],
        "turns": np.concatenate([*sets.values()]),
    }
