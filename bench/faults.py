"""What readers notice of faults: killed replicas, hostile requests, very fast moves, long use.

`python -m bench.faults` starts the deployed app behind nginx and prints Markdown in about an hour. Single parts
can be named; `--share 0.1` uses a tenth of the readers, requests and runs; `--check` exits with an error if a goal
is missed. `tests/deploy/faults` tests the same on a smaller scale, without bounds on times.

recovery
    Chromium moves a slider and its replica is killed with SIGKILL. Measured: the time until the page is connected
    to the other replica and shows its settings.
rolling
    Readers act every 3 s on average while both replicas are restarted one after the other. Errors are pages that do
    not arrive and exceptions on pages.
siege
    Hostile requests of 16 kinds in turn, four at a time, while ten readers act every 0.3 s on average; sent once
    to the replica itself and once to nginx. Peak memory of the replica is compared with its memory after 50 runs
    of each reader.
drag
    200 changes of a slider within 5 s. Measured: the time from the last change until its answer is complete.
bursts
    20 sessions in Chromium of 10 bursts each; a burst is 30 moves: rooms by the menu, arrow keys on sliders, steps
    back and forward in the history. Between two moves pass 20, 60 or 170 ms, and the messages of the server are 0,
    50 or 200 ms late. After each burst the address must have the value of every slider. A session ends with a
    dialog or an exception, or if its room is never complete.
endurance
    Runs without a pause after a fifth as many for warming up; every 500 runs the session is replaced.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle

import numpy as np

from bench.browser import launched, new_page
from bench.shared.section import Goal, Section, number, show, table
from bench.shared.served import scaled, served
from bench.shared.session import Run
from tests.browser.bursts import Bursts, bursts
from tests.deploy import proxy
from tests.deploy.faults.drag import drag_wildly
from tests.deploy.faults.endurance import endure
from tests.deploy.faults.recovery import browsing, recover
from tests.deploy.faults.replica import start_all
from tests.deploy.faults.rolling import roll
from tests.deploy.faults.siege import Siege, besiege

KILLS, READERS, ATTACKS, CHANGES, RUNS = 10, 50, 2_000, 200, 20_000
THINK = 3  # seconds between two actions of a reader, on average
DRAG = 5  # seconds, duration of the drag
BESIDE, WARM_UP = 10, 50  # readers during a siege, and runs of each before it
SESSIONS, BURSTS, MOVES = 20, 10, 30
PACES = [(pause, delay) for delay in (0, 50, 200) for pause in (20, 60, 170)]  # ms between moves, ms late
PARTS = 10  # memory readings during endurance
HEAD = ("what", "figures")

Part = tuple[str, str, tuple[Goal, ...]]
"""The two cells of a row, and its goals."""


def recovery(share: float) -> Iterator[Part]:
    """Kill the replica that Chromium is connected to."""
    with scaled(2) as (made, url), browsing() as page:
        seconds = []
        for _ in range(portion(KILLS, share)):
            start_all(made)
            seconds.append(recover(page, url, made))
    what = f"replica killed with SIGKILL under Chromium, {len(seconds)} times"
    told = f"on the other after {number(float(np.median(seconds)))} s (median), {number(max(seconds))} s (most)"
    yield what, told, (Goal("page on the other replica with its settings, most", max(seconds), 5, "s"),)


def rolling(share: float) -> Iterator[Part]:
    """Restart two replicas while readers act."""
    count = portion(READERS, share)
    with scaled(2) as (made, url):
        lives = asyncio.run(roll(made, url, count, THINK))
    runs = [run for life in lives for run in life.runs]
    errors = sum(len(life.exceptions) + len(life.refusals) for life in lives)
    returns = sum(life.returns for life in lives)
    unmoved = sum(not life.returns for life in lives)
    told = f"{len(runs)} runs, {returns} streams opened anew, {errors} errors; {times(runs)}"
    name = "rolling restart"
    goals = Goal(f"{name}: errors", errors, 0), Goal(f"{name}: sessions that it did not reach", unmoved, 0)
    yield f"rolling restart of two replicas under {count} sessions", told, goals


def siege(share: float) -> Iterator[Part]:
    """Send hostile requests to a replica, then to nginx in front of one."""
    for where in ("the replica itself", "nginx before it"):
        with scaled(1) as ((replica,), url):
            target = url if where.startswith("nginx") else replica.url
            yield besieged(where, asyncio.run(besiege(replica, target, portion(ATTACKS, share), BESIDE, WARM_UP)))


def besieged(where: str, found: Siege) -> Part:
    """Row and goals of one siege."""
    count = sum(outcomes.total() for outcomes in found.outcomes.values())
    median = float(np.median([run.seconds for run in found.runs])) * 1e3
    told = (
        f"beside them {len(found.runs)} runs, {times(found.runs)}; "
        f"{number(found.before, 0)} → {number(found.peak, 0)} MB at most; {found.returns} streams broke, "
        f"{len(found.exceptions)} exceptions, {len(found.surprises)} unexpected outcomes"
    )
    name = f"siege of {where}"
    goals = (
        Goal(f"{name}: a reader's run, median", median, 500, "ms"),
        Goal(f"{name}: memory at most / before", found.peak / found.before, 1.5),
        Goal(f"{name}: faults", found.returns + len(found.exceptions) + len(found.surprises), 0),
    )
    return f"{number(count)} hostile requests to {where}", told, goals


def drag(share: float) -> Iterator[Part]:
    """Change a slider faster than the server answers."""
    count = portion(CHANGES, share)
    with scaled(1) as ((replica,), _):
        found = asyncio.run(drag_wildly(replica.url, count, DRAG / count))
    told = (
        f"{found.runs} runs, the last one whole after {number(found.seconds * 1e3, 0)} ms; then {found.after} more"
    )
    goals = Goal("drag: last value shown", found.seconds, 2, "s"), Goal("drag: runs that follow", found.after, 0)
    yield f"{count} changes of a slider in {DRAG} s", told, goals


def hurried(share: float) -> Iterator[Part]:
    """Move faster than rooms are drawn."""
    found = []
    with launched() as browser, served() as url:
        for _, (pause, delay) in zip(range(portion(SESSIONS, share)), cycle(PACES), strict=False):
            with new_page(browser) as (page, _):
                found.append(bursts(page, url, count=BURSTS, moves=MOVES, pause=pause, delay=delay))
    yield outlived(found)


def outlived(found: Sequence[Bursts]) -> Part:
    """Row and goals of sessions with bursts."""
    done, parted = sum(one.done for one in found), sum(len(one.parted) for one in found)
    ended, errors = sum(one.ended for one in found), sum((Counter(one.errors) for one in found), Counter())
    named = "".join(f"; {times} × `{text}`" for text, times in errors.most_common(3))
    told = (
        f"{ended} sessions ended, after {parted} bursts address and sliders differ, {errors.total()} errors{named}"
    )
    goals = (
        Goal("bursts: sessions that ended", ended, 0),
        Goal(f"bursts, {done}: address and sliders differ", parted, 0),
        Goal("bursts: errors in the page", errors.total(), 0),
    )
    return f"{len(found)} sessions of {BURSTS} bursts of {MOVES} moves", told, goals


def endurance(share: float) -> Iterator[Part]:
    """Many runs; warming up takes longer than the two minutes for which Streamlit keeps closed sessions."""
    runs = portion(RUNS, share)
    with scaled(1) as ((replica,), _):
        found = asyncio.run(endure(replica, runs, runs // 5, PARTS, tell))
    course = " · ".join(number(memory, 0) for memory in found.memory)
    told = f"{course} MB after the warm-up and each tenth; {len(found.exceptions)} exceptions"
    goals = (
        Goal(f"{number(runs)} reruns: memory at most / after the warm-up", found.swell, 1.1),
        Goal(f"{number(runs)} reruns: exceptions", len(found.exceptions), 0),
    )
    yield f"{number(runs)} reruns", told, goals


MEASURED: dict[str, Callable[[float], Iterator[Part]]] = {
    "recovery": recovery,
    "rolling": rolling,
    "siege": siege,
    "drag": drag,
    "bursts": hurried,
    "endurance": endurance,
}


def section(names: Sequence[str] = tuple(MEASURED), share: float = 1) -> Section:
    """Measurements of the named faults."""
    if not proxy.executable():
        return Section("faults", f"Not measured: {proxy.NO_NGINX}.\n", ())
    found = [part for name in names for part in MEASURED[name](share)]
    goals = tuple(goal for *_, goals in found for goal in goals)
    return Section("faults", table(HEAD, [row for *row, _ in found]), goals)


def portion(count: int, share: float) -> int:
    """A share of a count, at least 1."""
    return max(1, round(count * share))


def times(runs: Sequence[Run]) -> str:
    """Median and largest duration of runs."""
    seconds = [run.seconds * 1e3 for run in runs]
    return f"{number(float(np.median(seconds)), 0)} ms (median), {number(max(seconds), 0)} ms (most)"


def tell(memory: float) -> None:
    print(f"{memory:.0f} MB", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(MEASURED)}; default: all")
    parser.add_argument("--share", type=float, default=1, help="share of the readers, requests and runs")
    parser.add_argument("--check", action="store_true", help="exit with an error if a goal is missed")
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(MEASURED):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    show(section(asked.parts or tuple(MEASURED), asked.share), check=asked.check)


if __name__ == "__main__":
    main()
