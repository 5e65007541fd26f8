"""A live class: two replicas, Redis and nginx on this machine, and the class that follows them over HTTP."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from bench.phone import entered, painted, phone
from bench.section import Goal, Section, Table, number
from tests.deploy.live import redis_process
from tests.deploy.local_app import scaled
from tests.deploy.machine import processor_time
from tests.deploy.session import Session, session

DRAG, SPACING = 10, 0.04  # seconds
GOALS = {100: 300, 300: 1_000}  # students → ms, p95
PATIENCE = 60  # seconds
ROOMS = ("waves", "compare", "biases", "stretch", "learned", "similarity")  # that a class is led through
SPREAD = 0.9  # s, over which phones enter a room: components/classroom/class_student/scene.js
LATEST = 2  # s until all have it


# ---- Browsers.


async def request(url: str, method: str, path: str, payload: object = None, secret: str = "") -> tuple[int, Any]:
    """Status and JSON of an answer."""
    reader, writer = await ask(
        url, method, path, json.dumps(payload or {}).encode() if method == "POST" else b"", secret
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
    bearer = f"Authorization: Bearer {secret}\r\n" if secret else ""
    head = f"{method} /live/{path} HTTP/1.0\r\nHost: {place.netloc}\r\n{bearer}Content-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    return reader, writer


@dataclass
class Line:
    """A browser's stream."""

    url: str
    path: str
    state: dict[str, Any] = field(default_factory=dict)
    events: list[tuple[float, dict[str, Any]]] = field(default_factory=list)

    async def follow(self) -> None:
        """Read until the class ends."""
        reader, writer = await ask(self.url, "GET", self.path, b"")
        try:
            while line := await reader.readline():
                if line.startswith(b"data: {") and len(line) > 20:
                    self.state = json.loads(line[6:])
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
    teacher: Line
    turn: int = 0

    async def say(self, door: str, payload: object = None) -> Any:
        """What a route of the teacher answers."""
        status, body = await request(self.url, "POST", f"{self.code}/{door}", payload, self.secret)
        assert status in (200, 201), (door, status, body)
        return body

    async def move(self, base: int) -> None:
        """Show a value under the hand."""
        await self.show("/matrix?d_model=512", base=base)

    async def show(self, address: str, **hand: int) -> None:
        """Lead the class to an address."""
        self.turn += 1
        await self.say("move", {"by": "tab1", "turn": self.turn, "address": address, "hand": hand})

    async def drag(self, seconds: float, sent_at: dict[int, float]) -> None:
        """Move until the time is over, one request in flight."""
        end, base = time.perf_counter() + seconds, 1_000
        while (begun := time.perf_counter()) < end:
            base += 1
            sent_at[base] = begun
            await self.move(base)
            await asyncio.sleep(begun + SPACING - time.perf_counter())

    async def begun(self) -> None:
        """Wait until every student and the teacher have the state."""
        async with asyncio.timeout(PATIENCE):
            while not all(line.state for line in (*self.students, self.teacher)):
                await asyncio.sleep(0.01)


@asynccontextmanager
async def teaching(url: str, count: int) -> AsyncIterator[Class]:
    """A class with all its students in it."""
    _, begun = await request(url, "POST", "start")
    code = begun["code"]
    lines = []
    for _ in range(count):
        while (joined := await request(url, "POST", f"{code}/join"))[0] != 200:
            await asyncio.sleep(0.2)
        lines.append(Line(url, f"{code}/events?seat={joined[1]['seat']}"))
    teacher = Line(url, f"{code}/events?watch={begun['watch']}")
    tasks = [asyncio.create_task(line.follow()) for line in (*lines, teacher)]
    here = Class(url, code, begun["secret"], lines, teacher)
    try:
        await here.begun()
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
    visible: int
    processor: float  # s


