"""Replicas restarted one after the other while readers use them."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass

from tests.deploy.faults.reader import Reader, act_until, reading
from tests.deploy.faults.replica import Replica
from tests.deploy.session import Run


@dataclass(frozen=True)
class Life:
    """Runs and errors of one reader."""

    runs: Sequence[Run]
    returns: int  # websockets that broke and were opened again
    refusals: Sequence[str]  # pages that did not load

    @property
    def exceptions(self) -> list[str]:
        """Exceptions shown on the page."""
        return [text for run in self.runs for text in run.exceptions]


async def roll(replicas: Sequence[Replica], url: str, count: int, pause: float) -> list[Life]:
    """Restart each replica in turn while `count` readers act with pauses of `pause` seconds on average."""
    over = asyncio.Event()
    async with reading(url, count, "matrix") as readers, asyncio.TaskGroup() as group:
        lives = [group.create_task(_live(over, one, place, pause)) for place, one in enumerate(readers)]
        for replica in replicas:
            await asyncio.to_thread(_restart, replica)
        over.set()
    return [life.result() for life in lives]


async def _live(over: asyncio.Event, reader: Reader, place: int, pause: float) -> Life:
    runs = await act_until(over, reader, random.Random(place), pause)
    return Life(runs, reader.returns, reader.refusals)


def _restart(replica: Replica) -> None:
    replica.end()
    replica.start()
    replica.await_ready()
