"""A reader who drags a slider wildly."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.deploy.faults.reader import Texts, reading

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Drag:
    """What came of it."""

    runs: int  # that the server began
    seconds: float  # from the last change until its answer was whole
    after: int  # runs that it began later
    other_texts: bool  # whether the first value would have shown something else


async def texts_of(url: str, **settings: str) -> Texts:
    """What a reader is shown who comes with these settings."""
    async with reading(url, room="matrix") as (reader,):
        for name, option in settings.items():
            await reader.move(name, option)
        return reader.answer.texts


def back_and_forth(options: Sequence[str], count: int) -> list[str]:
    """So many options, none twice in a row, the last of which comes at no other place."""
    *rest, last = options
    return [rest[i * 7 % len(rest)] for i in range(count - 1)] + [last]


async def drag_wildly(url: str, count: int, pause: float = 0) -> Drag:
    """So many changes of `d_model`, each followed by a pause of so many seconds."""
    async with reading(url, 2, "matrix") as (wild, calm):
        values = back_and_forth(wild.sliders["d_model"].options, count)
        wanted, before = await texts_of(url, d_model=values[-1]), wild.begun
        async with asyncio.TaskGroup() as group:
            group.create_task(wild.hear_until(wanted))  # a browser always listens
            await wild.drag("d_model", values, pause)
            last = time.perf_counter()
        seconds = time.perf_counter() - last
        for option in values[:5]:  # a run that still waited would come before these are answered
            await calm.move("d_model", option)
        differs = wanted != await texts_of(url, d_model=values[0])
        runs = wild.begun - before
        await wild.hear_all()
        return Drag(runs, seconds, wild.begun - before - runs, differs)
