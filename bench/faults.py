"""What readers notice of faults: the attacks of tests/deploy/faults, ten times as many and with their times."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import cycle, islice

import numpy as np

from bench.browser import launched, new_page
from bench.section import Goal, Section, Table, number
from tests.browser.bursts import bursts
from tests.deploy.faults.attacks import besiege
from tests.deploy.faults.load import drag_wildly, endure
from tests.deploy.faults.replica import start_all
from tests.deploy.faults.restarts import browsing, recover, roll
from tests.deploy.local_app import scaled, single_server
from tests.deploy.session import Run

KILLS, READERS, ATTACKS, CHANGES, SESSIONS, RUNS = 10, 50, 2_000, 200, 20, 20_000
THINK = 3  # seconds between two actions of a reader, on average
DRAG = 5  # seconds, duration of the drag
BESIDE, WARM_UP = 10, 50  # readers during a siege, and runs of each before it
BURSTS, MOVES = 10, 30
PACES = [(pause, delay) for delay in (0, 50, 200) for pause in (20, 60, 170)]  # ms between moves, ms late

Part = tuple[str, str, list[Goal]]
"""The two cells of a row, and its goals."""


def recovery(kills: int) -> Part:
    """Kill the replica that Chromium is connected to."""
    seconds = []
    with scaled(2) as (made, url), browsing() as page:
        for _ in range(kills):
            start_all(made)
            seconds.append(recover(page, url, made))
    shown = f"on the other after {number(float(np.median(seconds)))} s (median), {number(max(seconds))} s (most)"
    goal = Goal("page on the other replica with its settings, most", max(seconds), 5, "s")
    return f"replica killed with SIGKILL under Chromium, {kills} times", shown, [goal]


def rolling(readers: int) -> Part:
    """Restart two replicas while readers act."""
    with scaled(2) as (made, url):
        lives = asyncio.run(roll(made, url, readers, THINK))
    runs = [run for life in lives for run in life.runs]
    errors = sum(len(life.exceptions) + len(life.refusals) for life in lives)
    shown = f"{len(runs)} runs, {sum(life.returns for life in lives)} streams opened anew; {times(runs)}"
    goal = Goal("rolling restart: errors", errors, 0)
    return f"rolling restart of two replicas under {readers} sessions", shown, [goal]


def siege(attacks: int) -> Part:
    """Send hostile requests to a replica."""
    with scaled(1) as ((replica,), _):
        found = asyncio.run(besiege(replica, replica.url, attacks, BESIDE, WARM_UP))
    median = 1e3 * float(np.median([run.seconds for run in found.runs]))
    goals = [
        Goal("siege: a reader's run, median", median, 500, "ms"),
        Goal("siege: memory at most / before", found.peak / found.before, 1.5),
        Goal("siege: faults", found.returns + len(found.exceptions) + len(found.surprises), 0),
    ]
    return f"{attacks} hostile requests", f"beside them {len(found.runs)} runs, {times(found.runs)}", goals


def drag(changes: int) -> Part:
    """Change a slider faster than the server answers."""
    with scaled(1) as ((replica,), _):
        found = asyncio.run(drag_wildly(replica.url, changes, DRAG / changes))
    goals = [Goal("drag: last value shown", found.seconds, 2, "s"), Goal("drag: runs that follow", found.after, 0)]
    return f"{changes} changes of a slider in {DRAG} s", f"{found.runs} runs", goals


def hurried(sessions: int) -> Part:
    """Move faster than rooms are drawn."""
    found = []
    with launched() as browser, single_server() as url:
        for pause, delay in islice(cycle(PACES), sessions):
            with new_page(browser) as (page, _):
                found.append(bursts(page, url, count=BURSTS, moves=MOVES, pause=pause, delay=delay))
    goals = [
        Goal("bursts: sessions that ended", sum(one.ended for one in found), 0),
        Goal("bursts: address and sliders differ", sum(len(one.parted) for one in found), 0),
        Goal("bursts: errors in the page", sum(len(one.errors) for one in found), 0),
    ]
    return (
        f"{sessions} sessions of {BURSTS} bursts of {MOVES} moves",
        f"{sum(one.burst_count for one in found)} bursts",
        goals,
    )


def endurance(runs: int) -> Part:
    """Many runs; warming up takes longer than the two minutes for which Streamlit keeps closed sessions."""
    with scaled(1) as ((replica,), _):
        found = asyncio.run(endure(replica, runs, runs // 5, 10))
    course = " · ".join(f"{memory:.0f}" for memory in found.memory)
    name = f"{number(runs)} reruns"
    goals = [
        Goal(f"{name}: memory at most / after the warm-up", found.swell, 1.1),
        Goal(f"{name}: exceptions", len(found.exceptions), 0),
    ]
    return name, f"{course} MB after the warm-up and each tenth", goals


MEASURED: tuple[tuple[Callable[[int], Part], int], ...] = (
    (recovery, KILLS),
    (rolling, READERS),
    (siege, ATTACKS),
    (drag, CHANGES),
    (hurried, SESSIONS),
    (endurance, RUNS),
)


def section(share: float = 1) -> Section:
    """All faults, or a share of each."""
    found = [measure(max(1, round(count * share))) for measure, count in MEASURED]
    rows, goals = [row for *row, _ in found], [goal for *_, goals in found for goal in goals]
    return Section([Table(("what", "figures"), rows)], goals)


def times(runs: Sequence[Run]) -> str:
    """Median and largest duration of runs."""
    seconds = [run.seconds * 1e3 for run in runs]
    return f"{np.median(seconds):,.0f} ms (median), {max(seconds):,.0f} ms (most)"