async def follow(url: str, count: int) -> Followed:
    async with teaching(url, count) as here:
        sent_at: dict[int, float] = {}
        before = processor_time()
        await here.drag(DRAG, sent_at)
        await asyncio.sleep(0.5)
        used = processor_time() - before
        first: dict[tuple[int, int], float] = {}  # student, base → s
        for line in here.students:
            for at, state in line.events:
                if state["move"] and "base" in state["move"]["hand"]:
                    first.setdefault((id(line), state["move"]["hand"]["base"]), at)
        delays = [1e3 * (at - sent_at[base]) for (_, base), at in first.items()]
        return Followed(count, delays, len(sent_at), len({base for _, base in first}), used)


async def paint(url: str, count: int) -> list[float]:
    """Milliseconds from each move to the picture on a phone among `count` students."""
    async with teaching(url, count) as here:
        await here.move(1_000)
        async with phone(url, here.code) as page:
            sent_at: dict[int, float] = {}
            await here.drag(DRAG, sent_at)
            await asyncio.sleep(0.5)
            return await painted(page, sent_at)


@dataclass(frozen=True)
class Entered:
    """Seconds from the teacher's change of room."""

    room: str
    runs: list[float]  # until each student's session has the whole room
    phone: float  # until the picture on a phone is painted


async def enter(url: str, count: int) -> list[Entered]:
    """Lead a class through rooms: sessions that run each room as phones do, and a phone among them."""
    async with teaching(url, count) as here, AsyncExitStack() as stack:
        await here.show("/matrix")
        sessions = [await stack.enter_async_context(session(url)) for _ in here.students[1:]]
        for one in sessions:
            await one.open("matrix")
        page = await stack.enter_async_context(phone(url, here.code, "canvas"))
        entries = []
        for room in ROOMS:
            await asyncio.sleep(2)
            moved, painted_at = time.perf_counter(), asyncio.create_task(entered(page, room))
            await here.show(f"/{room}")
            runs = await asyncio.gather(*map(arrived, sessions, here.students[1:], [room] * len(sessions)))
            entries.append(Entered(room, [at - moved for at in runs], await painted_at - moved))
        return entries


async def arrived(one: Session, line: Line, room: str) -> float:
    """When a session has run the room that its stream has named."""
    while (line.state["move"] or {}).get("address") != f"/{room}":
        await asyncio.sleep(0.005)
    await asyncio.sleep(random.random() * SPREAD)
    run = await one.go(room)
    return run.request_time + run.seconds


def section() -> Section:
    """Everything, on two replicas behind nginx with one Redis."""
    with redis_process.redis_server() as redis, scaled(2, CLOCKFACE_REDIS_URL=redis.url) as (_, url):
        followed = [asyncio.run(follow(url, count)) for count in GOALS]
        delays = asyncio.run(paint(url, 100))
        led = asyncio.run(enter(url, 100))
    return report(followed, delays, led)


def report(followed: list[Followed], delays: list[float], led: list[Entered]) -> Section:
    """The table and the goals of these measurements."""
    rows = [
        [each.students, *(float(np.percentile(each.delays, share)) for share in (50, 95, 99)),
         each.moves, each.visible, 1e3 * each.processor / each.moves]
        for each in followed
    ]  # fmt: skip
    head = ("students", "p50 (ms)", "p95 (ms)", "p99 (ms)", "moves", "of these shown", "CPU a move (ms)")
    note = (
        f"A phone among 100 students has painted a move within {number(float(np.median(delays)))} ms in the median."
    )
    goals = [
        *(
            Goal(f"{row[0]} students follow a drag, p95", row[2], most, "ms")
            for row, most in zip(rows, GOALS.values(), strict=True)
        ),
        Goal("100 students follow a drag, painted in Chromium, p95", float(np.percentile(delays, 95)), 300, "ms"),
        Goal("100 students enter a room, the last", max(max(*one.runs, one.phone) for one in led), LATEST, "s"),
    ]
    entries = [[one.room, float(np.median(one.runs)), max(one.runs), one.phone] for one in led]
    return Section([Table(head, rows), Table(ENTRY_HEAD, entries)], goals, note)


ENTRY_HEAD = ("100 students enter", "p50 (s)", "last (s)", "painted on a phone (s)")
