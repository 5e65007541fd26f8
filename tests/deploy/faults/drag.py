"""A slider that changes faster than the server answers."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.deploy.faults.reader import Texts, reading


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
        values = back_and_forth(wild.sliders["d_model"].options, count)
        wanted, before = await texts_of(url, d_model=values[-1]), wild.begun
        async with asyncio.TaskGroup() as group:
            group.create_task(wild.hear_until(wanted))  # a browser always receives
            await wild.drag("d_model", values, pause)
            last = time.perf_counter()
        seconds = time.perf_counter() - last
        for option in values[:5]:  # a run still queued would start before these are answered
            await calm.move("d_model", option)
        differs = wanted != await texts_of(url, d_model=values[0])
        runs = wild.begun - before
        await wild.hear_all()
        return Drag(runs, seconds, wild.begun - before - runs, differs)
