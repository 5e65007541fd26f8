"""A signal learned with and without Fourier features, after the same time, and how long each frequency takes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.learning import MAX_SAMPLES, halving_times, learned, learner
from core.beyond_text.sizes import array, as_shape
from core.inputs.checked import Reals, checked

WAVES = 16  # periods of the fastest wave whose time is shown
BLURRED, INVENTED = 0.04, 0.15  # shares of a signal's size that are left at its samples, and wrong between them


@dataclass(frozen=True)
class SignalFit:
    """A signal, and what a network makes of it."""

    places: NDArray[np.float64]  # (n,) centres of equal parts of the line from 0 to 1
    signal: NDArray[np.float64]  # (n,) values to learn there
    between: NDArray[np.float64]  # (m,) places everywhere on the line
    featured: NDArray[np.float64]  # (m,) what the network with features says there
    plain: NDArray[np.float64]  # (m,) what the network without features says there
    error_featured: float  # mean square error at the samples
    error_plain: float  # mean square error at the samples
    between_featured: float  # mean square error everywhere on the line
    between_plain: float  # mean square error everywhere on the line
    size: float  # mean square of the signal
    waves: NDArray[np.int_]  # (k,) periods from 0 to 1
    times_featured: NDArray[np.float64]  # (k,) after which half of the squared error of each wave is left
    times_plain: NDArray[np.float64]  # (k,) the same without features

    @property
    def verdict(self) -> str:
        """How well it is learned: "blurred" at the samples, "noise" between them, or "fit"."""
        return verdict(self.error_featured, self.between_featured, self.size)


def verdict(error: float, between: float, size: float) -> str:
    """What errors at the samples and everywhere, beside the size of the signal, say; as `SignalFit.verdict`."""
    if error > BLURRED * size:
        return "blurred"
    return "noise" if between > INVENTED * size else "fit"


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
    fitted, plain = (learned(teacher, signal, time) for teacher in teachers)
    places, between = teachers[0].places, teachers[0].between
    true = np.interp(between, places, signal) if truth is None else as_shape(truth, "truth", len(between))
    return SignalFit(
        places,
        signal,
        between,
        fitted.between,
        plain.between,
        fitted.error,
        plain.error,
        float(np.mean((fitted.between - true) ** 2)),
        float(np.mean((plain.between - true) ** 2)),
        float(np.mean(signal**2)),
        waves,
        *(halving_times(teacher, waves) for teacher in teachers),
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
    fits = [learned(learner(len(signal), sigma=sigma), signal, time) for sigma in sigmas]
    errors = [each.error for each in fits]
    between = [float(np.mean((each.between - truth) ** 2)) for each in fits]
    size = float(np.mean(signal**2))
    verdicts = tuple(verdict(error, among, size) for error, among in zip(errors, between, strict=True))
    return Bandwidths(np.array(sigmas, float), np.array(errors), np.array(between), verdicts)
