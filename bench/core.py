"""Processor time, memory and error of core's arrays, compared with plain NumPy and with a copy.

`python -m bench.core` prints Markdown in less than a minute; `--check` exits with an error if a goal is missed.
Definitions:

time
    Processor time, user and system, of all threads: it depends less on other load than wall time. The contenders
    are measured in turn, several times each; the shortest time of each counts. A turn repeats short calls until it
    is long enough to be measured.
plain NumPy
    The usual code: sine and cosine of the outer product of positions and frequencies, in float64 (NumPy's default)
    and in float32 (as in most PyTorch code).
copy
    `np.copyto` of the finished float32 table, once into a new array, which includes the page faults of any new
    array, and once into an existing array.
error
    Largest error of 1,000 cells, some of them at the last position, against 40 digits (mpmath), in units of the
    float32 spacing just below 1, which is 2**-24 or 6e-8. A correctly rounded value is within half a unit.
at the resolution of a screen
    The arrays of the rooms Similarity and Matrix, at the default and at the largest size. The error is measured
    against means of single values, up to 2,731 in a mean; the memory is the peak during the call.
a bandwidth
    What the room Fourier features computes for a bandwidth that nobody has asked for yet.
"""

import argparse
import importlib.util
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import ceil
from typing import Any

import mpmath
import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from bench.shared.section import Goal, Section, number, show, table
from core.beyond_text.learning import halving_times, learned, learner
from core.schemes.sinusoidal import sinusoidal
from core.similarity import dot_product, dot_product_curve
from core.sinusoidal.block_means import block_means

SIZES = ((128, 512), (2_048, 1_024), (32_768, 1_024), (32_768, 4_096))
JUDGED = (32_768, 1_024)
PLAIN, COPY = 10, 2.5  # goals at that size: plain NumPy / ours, ours / copy
BANDWIDTH = 30  # ms of processor time, goal
BUDGET, TURN, LEAST = 3.0, 2e-3, 2  # seconds in total, least seconds a turn, least number of turns
SPACING = 2.0**-24
DIGITS, CELLS = 40, 1_000
COPIES = ("new", "existing")
DEFAULT, LARGEST = (128, 512), (1_048_576, 16_384)
POINTS, ROWS, COLUMNS = 4_097, 340, 768  # as in the rooms

Call = Callable[[], Any]
Positions = NDArray[np.int_]


# ---- Contenders.


def plain(length: int, d_model: int, dtype: DTypeLike = np.float64, base: float = 10_000.0) -> NDArray[Any]:
    """The table by the paper's formula."""
    frequencies = (base ** (-np.arange(0, d_model, 2) / d_model)).astype(dtype)  # (d_model / 2,) radians per token
    angles = np.outer(np.arange(length, dtype=dtype), frequencies)
    found = np.empty((length, d_model), dtype)
    found[:, 0::2], found[:, 1::2] = np.sin(angles), np.cos(angles)
    return found


def in_torch(length: int, d_model: int, base: float = 10_000.0) -> Any:
    """The same in float32 with PyTorch on one core."""
    import torch  # noqa: PLC0415 - optional

    torch.set_num_threads(1)
    frequencies = base ** (-torch.arange(0, d_model, 2) / d_model)  # (d_model / 2,) radians per token
    angles = torch.outer(torch.arange(length, dtype=torch.float32), frequencies)
    found = torch.empty(length, d_model)
    found[:, 0::2], found[:, 1::2] = torch.sin(angles), torch.cos(angles)
    return found


def contenders(length: int, d_model: int) -> dict[str, Call]:
    """Functions to be timed: ours, plain NumPy, copies, and PyTorch if it is installed."""
    finished = sinusoidal(length, d_model, dtype=np.float32)
    existing = finished.copy()
    found: dict[str, Call] = {
        "ours": lambda: sinusoidal(length, d_model, dtype=np.float32),
        "float64": lambda: plain(length, d_model),
        "float32": lambda: plain(length, d_model, np.float32),
        "new": lambda: np.copyto(np.empty_like(finished), finished),
        "existing": lambda: np.copyto(existing, finished),
    }
    if importlib.util.find_spec("torch"):
        found["torch"] = lambda: in_torch(length, d_model)
    return found


# ---- Time, memory, error.


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


def peak(call: Call) -> float:
    """Peak memory of a call, in MB."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


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
    wanted = exact(*cells, d_model)
    tables = {name: call for name, call in calls.items() if name not in COPIES}
    return {
        name: float(np.abs(np.asarray(call())[cells] - wanted).max()) / SPACING for name, call in tables.items()
    }


# ---- At the resolution of a screen.


@dataclass(frozen=True)
class Screen:
    """Cost and error of a room's array at one size."""

    seconds: float  # processor time
    memory: float  # MB, peak
    values: int
    error: float  # absolute; the largest value is 1


