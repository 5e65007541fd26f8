"""What addresses and files cost at most: processor time and memory of the run that opens them.

`python -m bench.costs` prints the ten costliest of each in about four minutes. Addresses are every view of every
room at the ends of its sliders, at a base and a seed that are new to the process, and every step of every lesson;
files are tables as large as an upload may be, opened and then shown beside another base. Rooms have been opened
before. Time and memory are measured in two processes, since following memory takes time; both have one thread for
linear algebra, as the server has.
"""

import argparse
import io
import json
import logging
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from bench.shared.section import Goal, Section, number, show, table
from core.config.link import pack
from core.model_config import read_config
from core.teach.lesson import lessons
from tests.house import ROOT
from tests.mutants import npy
from tests.pages.test_rooms import EXTREMES, ROOMS, visit
from tests.pages.views import VIEWS

MOST_TIME, MOST_MEMORY, OF_A_FILE = 300, 40, 1000  # ms, MB, ms
SHOWN = 10
FAR = ("largest", "steepest", "wide, one token")
TYPES = {f"type {number}": {"rope_type": "default", "rope_theta": 1e4 + number} for number in range(64)}
LAYERS = {"layer_types": [*TYPES], "rope_parameters": TYPES}
WIDE = pack(read_config({"model_type": "gemma3_text", "head_dim": 2**16, **LAYERS}))
SENTENCE = {"sentence": " ".join(f"w{count}" for count in range(128)), **EXTREMES["largest"]}
COSTLY: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *(("sentence", {**SENTENCE, "sentence_view": view}) for view in ("Embedding + encoding", "One pair", "Swap")),
    ("concatenate", {"probes": "Layers", "seed": "9"}),
    ("concatenate", {"seed": "9"}),
    ("nope", {"nope_view": "Random transformer", "seed": "9"}),
    ("mrope", {"prompt": "text 99999, video 50 x 50 x 50, image 99 x 99"}),
    *(("model", {**view, "model": "your config", "config": WIDE}) for view in VIEWS["model"]),
)
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
    yield "text 990,000 × 4", "table.csv", b"\n".join([b"-1.5,2.5,-0.5,-7.5"] * 990_000)
    packed = io.BytesIO()
    np.savez_compressed(packed, table=np.zeros(SHAPES[0], "i1"))
    yield f".npz of {len(packed.getvalue()) / 1e3:.0f} kB", "table.npz", packed.getvalue()


def measured(*, memory: bool) -> list[tuple[str, float]]:
    """What was asked for, and what it cost: MB at most, or ms."""
    found, cost = [], _memory if memory else _time
    for room in ROOMS:
        visit(room, {}, seconds=120)
    for room, asked in addresses():
        spent, app = cost(lambda room=room, asked=asked: visit(room, asked, seconds=120))
        assert not app.exception, (room, asked)
        found.append((f"/{room} {_text(asked)}", spent))
    for what, name, data in files():
        for view in VIEWS_OF_A_TABLE:
            app = visit("learned", {"learned_view": view}, seconds=120)
            app.file_uploader[0].upload(name, data)
            spent, _ = cost(lambda app=app: app.run(timeout=120))
            app.session_state["base"] = 500
            again, _ = cost(lambda app=app: app.run(timeout=120))
            found += [(f"file: {what}, {view}", spent), (f"file: {what}, {view}, another base", again)]
    return found


def _text(asked: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={str(value)[:24]}" for name, value in asked.items())


def _time(run: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    app = run()
    return 1000 * (time.process_time() - start), app


def _memory(run: Callable[[], Any]) -> tuple[float, Any]:
    tracemalloc.start()
    app = run()
    most = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return most, app


def section() -> Section:
    """The ten costliest addresses and files by processor time (ms) and by memory (MB), with their goals."""
    times, sizes = (_child(what) for what in ("time", "memory"))
    parts = [_table(times, "processor time (ms)"), _table(sizes, "memory at most (MB)")]
    return Section("costs", "\n".join(parts), goals(times, sizes))


def goals(times: list[tuple[str, float]], sizes: list[tuple[str, float]]) -> tuple[Goal, ...]:
    """Goals for the costliest address and the costliest file, from their processor times in ms and memory in MB."""
    own = [spent for what, spent in times if what.startswith("/")]
    given = [spent for what, spent in times if not what.startswith("/")]
    return (
        Goal("processor time of the costliest address", max(own), MOST_TIME, "ms"),
        Goal("processor time of the costliest file", max(given), OF_A_FILE, "ms"),
        Goal("memory of the costliest address or file", max(spent for _, spent in sizes), MOST_MEMORY, "MB"),
    )


def _child(what: str) -> list[tuple[str, float]]:
    one_thread = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "bench.costs", "--only", what]
    done = subprocess.run(command, cwd=ROOT, env=one_thread, check=True, capture_output=True, text=True)
    return [(name, spent) for name, spent in json.loads(done.stdout.splitlines()[-1])]


def _table(found: list[tuple[str, float]], unit: str) -> str:
    costliest = sorted(found, key=lambda each: -each[1])[:SHOWN]
    return table(("what is opened", unit), [(what.replace("|", "/"), number(cost, 0)) for what, cost in costliest])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=("time", "memory"), help="print one of both as JSON")
    parser.add_argument("--check", action="store_true", help="exit with an error if a goal is missed")
    asked = parser.parse_args()
    if asked.only:
        logging.disable(logging.WARNING)  # AppTest runs warn that there is no browser
        print(json.dumps(measured(memory=asked.only == "memory")))
    else:
        show(section(), check=asked.check)


if __name__ == "__main__":
    main()
