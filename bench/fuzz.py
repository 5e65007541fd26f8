"""Random inputs from outside, by the million, for every target of `tests.fuzz`.

`python -m bench.fuzz` prints Markdown in about half an hour. Readers of configs, files and lesson links get as
many inputs as `DRAWN` says, most of them real ones with changes, in as many processes as there are cores; every
target gets `INPUTS` of Hypothesis too, which finds the smallest input of a defect, and addresses a tenth of that,
because each opens a room. `--share 0.1` tries a tenth. An input must give a result or an error that names it;
anything else is a defect, reported with an input that causes it. Files that repeat the smallest element of
their format as often as their size allows (`tests.costly`) are read too, each in a process of its own, and the
costliest by time and by memory are reported. `--check` exits with an error if there is one.
The random seed differs from call to call and is printed.
"""

import argparse
import logging
import os
import random
import secrets
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from hypothesis import HealthCheck, given, seed, settings

from bench.shared.section import Goal, Section, number, show, table
from tests.costly import COSTLY, MEGABYTES, SECONDS, cost
from tests.fuzz import CORE, PAGES, Target

INPUTS = 3000
SHARE = 10  # inputs of other targets for one of an address
DRAWN = {"config.json": 300_000, "config in a link": 250_000, "table file": 450_000, "lesson link": 1_100_000}
READERS = ("config.json", "config in a link", "table file")
CHUNK = 5000  # inputs of a task
HEAD = ("what is given", "inputs", "seconds", "defects")
SHOWN = 8  # of the costliest files
READ = 600  # seconds that the readers' inputs may take


@dataclass(frozen=True)
class Tried:
    """Result of the inputs of a target."""

    name: str
    inputs: int
    seconds: float
    defect: str


def attempt(target: Target, inputs: int, start: int) -> Tried:
    """Draw inputs of Hypothesis up to the given number or until one causes a defect."""
    count, begun = 0, time.monotonic()

    def take(value: object) -> None:
        nonlocal count
        count += 1
        target.take(value)

    rule = settings(max_examples=inputs, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    defect = ""
    try:
        seed(start)(rule(given(target.inputs)(take)))()
    except Exception as error:  # any exception is a defect
        notes = " ".join(getattr(error, "__notes__", []))
        defect = f"{type(error).__name__}: {error} {notes}"
    return Tried(target.name, count, time.monotonic() - begun, defect)


def draw(name: str, inputs: int, start: int) -> tuple[int, str]:
    """Take inputs that the target draws by itself; their number, and the first defect."""
    target = next(each for each in CORE if each.name == name)
    assert target.draw is not None
    chance = random.Random(f"{name} {start}")
    for count in range(1, inputs + 1):
        value = target.draw(chance)
        try:
            target.take(value)
        except Exception as error:  # any exception is a defect
            return count, f"{type(error).__name__}: {error!s:.100} of {value!r:.300}"
    return inputs, ""


def drawn(name: str, inputs: int, start: int) -> Tried:
    """`draw` in as many processes as there are cores."""
    begun, chunks = time.monotonic(), -(-inputs // CHUNK)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(partial(draw, name, min(CHUNK, inputs)), range(start, start + chunks)))
    defect = next((defect for _, defect in found if defect), "")
    return Tried(f"{name}, drawn", sum(count for count, _ in found), time.monotonic() - begun, defect)


def costly(share: float = 1) -> Section:
    """The costliest of the files that repeat one element."""
    found = []
    for one in COSTLY[:: max(1, round(1 / share))]:
        found.append((one.name, spent := cost(one)))
        print(f"{one.name}: {spent.seconds:.2f} s, {spent.megabytes:.0f} MB", file=sys.stderr, flush=True)
    by_time = sorted(found, key=lambda each: -each[1].seconds)[:SHOWN]
    by_memory = [each for each in sorted(found, key=lambda each: -each[1].megabytes)[:SHOWN] if each not in by_time]
    rows = [[name, number(each.seconds), number(each.megabytes, 0)] for name, each in (*by_time, *by_memory)]
    goals = (
        Goal("processor time of the costliest file of one element", by_time[0][1].seconds, SECONDS, "s"),
        Goal("memory of the costliest", max(each.megabytes for _, each in found), MEGABYTES, "MB"),
    )
    head = (f"costliest of {len(found)} files", "processor time (s)", "memory at most (MB)")
    return Section("fuzz", table(head, rows), goals)


def section(share: float = 1) -> Section:
    """All targets."""
    logging.disable(logging.WARNING)  # AppTest runs warn that there is no browser
    start = secrets.randbelow(2**32)
    tried = []
    for name, inputs in DRAWN.items():
        tried.append(report(drawn(name, max(1, round(share * inputs)), start)))
    for target in (*CORE, *PAGES):
        inputs = max(1, round(share * (INPUTS if target in CORE else INPUTS / SHARE)))
        tried.append(report(attempt(target, inputs, start)))
    rows = [[one.name, number(one.inputs), number(one.seconds, 0), "1" if one.defect else "0"] for one in tried]
    defects = [f"- {one.name}: `{one.defect[:600]}`" for one in tried if one.defect]
    text = "\n".join([f"Drawn from seed {start}.\n", table(HEAD, rows), *defects])
    total = number(sum(one.inputs for one in tried))
    read = sum(one.seconds for one in tried[: len(DRAWN)] if one.name.removesuffix(", drawn") in READERS)
    goals = (
        Goal(f"defects that {total} inputs from outside showed", len(defects), 0),
        Goal("drawn inputs of the readers of configs and files, together", read, READ, "s"),
    )
    files = costly(share)
    return Section("fuzz", f"{text}\n{files.text}", goals + files.goals)


def report(one: Tried) -> Tried:
    """The section, printed."""
    print(f"{one.name}: {one.inputs} in {one.seconds:.0f} s {one.defect}", file=sys.stderr, flush=True)
    return one


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, default=1, help="part of the usual number of inputs")
    parser.add_argument("--check", action="store_true", help="exit with an error if there is a defect")
    asked = parser.parse_args()
    show(section(asked.share), check=asked.check)


if __name__ == "__main__":
    main()
