"""Random inputs from outside, by the million, and the costliest files: more of what the tests take.

Every target of `tests.fuzz` takes inputs in as many processes as there are cores; an input that gives neither a
result nor an error that names it is a defect. Files of `tests.costly` are read each in a process of its own. The
random seed differs from call to call and stands in the note.
"""

import logging
import os
import secrets
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from bench.section import Goal, Section, Table
from tests.costly import COSTLY, MEGABYTES, SECONDS, cost
from tests.fuzz import CORE, PAGES

INPUTS = {"config.json": 300_000, "config in a link": 250_000, "table file": 450_000, "lesson link": 1_100_000}
OF_OTHERS, OF_ADDRESSES = 30_000, 300  # an address opens a room
CHUNK = 2_500  # inputs of a task
ROWS = 8  # of the costliest files


def attempt(name: str, count: int, seed: int) -> str:
    """The defect that inputs of a target show, or ""."""
    logging.disable(logging.WARNING)  # AppTest runs warn that there is no browser
    try:
        next(target for target in (*CORE, *PAGES) if target.name == name).attempt(count, seed)
    except AssertionError as error:
        return str(error)
    return ""


def section(share: float = 1) -> Section:
    """All targets and files, or a share of them."""
    seed, rows, defects = secrets.randbelow(2**32), [], []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for target in (*CORE, *PAGES):
            usual = INPUTS.get(target.name, OF_OTHERS if target in CORE else OF_ADDRESSES)
            count, begun = max(1, round(share * usual)), time.monotonic()
            size = min(CHUNK, -(-count // (os.cpu_count() or 1)))
            outcomes = pool.map(partial(attempt, target.name, size), range(seed, seed + -(-count // size)))
            defects += [defect for defect in outcomes if defect]
            rows.append([target.name, count, time.monotonic() - begun])
    costs = [(one.name, cost(one)) for one in COSTLY[:: max(1, round(1 / share))]]
    costliest = sorted(costs, key=lambda each: -each[1].seconds / SECONDS - each[1].megabytes / MEGABYTES)[:ROWS]
    files = [[name, spent.seconds, spent.megabytes] for name, spent in costliest]
    tables = [
        Table(("what is given", "inputs", "seconds"), rows),
        Table((f"costliest of {len(costs)} files", "processor time (s)", "memory at most (MB)"), files),
    ]
    goals = [
        Goal(f"defects that {sum(count for _, count, _ in rows):,} inputs from outside showed", len(defects), 0),
        Goal(
            "processor time of the costliest file of one element",
            max(one.seconds for _, one in costs),
            SECONDS,
            "s",
        ),
        Goal("memory of the costliest", max(one.megabytes for _, one in costs), MEGABYTES, "MB"),
    ]
    return Section(tables, goals, "; ".join([f"Drawn from seed {seed}", *defects]))
