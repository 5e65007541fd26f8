"""Measure, and write docs/measurements.md.

`python -m bench` measures core, browser and load, in about fifteen minutes; `python -m bench soak` the memory
of the server in half an hour, `python -m bench fuzz` tries inputs at random, `python -m bench faults` breaks
things, and any other names of parts only those. What was not measured now stays in the file as it was, with the
date and machine of its own; what is told at its end stands in bench/history.md and is written by hand.
`--check` ends with an error where a goal is missed that was measured now.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from bench import browser, core, faults, fuzz, load
from bench.shared.machine import busy, stamp
from bench.shared.section import HEAD, Section, refuse, table
from tests.house import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FILE = ROOT / "docs" / "measurements.md"
HISTORY = Path(__file__).with_name("history.md")
PARTS: dict[str, tuple[Callable[[], Section], str]] = {
    "core": (core.section, "What arrays cost beside plain NumPy and beside a copy."),
    "browser": (browser.section, "What a reader waits for, in Chromium, beside the shortest app with `px.imshow`."),
    "load": (
        load.section,
        "How long a reader waits while others read, on the machine that also plays the readers.",
    ),
    "faults": (faults.section, "What readers notice when something breaks."),
    "fuzz": (fuzz.section, "What came of inputs from outside, drawn at random."),
    "soak": (load.soak_section, "Whether the server's memory stays flat."),
}
USUAL = ("core", "browser", "load")
INTRODUCTION = """# Measurements

Written by `make bench`, but for the history, which stands in [bench/history.md](../bench/history.md). Times
depend on the machine; what can be relied on are ratios within one run. How each figure is taken stands at the
head of `bench/core.py`, `bench/browser.py` and `bench/load.py`; `make bench ARGS=--check` fails where a goal is
missed, `make bench ARGS=soak` takes half an hour.
"""


def measure(name: str) -> Section:
    """One part, under the date and the machine."""
    call, what = PARTS[name]
    told = f"{what} {stamp(busy())}"
    print(f"measuring {name} …", flush=True)
    found = call()
    return Section(name, f"{told}\n\n{found.text}", found.goals)


def rewritten(old: str, sections: Sequence[Section], history: str) -> str:
    """The file with these sections, and all others as they were in the old one.

    Parameters
    ----------
    old : str
        May be empty.
    sections : sequence of Section
        Named as in `PARTS`.
    history : str
        Markdown whose headings are of the third level or lower.
    """
    parts = texts_of(old)
    goals = rows_of(parts.get("goals", ""))
    goals |= {one.name: [(one.name, *goal.cells()) for goal in one.goals] for one in sections}
    parts |= {one.name: one.text for one in sections}
    known = [name for name in PARTS if name in parts]
    rows = [row for name in known for row in goals.get(name, [])]
    bodies = {"Goals": table(("part", *HEAD), rows)} | {name.capitalize(): parts[name] for name in known}
    bodies["History"] = history
    return "\n".join([INTRODUCTION, *(f"## {head}\n\n{body.strip()}\n" for head, body in bodies.items())])


def texts_of(old: str) -> dict[str, str]:
    """What stands under each heading of the second level, by the heading in small letters."""
    found = re.split(r"^## (.+)\n", old, flags=re.MULTILINE)[1:]
    return dict(zip(map(str.lower, found[::2]), found[1::2], strict=True))


def rows_of(goals: str) -> dict[str, list[tuple[str, ...]]]:
    """The rows of the table of goals, by part."""
    rows = [tuple(line[2:-2].split(" | ")) for line in goals.splitlines()]
    return {name: [row for row in rows if row[0] == name] for name in PARTS}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.splitlines()[0])
    parser.add_argument(
        "parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; without, all but fuzz and soak"
    )
    parser.add_argument("--check", action="store_true", help="end with an error where a goal is missed")
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    missed = []
    for name in asked.parts or USUAL:
        found = measure(name)
        missed += found.missed
        old = FILE.read_text("utf-8") if FILE.exists() else ""  # now: another part may have been written meanwhile
        FILE.write_text(rewritten(old, [found], HISTORY.read_text("utf-8")), "utf-8")
    print(FILE.relative_to(ROOT))
    if asked.check:
        refuse(missed)


if __name__ == "__main__":
    main()
