"""A live class: two replicas, Redis and nginx on this machine, and the class that follows them over HTTP.

`python -m bench.live` starts them and prints Markdown in about five minutes. `--check` exits with an error if a
goal is missed. Server and clients share the machine.

follow
    A teacher drags a slider for ten seconds, 25 moves a second, one request in flight. For each event that a
    student receives: from the moment at which the teacher's browser sends the move to the one at which the student
    has read it. Moves that a newer one has replaced give no event.
painted
    The same with one student more, a phone in Chromium. For each move: until the end of the first frame in which
    its Matrix shows that value or a newer one; what the screen takes after that is not measured.
idle
    Processor time of all server processes in 30 seconds in which nothing happens but heartbeats, beyond what
    they take without a class.
answers
    As many answers as students within two seconds, of which the server has to count each once.
kill, restart
    One replica is ended with SIGKILL; a student whose line breaks opens it again after 1 to 1.5 seconds, as
    browsers are asked to. Until the last student and the teacher have the state again, with a move after the end.
    Then Redis, which loses everything: until the last student has what the teacher's browser has told again.
memory
    Of both replicas after each of twenty classes of thirty students, a drag of two seconds each. They come before
    the larger classes, whose memory a process keeps.
"""

import argparse
import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from bench.phone import painted, phone
from bench.shared.machine import memory, processor_time
from bench.shared.section import Goal, Section, number, show, table
from bench.shared.served import scaled
from tests.deploy.faults.replica import Replica
from tests.deploy.live import redis_process
from tests.deploy.live.redis_process import RedisServer

DRAG, SPACING = 10, 0.04  # seconds
IDLE = 30  # seconds
CLASSES, SMALL = 20, 30  # classes, students in each
OWN = {"text": "Which is faster?", "options": ["the first pair", "the last pair"], "right": 0}
GOALS = {100: 300, 300: 1_000}  # students → ms, p95
PATIENCE = 60  # seconds
LOST = (OSError, EOFError, ValueError, asyncio.IncompleteReadError)


# ---- Browsers.


async def request(url: str, method: str, path: str, given: object = None, secret: str = "") -> tuple[int, Any]:
    """Status and JSON of an answer."""
    reader, writer = await ask(
        url, method, path, json.dumps(given or {}).encode() if method == "POST" else b"", secret
    )
    try:
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(body) if body.startswith(b"{") else body
    finally:
        writer.close()