def curve(length: int, d_model: int) -> Screen:
    """The curve of the room Similarity; the error is measured at both ends and in the middle."""
    found = dot_product_curve(length, d_model, points=POINTS)
    run = np.arange(found.offsets_per_point) - found.offsets_per_point // 2
    places = [0, len(found.values) // 2, len(found.values) - 1]
    wanted = [dot_product(found.offsets[place] + run, d_model).mean() for place in places]
    error = np.abs(found.values[places] - wanted).max() / (d_model // 2)
    call = partial(dot_product_curve, length, d_model, points=POINTS)
    return Screen(seconds({"": call}, 1)[""], peak(call), found.values.size, float(error))


def means(length: int, d_model: int) -> Screen:
    """The table of the room Matrix; the error is measured in the second row of blocks."""
    call = partial(block_means, length, d_model, rows=ROWS, columns_=COLUMNS)
    found = call()
    covered = np.arange(found.positions, 2 * found.positions)
    direct = sinusoidal(covered, d_model)
    starts = np.arange(0, d_model, found.dimensions)
    wanted = np.add.reduceat(direct.mean(axis=0), starts) / np.diff(starts, append=d_model)
    error = np.abs(found.values[1] - wanted).max()
    return Screen(seconds({"": call}, 1)[""], peak(call), found.values.size, float(error))


def bandwidth() -> float:
    """Milliseconds of processor time for a bandwidth of the room Fourier features that is not cached."""
    fresh = count()

    def call() -> None:
        teacher = learner(sigma=4 + next(fresh) / 100)
        learned(teacher, np.sign(teacher.places - 0.5), 1)
        halving_times(teacher, np.arange(1, 17))

    return 1e3 * seconds({"": call}, 1)[""]


# ---- Report.

TIME_HEAD = (
    "length × d_model | ours (ms) | NumPy float64 / ours | NumPy float32 / ours | PyTorch float32 / ours | "
    "ours / copy into a new array | ours / copy into an existing one"
).split(" | ")
ERROR_HEAD = ("largest error (2⁻²⁴)", "ours, float32", "NumPy float64", "NumPy float32", "PyTorch float32")
SCREEN_HEAD = (
    "at the resolution of a screen | cells | values shown | CPU (ms) | times the smaller | a value (ns) | "
    "memory (MB) | error (of 1)"
).split(" | ")


@dataclass(frozen=True)
class Table:
    """Times and errors of all contenders for one size of table."""

    length: int
    d_model: int
    times: Mapping[str, float]  # seconds
    errors: Mapping[str, float]  # float32 spacings

    def against(self, name: str) -> float:
        """Another contender's time divided by ours; nan if it was not measured."""
        return self.times.get(name, np.nan) / self.times["ours"]

    def time_cells(self) -> list[str]:
        """A row of the table of times."""
        others = [number(self.against(name)) for name in ("float64", "float32", "torch")]
        copies = [number(1 / self.against(name)) for name in COPIES]
        return [size(self.length, self.d_model), number(1e3 * self.times["ours"]), *others, *copies]

    def error_cells(self) -> list[str]:
        """A row of the table of errors."""
        found = (self.errors.get(name, np.nan) for name in ("ours", "float64", "float32", "torch"))
        return [
            size(self.length, self.d_model),
            *(f"{error:.0e}" if error < 0.01 else number(error) for error in found),
        ]


def measured(length: int, d_model: int) -> Table:
    calls = contenders(length, d_model)
    return Table(length, d_model, seconds(calls), errors(length, d_model, calls))


def size(length: int, d_model: int) -> str:
    return f"{length:,} × {d_model:,}"


def screen_rows(name: str, screens: Mapping[tuple[int, int], Screen]) -> list[list[str]]:
    first = next(iter(screens.values()))
    return [
        [
            *(name, size(*shape), number(one.values), number(1e3 * one.seconds)),
            *(number(one.seconds / first.seconds), number(1e9 * one.seconds / one.values), number(one.memory)),
            f"{one.error:.0e}" if one.error else "0",
        ]
        for shape, one in screens.items()
    ]


def section() -> Section:
    """All measurements of core."""
    tables = [measured(*shape) for shape in SIZES]
    rows = [
        row
        for name, call in (("dot product over the offset", curve), ("table as block means", means))
        for row in screen_rows(name, {shape: call(*shape) for shape in (DEFAULT, LARGEST)})
    ]
    missing = [] if "torch" in tables[0].times else ["PyTorch was not installed.\n"]
    text = [
        table(TIME_HEAD, [one.time_cells() for one in tables]),
        *missing,
        table(ERROR_HEAD, [one.error_cells() for one in tables]),
        table(SCREEN_HEAD, rows),
    ]
    return Section("core", "\n".join(text), goals(tables, bandwidth()))


def goals(tables: Sequence[Table], milliseconds: float) -> tuple[Goal, ...]:
    """Goals for the table of shape `JUDGED`, and for another bandwidth, which takes `milliseconds`."""
    judged = next(one for one in tables if (one.length, one.d_model) == JUDGED)
    name = f"table of {size(*JUDGED)} in float32"
    return (
        Goal(f"{name}: NumPy in float64 / ours", judged.against("float64"), PLAIN, least=True),
        Goal(f"{name}: ours / copy into a new array", 1 / judged.against("new"), COPY),
        Goal("Fourier features: another bandwidth", milliseconds, BANDWIDTH, "ms"),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit with an error if a goal is missed")
    show(section(), check=parser.parse_args().check)


if __name__ == "__main__":
    main()
