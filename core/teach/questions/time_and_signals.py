"""Questions about the time of diffusion models, and about signals learned with Fourier features."""

import numpy as np

from core.beyond_text.contents import METHODS
from core.beyond_text.learning import halving_times, learner
from core.beyond_text.signal_fit import built_in, errors_by_bandwidth
from core.beyond_text.time_slips import time_slip
from core.teach.questions.card import Claim, Evidence, Number, Point, Series, Solution, card

DIM, STEPS = 320, 1_000  # of Stable Diffusion's embedding of time
ALIKE = 0.9  # a cosine
WAVES, FASTEST = (1, 2, 4, 8, 16), 16  # periods over the signal
SIGMAS = (1, 3, 10, 30, 100)  # turns over the signal


@card("unit-time", Claim(), "timesteps", "d_model=320 slip=not+×+1000 time=1000", METHODS["Timesteps"])
def unit_time() -> Solution:
    """Whether times from 0 to 1, fed where steps are expected, are as distinguishable as steps."""
    slip = time_slip("not × 1000", dim=DIM, rows=101, last=STEPS)
    right, wrong = slip.from_start
    evidence = Evidence(
        "step",
        "cosine with step 0",
        Point(STEPS, float(wrong[-1]), f"t = 0 and t = 1: {wrong[-1]:.3f}"),
        (Series("fed step / 1,000", slip.times, wrong, "other"), Series("fed the step", slip.times, right)),
    )
    facts = {
        "right": float(right[-1]),
        "wrong": float(wrong[-1]),
        "tenth": float(wrong[10]),
        "own": float(right[10]),
    }
    return Solution(bool(wrong[-1] > ALIKE), evidence, facts)


@card(
    "shift-one",
    Number("", 1, STEPS - 1, 2, "x"),
    "timesteps",
    "d_model=320 slip=shift time=450",
    METHODS["Timesteps"],
)
def shift_one() -> Solution:
    """From which step on shift 1 instead of 0 changes the row of a step much."""
    slip = time_slip("shift", dim=DIM, rows=STEPS, last=STEPS - 1)
    first = int(np.flatnonzero(slip.likeness < ALIKE)[0])
    every_third = slice(1, None, 3)
    evidence = Evidence(
        "step",
        "cosine of the same step, shift 0 and 1",
        Point(first, float(slip.likeness[first]), f"below {ALIKE:g} from step {first:,}"),
        (Series(f"{DIM} features", slip.times[every_third], slip.likeness[every_third]),),
    )
    return Solution(first, evidence, {"first": first, "share": slip.share, "largest": slip.largest})


@card("slow-first", Number("", 1, 1e6, 3, "y"), "fourier_features", "sigma=10", METHODS["Fourier features"])
def slow_first() -> Solution:
    """How many times as long a fast wave takes as a slow one, for a network that gets the place alone."""
    plain, fourier_times = (
        halving_times(teacher, WAVES) for teacher in (learner(encoding="plain"), learner(sigma=10.0))
    )
    times = plain / plain[0]
    ratio = float(times[-1])
    evidence = Evidence(
        "periods over the signal",
        "time, compared with one period",
        Point(FASTEST, ratio, f"{FASTEST} periods: {ratio:,.0f} times"),
        (
            Series("told the place", WAVES, times, marks="both"),
            Series("Fourier features, σ = 10", WAVES, fourier_times / fourier_times[0], "position", marks="both"),
        ),
        log_y=True,
    )
    facts = {"ratio": ratio, "fastest": FASTEST, "featured": float(fourier_times[-1] / fourier_times[0])}
    return Solution(ratio, evidence, facts)


@card("more-bandwidth", Claim(), "fourier_features", "sigma=100", METHODS["Fourier features"])
def more_bandwidth() -> Solution:
    """Whether the largest of several bandwidths, which learns the samples, is right between them as well."""
    teacher = learner()
    signal, truth = (built_in("waves", places) for places in (teacher.places, teacher.between))
    by_bandwidth = errors_by_bandwidth(signal, SIGMAS, 1.0, truth)
    between, size = by_bandwidth.between, float(np.mean(signal**2))
    evidence = Evidence(
        "bandwidth σ (turns over the signal)",
        "mean squared error",
        Point(SIGMAS[-1], float(between[-1]), f"{between[-1] / size:.0%} wrong"),
        (
            Series("whole line", SIGMAS, between, marks="both"),
            Series("at the samples", SIGMAS, by_bandwidth.errors, "other", marks="both"),
        ),
        log_x=True,
    )
    facts = {
        "sigma": SIGMAS[-1],
        "samples": by_bandwidth.errors[-1] / size,
        "between": between[-1] / size,
        "best": SIGMAS[int(between.argmin())],
        "least": between.min() / size,
    }
    return Solution(bool(between[-1] <= between.min()), evidence, facts)