async def ask(
    url: str, method: str, path: str, body: bytes, secret: str = ""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection with its request sent; HTTP/1.0, so that the answer comes in one piece."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    told = f"Authorization: Bearer {secret}\r\n" if secret else ""
    head = f"{method} /live/{path} HTTP/1.0\r\nHost: {place.netloc}\r\n{told}Content-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    return reader, writer


@dataclass
class Line:
    """A browser's stream, opened again when it breaks."""

    url: str
    path: str
    state: dict[str, Any] = field(default_factory=dict)
    events: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    keeps: bool = False  # whether events are kept

    async def follow(self) -> None:
        """Read for ever."""
        while True:
            with suppress(*LOST):
                await self._read()
            await asyncio.sleep(1 + random.random() / 2)

    async def _read(self) -> None:
        reader, writer = await ask(self.url, "GET", self.path, b"")
        try:
            if b" 200 " not in await reader.readline():
                return
            while line := await reader.readline():
                if line.startswith(b"data: {") and len(line) > 20:
                    self.state = json.loads(line[6:])
                    if self.keeps:
                        self.events.append((time.perf_counter(), self.state))
        finally:
            writer.close()


@dataclass
class Class:
    """A teacher and students."""

    url: str
    code: str
    secret: str
    students: list[Line]
    seats: list[str]
    teacher: Line
    turn: int = 0

    async def say(self, route: str, given: object = None) -> Any:
        """A route of the teacher, again until the server answers."""
        for _ in range(200):
            with suppress(*LOST):
                status, body = await request(self.url, "POST", f"{self.code}/{route}", given, self.secret)
                if status in (200, 201):
                    return body
                if status == 404:
                    await request(self.url, "POST", "start", {}, self.secret)
            await asyncio.sleep(0.1)
        raise TimeoutError(f"{route} is not answered")

    async def move(self, base: int) -> float:
        """Show a value under the hand; when it was sent."""
        self.turn += 1
        sent = time.perf_counter()
        given = {"by": "tab1", "turn": self.turn, "address": "/matrix?d_model=512", "hand": {"base": base}}
        await self.say("move", given)
        return sent

    async def drag(self, seconds: float, sent: dict[int, float]) -> None:
        """Move until the time is over, one request in flight."""
        end, base = time.perf_counter() + seconds, 1_000
        while (begun := time.perf_counter()) < end:
            base += 1
            sent[base] = begun
            await self.move(base)
            await asyncio.sleep(begun + SPACING - time.perf_counter())

    async def until(self, holds: Callable[[dict[str, Any]], object]) -> float:
        """Seconds until every student's and the teacher's state is as wanted."""
        begun = time.perf_counter()
        while not all(line.state and holds(line.state) for line in (*self.students, self.teacher)):
            if time.perf_counter() - begun > PATIENCE:
                return float("nan")
            await asyncio.sleep(0.01)
        return time.perf_counter() - begun


@asynccontextmanager
async def teaching(url: str, count: int) -> AsyncIterator[Class]:
    """A class with all its students in it."""
    _, begun = await request(url, "POST", "start")
    code = begun["code"]
    seats = []
    for _ in range(count):
        while (joined := await request(url, "POST", f"{code}/join"))[0] != 200:
            await asyncio.sleep(0.2)
        seats.append(joined[1]["seat"])
    lines = [Line(url, f"{code}/events?seat={seat}") for seat in seats]
    teacher = Line(url, f"{code}/events?watch={begun['watch']}")
    tasks = [asyncio.create_task(line.follow()) for line in (*lines, teacher)]
    here = Class(url, code, begun["secret"], lines, seats, teacher)
    try:
        await here.until(bool)
        yield here
        await here.say("end")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# ---- Measurements.


@dataclass(frozen=True)
class Followed:
    """Milliseconds of all events of all students, and processor time."""

    students: int
    delays: list[float]
    moves: int
    shown: int
    processor: float  # s


async def follow(url: str, count: int) -> Followed:
    async with teaching(url, count) as here:
        for line in here.students:
            line.keeps = True
        sent: dict[int, float] = {}
        before = processor_time()
        await here.drag(DRAG, sent)
        await asyncio.sleep(0.5)
        used = processor_time() - before
        seen = [
            (at, state["move"]["hand"]["base"])
            for line in here.students
            for at, state in line.events
            if state["move"] and "base" in state["move"]["hand"]
        ]
        first: dict[tuple[int, int], float] = {}
        for line in here.students:
            for at, state in line.events:
                if state["move"]:
                    first.setdefault((id(line), state["move"]["hand"]["base"]), at)
        delays = [1e3 * (at - sent[base]) for (_, base), at in first.items()]
        return Followed(count, delays, len(sent), len({base for _, base in seen}), used)


async def paint(url: str, count: int) -> list[float]:
    """Milliseconds from each move to the picture on a phone among `count` students."""
    async with teaching(url, count) as here:
        await here.move(1_000)
        async with phone(url, here.code) as page:
            sent: dict[int, float] = {}
            await here.drag(DRAG, sent)
            await asyncio.sleep(0.5)
            return await painted(page, sent)


@dataclass(frozen=True)
class Asked:
    """What one class of a hundred costs beside following."""

    idle: float  # s of processor time in IDLE seconds
    bare: float  # s without a class
    counted: int
    vote: float  # s of processor time each
    killed: float  # s
    kept: int  # answers after the replica's end
    restarted: float  # s


async def ask_class(url: str, count: int, replicas: list[Replica], redis: RedisServer) -> Asked:
    before = processor_time()
    await asyncio.sleep(IDLE)
    bare = processor_time() - before
    async with teaching(url, count) as here:
        await asyncio.sleep(2)
        before = processor_time()
        await asyncio.sleep(IDLE)
        idle = processor_time() - before
        asked = await here.say("ask", OWN)
        before = processor_time()

        async def vote(place: int) -> None:
            await asyncio.sleep(random.random() * 2)
            given = {"seat": here.seats[place], "number": asked["number"], "answer": place % 2}
            await request(url, "POST", f"{here.code}/answer", given)

        await asyncio.gather(*map(vote, range(count)))
        used = processor_time() - before
        await here.until(lambda state: "counts" not in state or state["counts"]["answers"] == count)
        counted = here.teacher.state["counts"]["answers"]
        for line in (*here.students, here.teacher):
            line.state = {}
        before = time.perf_counter()
        replicas[0].kill()
        await here.move(7)
        await here.until(lambda state: state["move"] and state["move"]["hand"] == {"base": 7})
        killed = time.perf_counter() - before
        await here.say("question", {"do": "reveal"})
        await here.until(lambda state: state["question"] and state["question"]["state"] == "revealed")
        kept = sum(here.teacher.state["question"]["distribution"]["counts"])
        before = time.perf_counter()
        redis.kill()
        redis.start()
        await here.move(9)
        await here.until(lambda state: state["move"] and state["move"]["hand"] == {"base": 9})
        restarted = time.perf_counter() - before
    return Asked(idle, bare, counted, used / count, killed, kept, restarted)


async def twenty(url: str) -> list[float]:
    """Memory of the replicas after each class, in MB."""
    held = []
    for _ in range(CLASSES):
        async with teaching(url, SMALL) as here:
            await here.drag(2, {})
        held.append(memory("deploy/serve.py"))
    return held


def section() -> Section:
    """Everything, on two replicas behind nginx with one Redis."""
    with redis_process.redis_server() as redis, scaled(2, CLOCKFACE_REDIS_URL=redis.url) as (replicas, url):
        held = asyncio.run(twenty(url))
        followed = [asyncio.run(follow(url, count)) for count in GOALS]
        seen = asyncio.run(paint(url, 100))
        asked = asyncio.run(ask_class(url, 100, replicas, redis))
    return _section(followed, seen, asked, held)


def _section(followed: list[Followed], seen: list[float], asked: Asked, held: list[float]) -> Section:
    rows = []
    for each in followed:
        p50, p95, p99 = (number(float(np.percentile(each.delays, share))) for share in (50, 95, 99))
        cost = number(1e3 * each.processor / each.moves)
        rows.append([each.students, p50, p95, p99, each.moves, each.shown, cost])
    head = ("students", "p50 (ms)", "p95 (ms)", "p99 (ms)", "moves", "of these shown", "CPU a move (ms)")
    idle = 100 * (asked.idle - asked.bare) / IDLE
    grown = held[-1] - held[CLASSES // 4 - 1]
    text = (
        f"{table(head, rows)}\n"
        f"A phone among 100 students has painted a move within {number(np.median(seen).item())} ms in the median. "
        f"An answer takes {number(1e3 * asked.vote)} ms of processor time, an hour of an idle class of 100 "
        f"{number((asked.idle - asked.bare) / IDLE * 3600)} s. Replicas held {number(min(held))} to "
        f"{number(max(held))} MB after each of {CLASSES} classes, {number(held[-1])} MB after the last.\n"
    )
    goals = [
        Goal(
            f"{each.students} students follow a drag, p95",
            float(np.percentile(each.delays, 95)),
            GOALS[each.students],
            "ms",
        )
        for each in followed
    ]
    goals += [
        Goal("100 students follow a drag, painted in Chromium, p95", float(np.percentile(seen, 95)), 300, "ms"),
        Goal("idle class of 100, of a core", idle, 2, "%"),
        Goal("of 100 answers within 2 s counted", asked.counted, 100, least=True),
        Goal("replica killed: all of 100 back with the state", asked.killed, 5, "s"),
        Goal("replica killed: answers kept of 100", asked.kept, 100, least=True),
        Goal("Redis restarted: all of 100 have what is told again", asked.restarted, 15, "s"),
        Goal(f"memory from class {CLASSES // 4} to {CLASSES}, two replicas", grown, 10, "MB"),
    ]
    return Section("live", text, tuple(goals))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit with an error if a goal is missed")
    asked = parser.parse_args()
    show(section(), check=asked.check)


if __name__ == "__main__":
    main()
