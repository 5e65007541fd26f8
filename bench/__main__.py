"""Measure, and write docs/measurements.md.

`python -m bench` measures core, browser, drag and load in about half an hour. `python -m bench soak` measures
the server's memory for half an hour, `python -m bench live` a live class in five minutes, `python -m bench
costs` the costliest addresses and files, `python -m bench fuzz` draws random inputs, `python -m bench faults`
injects faults; any parts can be named. Parts that are not measured stay in the file as they were, with their
own date and machine. The file's last section is copied from bench/history.md, which is written by hand.
`--check` exits with an error if a goal measured in this call is missed.
"""

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from bench import browser, core, costs, drag, faults, fuzz, live, load
from bench.shared.machine import stamp
from bench.shared.section import HEAD, Section, refuse, table
from tests.house import ROOT

FILE = ROOT / "docs" / "measurements.md"
HISTORY = Path(__file__).with_name("history.md")
PARTS: dict[str, tuple[Callable[[], Section], str]] = {
    "core": (core.section, "Processor time of arrays, compared with plain NumPy and with a copy."),
    "browser": (browser.section, "Waiting times in Chromium, compared with a minimal app that uses `px.imshow`."),
    "drag": (drag.section, "What moves while a slider is dragged, in Chromium."),
    "load": (
        load.section,
        "Waiting times with many readers at once; server and clients share the machine.",
    ),
    "live": (live.section, "A live class on two replicas behind nginx, with Redis; clients share the machine."),
    "faults": (faults.section, "What readers notice of faults."),
    "costs": (costs.section, "What the costliest addresses and files need in the run that opens them."),
    "fuzz": (fuzz.section, "Random inputs from outside."),
    "soak": (load.soak_section, "The server's memory over time."),
}
USUAL = ("core", "browser", "drag", "load")
INTRODUCTION = """# Measurements

Written by `make bench`, except the history, which is copied from [bench/history.md](../bench/history.md). Times
depend on the machine; compare ratios within one run. The docstrings of `bench/core.py`, `bench/browser.py`,
`bench/drag.py`, `bench/load.py`, `bench/live.py`, `bench/faults.py` and `bench/costs.py` define each figure.
`make bench ARGS=--check` fails if a goal is missed; `make bench ARGS=soak` takes half an hour.
"""


def measure(name: str) -> Section:
    """Measure one part; its text begins with date and machine."""
    call, what = PARTS[name]
    introduction = f"{what} {stamp()}"
    print(f"measuring {name} …", flush=True)
    found = call()
    return Section(name, f"{introduction}\n\n{found.text}", found.goals)


def rewritten(
    old: str,  # the previous file; may be empty
    sections: Sequence[Section],  # named as in `PARTS`
    history: str,  # Markdown with headings of level 3 or lower
) -> str:
    """The file with these sections replaced and all others unchanged."""
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
    """Text below each level-2 heading, by the heading in lower case."""
    found = re.split(r"^## (.+)\n", old, flags=re.MULTILINE)[1:]
    return dict(zip(map(str.lower, found[::2]), found[1::2], strict=True))


def rows_of(goals: str) -> dict[str, list[tuple[str, ...]]]:
    """Rows of the table of goals, by part."""
    rows = [tuple(line[2:-2].split(" | ")) for line in goals.splitlines()]
    return {name: [row for row in rows if row[0] == name] for name in PARTS}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.splitlines()[0])
    parser.add_argument(
        "parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; default: {', '.join(USUAL)}"
    )
    parser.add_argument("--check", action="store_true", help="exit with an error if a goal is missed")
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    missed = []
    for name in asked.parts or USUAL:
        found = measure(name)
        missed += found.missed
        old = (
            FILE.read_text("utf-8") if FILE.exists() else ""
        )  # read again: another call may have written meanwhile
        FILE.write_text(rewritten(old, [found], HISTORY.read_text("utf-8")), "utf-8")
    print(FILE.relative_to(ROOT))
    if asked.check:
        refuse(missed)


if __name__ == "__main__":
    main()
