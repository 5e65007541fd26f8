"""Random inputs from outside, by the thousand, for every target of `tests.fuzz`.

`python -m bench.fuzz` prints Markdown in about 20 minutes. `--inputs 100` tries fewer inputs; addresses get a tenth
of the number, because each opens a room. An input must give a result or an error that names it; anything else is a
defect, reported with the smallest input that causes it. `--check` exits with an error if there is one. The random
seed differs from call to call and is printed.
"""

import argparse
import logging
import secrets
import sys
from dataclasses import dataclass

from hypothesis import HealthCheck, given, seed, settings

from bench.shared.section import Goal, Section, number, show, table
from tests.fuzz import CORE, PAGES, Target

INPUTS = 3000
SHARE = 10  # inputs of other targets for one of an address
HEAD = ("what is given", "inputs", "defects")


@dataclass(frozen=True)
class Tried:
    """Result of the inputs of a target."""

    target: Target
    inputs: int
    defect: str


def attempt(target: Target, inputs: int, start: int) -> Tried:
    """Draw inputs up to the given number or until one causes a defect."""
    count = 0

    def take(value: object) -> None:
        nonlocal count
        count += 1
        target.take(value)

    rule = settings(max_examples=inputs, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    try:
        seed(start)(rule(given(target.inputs)(take)))()
    except Exception as error:  # any exception is a defect
        notes = " ".join(getattr(error, "__notes__", []))
        return Tried(target, count, f"{type(error).__name__}: {error} {notes}")
    return Tried(target, count, "")


def section(inputs: int = INPUTS) -> Section:
    """All targets."""
    logging.disable(logging.WARNING)  # AppTest runs warn that there is no browser
    start = secrets.randbelow(2**32)
    tried = []
    for target in (*CORE, *PAGES):
        tried.append(attempt(target, inputs if target in CORE else inputs // SHARE, start))
        print(f"{target.name}: {tried[-1].inputs} {tried[-1].defect}", file=sys.stderr, flush=True)
    rows = [[one.target.name, number(one.inputs), "1" if one.defect else "0"] for one in tried]
    defects = [f"- {one.target.name}: `{one.defect[:400]}`" for one in tried if one.defect]
    text = "\n".join([f"Drawn from seed {start}.\n", table(HEAD, rows), *defects])
    total = number(sum(one.inputs for one in tried))
    return Section("fuzz", text, (Goal(f"defects that {total} inputs from outside showed", len(defects), 0),))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=INPUTS, help="number of inputs for each target in core")
    parser.add_argument("--check", action="store_true", help="exit with an error if there is a defect")
    asked = parser.parse_args()
    show(section(asked.inputs), check=asked.check)


if __name__ == "__main__":
    main()
