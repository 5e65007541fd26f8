"""What addresses and files cost at most: processor time and memory of the run that opens them.

Addresses are every view of every room at the ends of its sliders, every step of every lesson, and those of
tests/pages/test_costs.py; files are tables as large as an upload may be. Rooms have been opened before. Time and
memory are measured in two processes, since following memory takes time; both have one thread for linear algebra.
A machine may be three times as fast on one day as on another, so the goals for time are ratios: to a loop of Python
that runs before and after each. Within an hour the same visit takes 0.65 to 1.0 loops, so the least of six
processes counts.
"""

import json
import logging
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from bench.section import Goal, Section, Table
from core.teach.lesson import lessons
from pages.shared.contents import ROOMS
from tests.house import ROOT
from tests.pages.views import COSTLY, EXTREMES, VIEWS
from tests.support.rooms import visit
from tests.support.tables import npy

MOST_TIME, MOST_MEMORY, OF_A_FILE = 0.9, 40, 3  # loops, MB, loops: 300 and 1,000 ms where a loop takes 0.33 s
STEPS = 5_000_000  # of a loop
SHARE = 25  # a loop beside an address or file has the STEPS divided by this
PROCESSES = 6  # that measure time
MOST_ROWS = 10
FAR = ("largest", "steepest", "wide, one token")
SHAPES = ((19_531, 1_023), (4_400, 4_500), (65_000, 300), (1_024, 1_024))  # of bytes
VIEWS_OF_A_TABLE = ("Spectrum", "Table", "Similarity")


def addresses() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Room and parameters of all that are opened."""
    for room in ROOMS:
        for view in VIEWS.get(room, [{}]):
            yield from ((room, {**view, **EXTREMES[name]}) for name in FAR)
            yield room, {**view, "base": "700", "seed": "77"}
    for slug, lesson in lessons().items():
        for place, step in enumerate(lesson.steps, 1):
            yield step.address.room, {**step.address.settings, "step": [f"{slug}.{place}"]}
    yield from COSTLY


def files() -> Iterator[tuple[str, str, bytes]]:
    """What it is, its name and its content."""
    for rows, columns in SHAPES:
        values = np.random.default_rng(0).integers(-127, 127, (rows, columns), dtype="i1")
        yield f"int8 {rows:,} × {columns:,}", "table.npy", npy(values)
    yield "text 624,000 × 4", "table.csv", b"\n".join([b"-1.5000,2.25000,-0.5000,-7.5000"] * 624_000)
    yield "text 990,000 × 2", "table.csv", b"\n".join([b"-1.500000,2.2500000"] * 990_000)


def costs_of(of: str) -> Iterator[tuple[str, list[float]]]:
    """What is opened, and what it costs: loops and ms of "time", or MB of "memory" at most."""
    for room in ROOMS:
        visit(room, {})
    for room, query in addresses():
        parameters = " ".join(f"{name}={str(value)[:24]}" for name, value in query.items())
        yield f"/{room} {parameters}", cost(of, lambda room=room, query=query: visit(room, query))
    for what, name, data in files():
        for view in VIEWS_OF_A_TABLE:
            app = visit("learned", {"learned_view": view})
            app.file_uploader[0].upload(name, data)
            yield f"file: {what}, {view}", cost(of, lambda app=app: app.run(timeout=120))


def cost(of: str, run: Any) -> list[float]:
    """What one run costs, as in `costs_of`."""
    if of == "memory":
        tracemalloc.start()
        assert not run().exception
        most = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        return [most]
    before, spent, after = milliseconds(loop), milliseconds(lambda: run().exception), milliseconds(loop)
    return [spent / (SHARE * (before + after) / 2), spent]


def milliseconds(call: Callable[[], Any]) -> float:
    """Processor time of a call that returns nothing true."""
    start = time.process_time()
    assert not call()
    return 1000 * (time.process_time() - start)


def loop() -> None:
    total = 0
    for step in range(STEPS // SHARE):
        total += step * step


def section() -> Section:
    """The ten costliest addresses and files by processor time and by memory (MB), with their goals."""
    sizes, several = child("memory"), [child("time") for _ in range(PROCESSES)]
    times = {name: min(each[name] for each in several) for name in several[0]}
    of_file = {name for name in times if name.startswith("file")}
    goals = [
        Goal("processor time of the costliest address / a loop", most(times, times.keys() - of_file), MOST_TIME),
        Goal("processor time of the costliest file / a loop", most(times, of_file), OF_A_FILE),
        Goal("memory of the costliest address or file", most(sizes, sizes), MOST_MEMORY, "MB"),
    ]
    return Section([table(times, "processor time / a loop", "ms"), table(sizes, "memory at most (MB)")], goals)


def most(costs: Mapping[str, list[float]], names: Iterable[str]) -> float:
    return max(costs[name][0] for name in names)


def table(costs: Mapping[str, list[float]], *units: str) -> Table:
    costliest = sorted(costs.items(), key=lambda each: -each[1][0])[:MOST_ROWS]
    return Table(("what is opened", *units), [[name.replace("|", "/"), *spent] for name, spent in costliest])


def child(of: str) -> dict[str, list[float]]:
    command = [sys.executable, "-m", "bench.costs", of]
    one_thread = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    run = subprocess.run(command, cwd=ROOT, env=one_thread, check=True, capture_output=True, text=True)
    return json.loads(run.stdout.splitlines()[-1])


if __name__ == "__main__":
    logging.disable(logging.WARNING)  # AppTest runs warn that there is no browser
    print(json.dumps(dict(costs_of(sys.argv[1]))))
