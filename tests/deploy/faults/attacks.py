"""Clients of a class that vanish or stop, requests that are too large or from elsewhere, beside its readers."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.typing import Origin

from tests.deploy.faults.reader import Life, Reader, act_until, move, reading
from tests.deploy.faults.replica import Replica
from tests.deploy.machine import memory, peak_memory, reset_peak_memory
from tests.deploy.session import PATIENCE

AT_ONCE = 4
PAUSE = 0.3  # seconds between two actions of a healthy reader, on average
SITES = ("https://elsewhere.example.org", "null", "http://127.0.0.1.example.org", "file://")
TOO_LARGE = 11_000_000  # bytes; messages are limited to 10 MB


@dataclass
class Stranger:
    """A client that does not behave."""

    url: str
    choice: random.Random
    until_the_end: AsyncExitStack  # of connections that stay open

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection that is closed at the end of the siege."""
        place = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        self.until_the_end.callback(writer.close)
        return reader, writer

    async def upgrade(self, origin: str | None = None) -> ClientConnection:
        """A websocket that the server has accepted."""
        stream = await connect(
            f"{self.url.replace('http', 'ws', 1)}/_stcore/stream",
            subprotocols=["streamlit"],
            origin=origin and Origin(origin),
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        self.until_the_end.callback(stream.transport.abort)
        return stream


# ---- Attacks; each returns its outcome.


async def half_a_request(stranger: Stranger) -> str:
    _, writer = await stranger.dial()
    writer.write(stranger.choice.choice([b"", b"GET /_stcore/str", b"GET / HTTP/1.1\r\nHost: a\r\n"]))
    return "open"


async def half_a_message(stranger: Stranger) -> str:
    stream = await stranger.upgrade()
    stream.transport.write(Frame(Opcode.BINARY, bytes(100_000)).serialize(mask=True)[:1000])
    return "open"


async def gone_before_the_answer(stranger: Stranger) -> str:
    """Ask for a room and disconnect."""
    stream = await stranger.upgrade()
    request = BackMsg()
    request.rerun_script.page_name = "matrix"
    await stream.send(request.SerializeToString())
    stream.transport.abort()
    return "gone"


async def large_message(stranger: Stranger) -> str:
    """A message that is too large, whole or in pieces; the code with which the server closes."""
    stream = await stranger.upgrade()
    with suppress(ConnectionClosed):
        await stream.send(stranger.choice.choice([bytes(TOO_LARGE), 11 * [bytes(TOO_LARGE // 11)]]))
    await stream.wait_closed()
    return f"closed {stream.close_code}"


async def large_header(stranger: Stranger) -> str:
    reader, writer = await stranger.dial()
    with suppress(ConnectionError):
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nCookie: " + b"a" * 1_000_000 + b"\r\n\r\n")
        line = await reader.readline()
        return line.split()[1].decode() if line else "closed"
    return "closed"


async def wrong_origin(stranger: Stranger) -> str:
    try:
        await stranger.upgrade(stranger.choice.choice(SITES))
    except InvalidStatus as refusal:
        return str(refusal.response.status_code)
    return "open"


ATTACKS: dict[Callable[[Stranger], Awaitable[str]], set[str]] = {
    half_a_request: {"open"},
    half_a_message: {"open"},
    gone_before_the_answer: {"gone"},
    large_message: {
        "closed 1009",
        "closed 1006",
    },  # without a code where what was sent after it resets the connection
    large_header: {"400", "431", "closed"},
    wrong_origin: {"403"},
}
"""Attack → its allowed outcomes."""


# ---- Readers beside them.


@dataclass(frozen=True)
class Siege:
    """Healthy readers, outcomes of attacks, memory of the replica."""

    lives: Sequence[Life]  # of the healthy readers
    outcomes: dict[str, Counter[str]]  # of each attack
    before: float  # MB
    peak: float  # MB

    @property
    def surprises(self) -> list[str]:
        """Outcomes that are not allowed."""
        allowed = {attack.__name__: outcomes for attack, outcomes in ATTACKS.items()}
        return [
            f"{name}: {each}" for name, counts in self.outcomes.items() for each in counts.keys() - allowed[name]
        ]


async def besiege(
    replica: Replica,
    url: str,  # the replica's, or that of a proxy in front of it
    attacks: int,  # of all kinds in turn
    readers: int,
    warm_up: int,  # runs of each reader before the attacks, because readers take memory too
) -> Siege:
    """Attack an address while readers use it."""
    over = asyncio.Event()
    async with reading(url, readers, "matrix") as healthy:
        await asyncio.gather(*(_read(one, warm_up, place) for place, one in enumerate(healthy)))
        reset_peak_memory(replica.option)
        before = memory(replica.option)
        async with asyncio.TaskGroup() as group:
            lives = [
                group.create_task(act_until(over, one, random.Random(place), PAUSE))
                for place, one in enumerate(healthy)
            ]
            outcomes = await attack(url, attacks)
            over.set()
    return Siege([life.result() for life in lives], outcomes, before, peak_memory(replica.option))


async def _read(reader: Reader, runs: int, place: int) -> None:
    choice = random.Random(place)
    for _ in range(runs):
        await move(reader, choice)


async def attack(url: str, count: int) -> dict[str, Counter[str]]:
    """Outcomes of attacks, a few at a time; connections that can be left open are open until the end."""
    outcomes: dict[str, Counter[str]] = {attack.__name__: Counter() for attack in ATTACKS}
    kinds, gate = list(ATTACKS), asyncio.Semaphore(AT_ONCE)

    async def attempt(number: int) -> None:
        kind = kinds[number % len(kinds)]
        async with gate, asyncio.timeout(PATIENCE):
            outcomes[kind.__name__][await kind(Stranger(url, random.Random(number), until_the_end))] += 1

    async with AsyncExitStack() as until_the_end, asyncio.TaskGroup() as group:
        for number in range(count):
            group.create_task(attempt(number))
    return outcomes
