"""Hostile requests beside healthy readers."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from urllib.parse import urlsplit

from tests.deploy.faults.attacks import ATTACKS, Stranger
from tests.deploy.faults.reader import Reader, act_until, move, reading
from tests.deploy.faults.replica import Replica
from tests.deploy.session import PATIENCE, Run

AT_ONCE = 4
PAUSE = 0.3  # seconds between two actions of a reader, on average


@dataclass(frozen=True)
class Siege:
    """Runs of healthy readers, outcomes of attacks, memory of the replica."""

    runs: Sequence[Run]  # of the healthy readers
    returns: int  # their websockets that broke
    outcomes: dict[str, Counter[str]]  # of each attack
    before: float  # MB
    peak: float  # MB

    @property
    def exceptions(self) -> list[str]:
        """Exceptions shown to healthy readers."""
        return [text for run in self.runs for text in run.exceptions]

    @property
    def surprises(self) -> list[str]:
        """Outcomes that are not allowed."""
        return [
            f"{name}: {outcome}"
            for name, found in self.outcomes.items()
            for outcome in found
            if outcome not in ATTACKS[name][1]
        ]


async def besiege(replica: Replica, url: str, attacks: int, readers: int, warm_up: int) -> Siege:
    """Attack an address, all kinds in turn, while readers use it.

    Parameters
    ----------
    replica : Replica
        The server whose memory is measured.
    url : str
        Its address, or that of a proxy in front of it.
    warm_up : int
        Runs of each reader before the attacks, because readers take memory too.
    """
    over = asyncio.Event()
    async with reading(url, readers, "matrix") as healthy:
        await asyncio.gather(*(_read(one, warm_up, place) for place, one in enumerate(healthy)))
        replica.reset_peak_memory()
        before = replica.memory()
        async with asyncio.TaskGroup() as group:
            lives = [
                group.create_task(act_until(over, one, random.Random(place), PAUSE))
                for place, one in enumerate(healthy)
            ]
            outcomes = await attack(url, attacks)
            over.set()
    runs = [run for life in lives for run in life.result()]
    return Siege(runs, sum(one.returns for one in healthy), outcomes, before, replica.peak_memory())


async def _read(reader: Reader, runs: int, place: int) -> None:
    rng = random.Random(place)
    for _ in range(runs):
        await move(reader, rng)


async def attack(url: str, count: int) -> dict[str, Counter[str]]:
    """Outcomes of `count` attacks, a few at a time; connections that can be held open are held until the end."""
    found: dict[str, Counter[str]] = {name: Counter() for name in ATTACKS}
    kinds, gate = list(ATTACKS), asyncio.Semaphore(AT_ONCE)
    async with AsyncExitStack() as held, asyncio.TaskGroup() as group:
        for number in range(count):
            group.create_task(_try(kinds[number % len(kinds)], number, url, held, gate, found))
    return found


async def _try(
    name: str,
    number: int,
    url: str,
    held: AsyncExitStack,
    gate: asyncio.Semaphore,
    found: dict[str, Counter[str]],
) -> None:
    place = urlsplit(url)
    stranger = Stranger(place.hostname, place.port, random.Random(number), held)
    async with gate, asyncio.timeout(PATIENCE):
        try:
            found[name][await ATTACKS[name][0](stranger)] += 1
        except ConnectionError:
            found[name]["closed"] += 1
