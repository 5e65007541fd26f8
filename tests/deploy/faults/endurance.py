"""Long use, as many runs without pauses."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.deploy.faults.reader import reading
from tests.deploy.faults.replica import Replica
from tests.deploy.session import act

VISIT = 500  # runs until the session is closed and another one opened


@dataclass(frozen=True)
class Endurance:
    """Memory and exceptions."""

    memory: tuple[float, ...]  # MB after the warm-up and after each following part
    exceptions: tuple[str, ...]

    @property
    def growth(self) -> float:
        """Growth from the end of the warm-up to the end, in MB."""
        return self.memory[-1] - self.memory[0]

    @property
    def swell(self) -> float:
        """Largest memory after any part / memory after the warm-up."""
        return max(self.memory) / self.memory[0]


async def endure(
    replica: Replica,
    runs: int,
    warm_up: int,
    parts: int = 1,
    tell: Callable[[float], object] = lambda _: None,
) -> Endurance:
    """Run `runs` runs in `parts` parts after a warm-up; `tell` is called with the memory after each part."""
    memory, exceptions, choice = [], [], random.Random(7)
    for count in (warm_up, *[runs // parts] * parts):
        exceptions += await _read(replica.url, count, choice)
        memory.append(replica.memory())
        tell(memory[-1])
    return Endurance(tuple(memory), tuple(exceptions))


async def _read(url: str, runs: int, choice: random.Random) -> list[str]:
    """Exceptions shown to readers who come one after another."""
    exceptions = []
    for begun in range(0, runs, VISIT):
        async with reading(url) as (reader,):
            for _ in range(min(VISIT, runs - begun)):
                exceptions += (await act(reader, choice)).exceptions
    return exceptions
