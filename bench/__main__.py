"""Measure, and write docs/measurements.md.

`python -m bench` measures core, sentence, browser, drag and load in about half an hour. `python -m bench live`
measures a live class, `faults` injects faults for an hour, `costs` opens the costliest addresses and files; any
parts can be named. `--share 0.1` takes a tenth of the readers and runs of faults, `--rooms matrix,waves` some rooms
only; neither is kept. `--check` exits with an error if a goal measured in this call is missed.

The results of each part stand in bench/results with their date and machine; docs/measurements.md is written from
them, from bench/definitions.md and from bench/history.md, which are written by hand.
"""

import argparse
import json
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import psutil

from bench import browser, core, costs, drag, faults, live, load, sentence
from bench.section import HEAD, Section, Table
from core.inputs.sections import sections
from tests.browser.visit import ROOMS
from tests.house import ROOT

FILE = ROOT / "docs" / "measurements.md"
HERE = Path(__file__).parent
PARTS = {
    "core": (core.section, "Processor time of arrays, compared with plain NumPy and with a copy."),
    "sentence": (sentence.section, "A sentence through the released model, in a process with one thread."),
    "browser": (browser.section, "Waiting times in Chromium, compared with a minimal app that uses `px.imshow`."),
    "drag": (drag.section, "What moves while a slider is dragged, in Chromium."),
    "load": (
        load.section,
        "Waiting times with many readers at once; server and clients share the machine.",
    ),
    "live": (live.section, "A live class on two replicas behind nginx, with Redis; clients share the machine."),
    "faults": (faults.section, "What readers notice of faults."),
    "costs": (costs.section, "What the costliest addresses and files need in the run that opens them."),
}
USUAL = ("core", "sentence", "browser", "drag", "load")
INTRODUCTION = """# Measurements

Written by `make bench` from [bench/results](../bench/results), [bench/definitions.md](../bench/definitions.md) and
[bench/history.md](../bench/history.md). Times depend on the machine; compare ratios within one run.
`make bench ARGS=--check` fails if a goal is missed.
"""


def stamp() -> str:
    """Date, kind of machine and versions, as one sentence."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("streamlit", "numpy", "plotly", "pandas"))
    return (
        f"{datetime.now(UTC):%Y-%m-%d}; {psutil.cpu_count()} cores, {psutil.virtual_memory().total / 1e9:.0f} GB; "
        f"Python {platform.python_version()}, {packages}."
    )


def document(results: Path) -> str:
    """docs/measurements.md from the results in a folder."""
    stored = {path.stem: json.loads(path.read_text("utf-8")) for path in results.glob("*.json")}
    measured = {name: Section.from_json(stored[name]) for name in PARTS if name in stored}
    defined = sections((HERE / "definitions.md").read_text("utf-8"))
    goals = [[name, *goal.cells()] for name, section in measured.items() for goal in section.goals]
    bodies = {"Goals": str(Table(("part", *HEAD), goals))}
    for name, section in measured.items():
        about = f"{PARTS[name][1]} {stored[name]['measured']}"
        texts = [about, defined.get(name.capitalize(), ""), str(section)]
        bodies[name.capitalize()] = "\n\n".join(filter(None, texts))
    bodies["History"] = (HERE / "history.md").read_text("utf-8")
    return "\n".join([INTRODUCTION, *(f"## {head}\n\n{body.strip()}\n" for head, body in bodies.items())])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.splitlines()[0])
    parser.add_argument(
        "parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; default: {', '.join(USUAL)}"
    )
    parser.add_argument("--rooms", default="", help="of browser and drag, separated by commas; default: all")
    parser.add_argument("--share", type=float, default=1, help="of the readers and runs of faults")
    parser.add_argument("--check", action="store_true", help="exit with an error if a goal is missed")
    arguments = parser.parse_args()
    rooms = [room for room in arguments.rooms.split(",") if room]
    if unknown := {*arguments.parts} - {*PARTS} | {*rooms} - {*ROOMS.values()}:
        parser.error(f"no such part or room: {', '.join(sorted(unknown))}")
    some = {"rooms": rooms}
    options = {"browser": some, "drag": some, "faults": {"share": arguments.share}}
    missed = []
    for name in arguments.parts or USUAL:
        print(f"measuring {name} …", flush=True)
        part = PARTS[name][0](**options.get(name, {}))
        print(part, Table(HEAD, [goal.cells() for goal in part.goals]), sep="\n")
        missed += [goal for goal in part.goals if goal.missed]
        if not rooms and arguments.share == 1:
            record = {"measured": stamp()} | part.to_json()
            (HERE / "results" / f"{name}.json").write_text(
                json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8"
            )
            FILE.write_text(document(HERE / "results"), "utf-8")
    if arguments.check and missed:
        sys.exit("\n".join(["missed:", *(" · ".join(goal.cells()) for goal in missed)]))


if __name__ == "__main__":
    main()
