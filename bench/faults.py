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
from tests.deploy.faults.restarts import recover, roll
from tests.deploy.local_app import scaled, single_server
from tests.deploy.session import Run

KILLS, READERS, ATTACKS, CHANGES, SESSIONS, RUNS = 10, 50, 2_000, 200, 30, 20_000
THINK = 3  # seconds between two actions of a reader, on average
DRAG = 5  # seconds, duration of the drag
BESIDE, WARM_UP = 10, 50  # readers during a siege, and runs of each before it
BURSTS, MOVES = 10, 12
PACES = [(pause, delay) for delay in (0, 50, 200) for pause in (20, 60, 170)]  # ms between moves, ms late

Part = tuple[str, str, list[Goal]]
"""The two cells of a row, and its goals."""


def recovery(kills: int) -> Part:
    """Kill the replica that Chromium is connected to."""
    seconds = []
    with scaled(2) as (replicas, url), launched() as browser, new_page(browser) as (page, _):
        for _ in range(kills):
            start_all(replicas)
            seconds.append(recover(page, url, replicas))
    figures = f"on the other after {number(float(np.median(seconds)))} s (median), {number(max(seconds))} s (most)"
    goal = Goal("page on the other replica with its settings, most", max(seconds), 5, "s")
    return f"replica killed with SIGKILL under Chromium, {kills} times", figures, [goal]


def rolling(readers: int) -> Part:
    """Restart two replicas while readers act."""
    with scaled(2) as (replicas, url):
        lives = asyncio.run(roll(replicas, url, readers, THINK))
    runs = [run for life in lives for run in life.runs]
    errors = sum(len(life.exceptions) + len(life.refusals) for life in lives)
    figures = f"{len(runs)} runs, {sum(life.returns for life in lives)} streams opened anew; {times(runs)}"
    goal = Goal("rolling restart: errors", errors, 0)
    return f"rolling restart of two replicas under {readers} sessions", figures, [goal]


def siege(attacks: int) -> Part:
    """Send hostile requests to a replica."""
    with scaled(1) as ((replica,), _):
        report = asyncio.run(besiege(replica, replica.url, attacks, BESIDE, WARM_UP))
    runs = [run for life in report.lives for run in life.runs]
    median = 1e3 * float(np.median([run.seconds for run in runs]))
    faults = sum(life.returns + len(life.exceptions) for life in report.lives) + len(report.surprises)
    goals = [
        Goal("siege: a reader's run, median", median, 500, "ms"),
        Goal("siege: memory at most / before", report.peak / report.before, 1.5),
        Goal("siege: faults", faults, 0),
    ]
    return f"{attacks} hostile requests", f"beside them {len(runs)} runs, {times(runs)}", goals


def drag(changes: int) -> Part:
    """Change a slider faster than the server answers."""
    with scaled(1) as ((replica,), _):
        trial = asyncio.run(drag_wildly(replica.url, changes, DRAG / changes))
    goals = [Goal("drag: last value shown", trial.seconds, 2, "s"), Goal("drag: runs that follow", trial.after, 0)]
    return f"{changes} changes of a slider in {DRAG} s", f"{trial.runs} runs", goals


def hurried(sessions: int) -> Part:
    """Move faster than rooms are drawn."""
    reports = []
    with launched() as browser, single_server() as url:
        for pause, delay in islice(cycle(PACES), sessions):
            with new_page(browser) as (page, _):
                reports.append(bursts(page, url, count=BURSTS, moves=MOVES, pause=pause, delay=delay))
    goals = [
        Goal("bursts: sessions that ended", sum(one.ended for one in reports), 0),
        Goal("bursts: address and sliders differ", sum(len(one.parted) for one in reports), 0),
        Goal("bursts: pictures that a fresh page draws otherwise", sum(len(one.stale) for one in reports), 0),
        Goal("bursts: errors in the page", sum(len(one.errors) for one in reports), 0),
    ]
    return (
        f"{sessions} sessions of {BURSTS} bursts of {MOVES} moves",
        f"{sum(one.burst_count for one in reports)} bursts",
        goals,
    )


def endurance(runs: int) -> Part:
    """Many runs; warming up takes longer than the two minutes for which Streamlit keeps closed sessions."""
    with scaled(1) as ((replica,), _):
        report = asyncio.run(endure(replica, runs, runs // 5, 10))
    course = " · ".join(f"{memory:.0f}" for memory in report.memory)
    name = f"{number(runs)} reruns"
    goals = [
        Goal(f"{name}: memory at most / after the warm-up", max(report.memory) / report.memory[0], 1.1),
        Goal(f"{name}: exceptions", len(report.exceptions), 0),
    ]
    return name, f"{course} MB after the warm-up and each tenth", goals


FAULTS: tuple[tuple[Callable[[int], Part], int], ...] = (
    (recovery, KILLS),
    (rolling, READERS),
    (siege, ATTACKS),
    (drag, CHANGES),
    (hurried, SESSIONS),
    (endurance, RUNS),
)


def section(share: float = 1) -> Section:
    """All faults, or a share of each."""
    parts = [measure(max(1, round(count * share))) for measure, count in FAULTS]
    rows, goals = [row for *row, _ in parts], [goal for *_, goals in parts for goal in goals]
    return Section([Table(("what", "figures"), rows)], goals)


def times(runs: Sequence[Run]) -> str:
    """Median and largest duration of runs."""
    seconds = [run.seconds * 1e3 for run in runs]
    return f"{np.median(seconds):,.0f} ms (median), {max(seconds):,.0f} ms (most)"
