"""What addresses and files cost at most: processor time and memory of the run that opens them.

Addresses are every view of every room at the ends of its sliders, every step of every lesson, and those of
tests/pages/test_costs.py; files are tables as large as an upload may be. Rooms have been opened before. Time and
memory are measured in two processes, since following memory takes time; both have one thread for linear algebra.
"""

import json
import logging
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from bench.section import Goal, Section, Table
from core.teach.lesson import lessons
from tests.house import ROOT
from tests.mutants import npy
from tests.pages.test_costs import COSTLY
from tests.pages.test_rooms import EXTREMES, ROOMS, visit
from tests.pages.views import VIEWS

MOST_TIME, MOST_MEMORY, OF_A_FILE = 300, 40, 1000  # ms, MB, ms
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


def costs_of(of: str) -> Iterator[tuple[str, float]]:
    """What is opened, and what it costs: ms of "time", or MB of "memory" at most."""
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


def cost(of: str, run: Any) -> float:
    if of == "memory":
        tracemalloc.start()
    start = time.process_time()
    assert not run().exception
    spent = 1000 * (time.process_time() - start)
    if of == "memory":
        spent = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
    return spent


def section() -> Section:
    """The ten costliest addresses and files by processor time (ms) and by memory (MB), with their goals."""
    times, sizes = (child(of) for of in ("time", "memory"))
    of_file = {name: spent for name, spent in times.items() if name.startswith("file")}
    of_address = max(times[name] for name in times.keys() - of_file)
    goals = [
        Goal(
            "processor time of the costliest address",
            of_address,
            MOST_TIME,
            "ms",
        ),
        Goal("processor time of the costliest file", max(of_file.values()), OF_A_FILE, "ms"),
        Goal("memory of the costliest address or file", max(sizes.values()), MOST_MEMORY, "MB"),
    ]
    return Section([table(times, "processor time (ms)"), table(sizes, "memory at most (MB)")], goals)


def table(costs: Mapping[str, float], unit: str) -> Table:
    costliest = sorted(costs.items(), key=lambda each: -each[1])[:MOST_ROWS]
    return Table(("what is opened", unit), [[name.replace("|", "/"), spent] for name, spent in costliest])


def child(of: str) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.costs", of]
    one_thread = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    run = subprocess.run(command, cwd=ROOT, env=one_thread, check=True, capture_output=True, text=True)
    return json.loads(run.stdout.splitlines()[-1])


if __name__ == "__main__":
    logging.disable(logging.WARNING)  # AppTest runs warn that there is no browser
    print(json.dumps(dict(costs_of(sys.argv[1]))))
