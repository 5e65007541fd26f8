"""Processor time, memory and error of core's arrays, compared with plain NumPy and with a copy."""

import importlib.util
import time
from collections.abc import Callable, Mapping
from itertools import count
from math import ceil
from typing import Any

import mpmath
import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from bench.section import Goal, Section, Table
from core.beyond_text.learning import halving_times, learn_signal, learner
from core.numeric.phasors import fill
from core.schemes.sinusoidal import columns, places, sinusoidal

SIZES = ((128, 512), (2_048, 1_024), (32_768, 1_024), (32_768, 4_096))
JUDGED = (32_768, 1_024)
PLAIN, COPY = 10, 2.5  # goals at that size: plain NumPy / ours, ours / copy
BANDWIDTH = 30  # ms of processor time, goal
BUDGET, TURN, LEAST = 3.0, 2e-3, 2  # seconds in total, least seconds a turn, least number of turns
SPACING = 2.0**-24
DIGITS, CELLS = 40, 1_000
IN_PLACE = ("new", "existing", "filled")  # contenders that give nothing back

Call = Callable[[], Any]
Positions = NDArray[np.int_]


# ---- Contenders.


def plain(length: int, d_model: int, dtype: DTypeLike = np.float64, base: float = 10_000.0) -> NDArray[Any]:
    """The table by the paper's formula."""
    frequencies = (base ** (-np.arange(0, d_model, 2) / d_model)).astype(dtype)  # (d_model / 2,) radians per token
    angles = np.outer(np.arange(length, dtype=dtype), frequencies)
    table = np.empty((length, d_model), dtype)
    table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    return table


def in_torch(length: int, d_model: int, base: float = 10_000.0) -> Any:
    """The same in float32 with PyTorch on one core."""
    import torch  # noqa: PLC0415 - optional

    torch.set_num_threads(1)
    frequencies = base ** (-torch.arange(0, d_model, 2) / d_model)  # (d_model / 2,) radians per token
    angles = torch.outer(torch.arange(length, dtype=torch.float32), frequencies)
    table = torch.empty(length, d_model)
    table[:, 0::2], table[:, 1::2] = torch.sin(angles), torch.cos(angles)
    return table


def contenders(length: int, d_model: int) -> dict[str, Call]:
    """Functions to be timed: ours, plain NumPy, copies, and PyTorch if it is installed."""
    finished = sinusoidal(length, d_model, dtype=np.float32)
    existing, sines, cosines = finished.copy(), *places(d_model)
    frequencies = columns(d_model).frequencies[sines]
    calls: dict[str, Call] = {
        "ours": lambda: sinusoidal(length, d_model, dtype=np.float32),
        "float64": lambda: plain(length, d_model),
        "float32": lambda: plain(length, d_model, np.float32),
        "new": lambda: np.copyto(np.empty_like(finished), finished),
        "existing": lambda: np.copyto(existing, finished),
        "filled": lambda: fill(existing, 0, frequencies, sines, cosines, scale=1),
    }
    if importlib.util.find_spec("torch"):
        calls["torch"] = lambda: in_torch(length, d_model)
    return calls


# ---- Time and error.


def seconds(calls: Mapping[str, Call], budget: float = BUDGET) -> dict[str, float]:
    """Processor time of one call of each function: the shortest of several turns."""
    start = time.process_time()
    times = {name: [turn(call, 1)] for name, call in calls.items()}
    repeats = {name: ceil(TURN / max(first, 1e-6)) for name, [first] in times.items()}
    while len(next(iter(times.values()))) < LEAST or time.process_time() - start < budget:
        for name, call in calls.items():
            times[name].append(turn(call, repeats[name]))
    return {name: min(turns) for name, turns in times.items()}


def turn(call: Call, repeats: int) -> float:
    start = time.process_time()
    for _ in range(repeats):
        call()
    return (time.process_time() - start) / repeats


