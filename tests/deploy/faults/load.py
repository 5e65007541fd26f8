"""Readers who move a slider faster than the server answers, and who run rooms without pauses."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from deploy.warm_up import LEFT
from tests.deploy.faults.reader import Texts, reading
from tests.deploy.faults.replica import Replica
from tests.deploy.machine import memory
from tests.deploy.session import act

VISIT = 500  # runs until the session is closed and another one opened


@dataclass(frozen=True)
class Drag:
    """Runs and times of a drag."""

    runs: int  # started by the server
    seconds: float  # from the last change until its answer was complete
    after: int  # runs started after that
    other_texts: bool  # whether the first value shows something else than the last


async def texts_of(url: str, **settings: str) -> Texts:
    """Texts that the room Matrix shows with these settings."""
    async with reading(url, room="matrix") as (reader,):
        for name, option in settings.items():
            await reader.move(name, option)
        return reader.answer.texts


def back_and_forth(options: Sequence[str], count: int) -> list[str]:
    """`count` options, no option twice in a row; the last one occurs nowhere else."""
    *rest, last = options
    return [rest[i * 7 % len(rest)] for i in range(count - 1)] + [last]


async def drag_wildly(url: str, count: int, pause: float = 0) -> Drag:
    """Change `d_model` `count` times with a pause in seconds after each change."""
    async with reading(url, 2, "matrix") as (wild, calm):
        values = back_and_forth(wild.sliders["d_model"].stops, count)
        expected, before = await texts_of(url, d_model=values[-1]), wild.begun
        async with asyncio.TaskGroup() as group:
            group.create_task(wild.hear_until(expected))  # a browser always receives
            await wild.drag("d_model", values, pause)
            last = time.perf_counter()
        seconds = time.perf_counter() - last
        for option in values[:5]:  # a run still queued would start before these are answered
            await calm.move("d_model", option)
        differs = expected != await texts_of(url, d_model=values[0])
        runs = wild.begun - before
        await wild.hear_all()
        return Drag(runs, seconds, wild.begun - before - runs, differs)


@dataclass(frozen=True)
class Endurance:
    """Memory and exceptions."""

    memory: tuple[float, ...]  # MB after the warm-up and after each following part
    exceptions: tuple[str, ...]


async def endure(replica: Replica, runs: int, warm_up: int, parts: int = 1) -> Endurance:
    """Run `runs` runs in `parts` parts after a warm-up, which begins in the rooms that a server leaves cold."""
    megabytes, exceptions, choice = [], [], random.Random(7)
    for room in LEFT:
        async with reading(replica.url, room=room):
            pass
    for count in (warm_up, *[runs // parts] * parts):
        exceptions += await _read(replica.url, count, choice)
        megabytes.append(memory(replica.option))
    return Endurance(tuple(megabytes), tuple(exceptions))


async def _read(url: str, runs: int, choice: random.Random) -> list[str]:
    """Exceptions shown to readers who come one after another."""
    exceptions = []
    for begun in range(0, runs, VISIT):
        async with reading(url) as (reader,):
            for _ in range(min(VISIT, runs - begun)):
                exceptions += (await act(reader, choice)).exceptions
    return exceptions
