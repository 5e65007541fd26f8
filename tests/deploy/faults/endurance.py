"""Hours of reading, as runs that follow one another without a pause."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.load import act
from tests.deploy.faults.reader import reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.deploy.faults.replica import Replica

VISIT = 500  # runs after which the tab is closed and another reader comes


@dataclass(frozen=True)
class Endurance:
    """What came of it."""

    memory: tuple[float, ...]  # MB after the warm-up, and after each equal part of what follows
    exceptions: tuple[str, ...]

    @property
    def growth(self) -> float:
        """MB from the end of the warm-up to the end."""
        return self.memory[-1] - self.memory[0]

    @property
    def swell(self) -> float:
        """The most that was held after any part, as a multiple of what was held after the warm-up."""
        return max(self.memory) / self.memory[0]


async def endure(
    replica: Replica,
    runs: int,
    warm_up: int,
    parts: int = 1,
    tell: Callable[[float], object] = lambda _: None,
) -> Endurance:
    """So many runs, in so many parts, after a warm-up of others; `tell` is given the memory after each part."""
    memory, exceptions, choice = [], [], random.Random(7)
    for count in (warm_up, *[runs // parts] * parts):
        exceptions += await _read(replica.url, count, choice)
        memory.append(replica.memory())
        tell(memory[-1])
    return Endurance(tuple(memory), tuple(exceptions))


async def _read(url: str, runs: int, choice: random.Random) -> list[str]:
    """The exceptions that readers were shown who came one after the other."""
    exceptions = []
    for begun in range(0, runs, VISIT):
        async with reading(url) as (reader,):
            for _ in range(min(VISIT, runs - begun)):
                exceptions += (await act(reader, choice)).exceptions
    return exceptions