def exact(positions: ArrayLike, dimensions: ArrayLike, d_model: int, base: float = 10_000.0) -> NDArray[np.float64]:
    """Cells of the table, computed with 40 digits."""
    with mpmath.workdps(DIGITS):
        return np.array(
            [
                float(
                    (mpmath.cos if i % 2 else mpmath.sin)(p * mpmath.mpf(base) ** (mpmath.mpf(i % 2 - i) / d_model))
                )
                for p, i in zip(np.asarray(positions).tolist(), np.asarray(dimensions).tolist(), strict=True)
            ]
        )


def sample(length: int, d_model: int) -> tuple[Positions, Positions]:
    """Positions and dimensions of the tested cells, a tenth of them in the last row."""
    rng = np.random.default_rng(0)
    positions, dimensions = rng.integers(length, size=CELLS), rng.integers(d_model, size=CELLS)
    positions[: CELLS // 10] = length - 1
    return positions, dimensions


def errors(length: int, d_model: int, calls: Mapping[str, Call]) -> dict[str, float]:
    """Largest error in the sample, in units of the float32 spacing just below 1."""
    cells = sample(length, d_model)
    reference = exact(*cells, d_model)
    tables = {name: call for name, call in calls.items() if name not in IN_PLACE}
    return {
        name: float(np.abs(np.asarray(call())[cells] - reference).max()) / SPACING for name, call in tables.items()
    }


def bandwidth() -> float:
    """Milliseconds of processor time for a bandwidth of the room Fourier features that is not cached."""
    fresh = count()

    def call() -> None:
        teacher = learner(sigma=4 + next(fresh) / 100)
        learn_signal(teacher, np.sign(teacher.places - 0.5), 1)
        halving_times(teacher, np.arange(1, 17))

    return 1e3 * seconds({"": call}, 1)[""]


# ---- Report.

TIME_HEAD = (
    "length × d_model | ours (ms) | NumPy float64 / ours | NumPy float32 / ours | PyTorch float32 / ours | "
    "ours / copy into a new array | ours into an existing one / copy into it"
).split(" | ")
ERROR_HEAD = ("largest error (2⁻²⁴)", "ours, float32", "NumPy float64", "NumPy float32", "PyTorch float32")


def size(length: int, d_model: int) -> str:
    return f"{length:,} × {d_model:,}"


def section() -> Section:
    """All measurements of core; nan for PyTorch where it is not installed."""
    calls = {shape: contenders(*shape) for shape in SIZES}
    times = {shape: seconds(each) for shape, each in calls.items()}
    wrong = {shape: errors(*shape, each) for shape, each in calls.items()}
    ratios = {shape: {name: time / took["ours"] for name, time in took.items()} for shape, took in times.items()}
    others, names = ("float64", "float32", "torch"), ("ours", "float64", "float32", "torch")
    timed = [
        [
            size(*shape),
            1e3 * times[shape]["ours"],
            *map(ratio.get, others),
            1 / ratio["new"],
            ratio["filled"] / ratio["existing"],
        ]
        for shape, ratio in ratios.items()
    ]
    rows = [[size(*shape), *map(error.get, names)] for shape, error in wrong.items()]
    tables = Table(TIME_HEAD, timed), Table(ERROR_HEAD, rows)
    return Section(tables, goals(ratios[JUDGED], bandwidth()))


def goals(ratios: Mapping[str, float], milliseconds: float) -> tuple[Goal, ...]:
    """Goals for the table of shape `JUDGED`, and for another bandwidth, which takes `milliseconds`."""
    name = f"table of {size(*JUDGED)} in float32"
    return (
        Goal(f"{name}: NumPy in float64 / ours", ratios["float64"], PLAIN, least=True),
        Goal(f"{name}: ours / copy into a new array", 1 / ratios["new"], COPY),
        Goal(f"{name}: ours into an existing array / copy into it", ratios["filled"] / ratios["existing"], COPY),
        Goal("Fourier features: another bandwidth", milliseconds, BANDWIDTH, "ms"),
    )
