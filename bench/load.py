"""How long a reader waits while others read: sessions over the app's own websocket protocol.

`python -m bench.load` starts the app, opens every room once as the container does, and prints Markdown, in
about six minutes; `--readers 1,30` measures other classes and `--seconds 10` shorter, `--url http://…` an
app that runs already (its processor and memory stay unknown), `--soak 30` instead measures for 30 minutes
whether memory stays flat under 50 readers; `--check` ends with an error where a goal is missed.

reader
    Opens a room, then acts: five times of six moves a shared slider to any other of its stops, else goes to
    another room. Between the end of an answer and the next action pass 3 s on average, exponentially
    distributed. The rooms come in turn, the rest is drawn with a fixed seed. After five minutes, the first
    ones sooner, the tab is closed and another reader comes.
p50, p95, p99
    From the action until the script is at its end and all it sends has arrived. Measured when all readers
    have come (twenty a second); how long their first room took is a column of its own. What the browser
    does after that is in `bench.browser`.
CPU
    In percent of one core: the server's processes, this client, and all others on the machine. Where the
    last is not small, the times say little.
memory
    Resident, of the server's processes: before the readers came, after they have acted, and the most that
    was ever held.
flat
    The least memory of every minute grows, fitted by least squares over the second half of the soak, by no
    more than the tolerance.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from websockets.exceptions import WebSocketException

from bench.shared.machine import memory, started, used, used_by_all
from bench.shared.section import Goal, Section, number, show, table
from bench.shared.session import Run, Session, session
from deploy.warm_up import warm_up
from tests.browser.server import serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

READERS = (1, 30, 100, 200)
SECONDS = 60
SOAK, SOAK_READERS = 30, 50  # minutes, readers
THINK = 3  # seconds
VISIT = 300  # seconds
MINUTE = 60  # seconds
ARRIVALS = 20  # readers a second
MOVES = 10  # in each room alone
GOALS = {100: 100, 200: 250}  # readers → ms, p95
MEMORY = 400  # MB
TOLERANCE = 0.5  # MB a minute
LOST = (OSError, WebSocketException)  # connections; a TimeoutError is an OSError


@dataclass(frozen=True)
class Clock:
    """Seconds of processor time used so far; and when."""

    at: float
    server: float
    client: float
    all: float

    @classmethod
    def now(cls) -> Clock:
        """What the clocks show."""
        return cls(time.perf_counter(), sum(map(used, started())), time.process_time(), used_by_all())


# ---- Readers.


@dataclass
class Log:
    """What the readers of a class met."""

    runs: list[Run] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)

    def add(self, run: Run) -> None:
        """Note a run, and as failures the exceptions that it showed."""
        self.runs.append(run)
        self.failures.update(f"{run.room or 'home'}: {text}" for text in run.exceptions)

    def lose(self, room: str, error: Exception) -> None:
        """Note that a session which began in a room is lost."""
        self.failures[f"{room or 'home'}: {type(error).__name__} {error}"] += 1


async def act(here: Session, choice: random.Random) -> Run:
    """What a reader does next."""
    if choice.random() < 1 / 6:
        return await here.go(choice.choice([room for room in here.rooms if room != here.room]))
    return await move(here, choice)


async def move(here: Session, choice: random.Random) -> Run:
    name = choice.choice(list(here.sliders))
    return await here.move(
        name, choice.choice([option for option in here.sliders[name].options if option != here.chosen[name]])
    )


async def read(url: str, room: str, choice: random.Random, log: Log, end: float) -> None:
    """One visit, until all leave."""
    async with session(url) as here:
        log.add(await here.open(room))
        while (pause := choice.expovariate(1 / THINK)) < end - time.perf_counter():
            await asyncio.sleep(pause)
            log.add(await act(here, choice))
        await asyncio.sleep(end - time.perf_counter())


async def seat(url: str, place: int, rooms: Sequence[str], log: Log, end: float) -> None:
    """One place in the class: the reader who comes there, and whoever follows."""
    choice, room = random.Random(place), rooms[place % len(rooms)]
    await asyncio.sleep(place / ARRIVALS)
    leaves = time.perf_counter() + VISIT * choice.random()  # not all at once: memory would rise and fall in step
    while time.perf_counter() < end:
        try:
            await read(url, room, choice, log, min(end, leaves))
        except LOST as error:
            log.lose(room, error)
            await asyncio.sleep(THINK)
        room, leaves = choice.choice(rooms), time.perf_counter() + VISIT


@asynccontextmanager
async def seated(url: str, readers: int, rooms: Sequence[str], log: Log, end: float) -> AsyncIterator[None]:
    """A class that comes, and is waited for until its last reader has left."""
    async with asyncio.TaskGroup() as group:
        for place in range(readers):
            group.create_task(seat(url, place, rooms, log, end))
        yield


async def rooms_of(url: str) -> list[str]:
    """Addresses of all rooms."""
    async with session(url) as here:
        await here.open("")
        return list(here.rooms)


# ---- Measurements.


@dataclass(frozen=True)
class Class:
    """What so many readers met, together."""

    readers: int
    runs: Sequence[Run]  # actions
    opened: Sequence[Run]  # first rooms
    failures: Counter[str]
    start: Clock
    end: Clock
    before: float  # MB
    after: float  # MB
    most: float  # MB

    def share(self, whose: str) -> float:
        """Of one core, in percent."""
        return 100 * (getattr(self.end, whose) - getattr(self.start, whose)) / (self.end.at - self.start.at)


def percentile(runs: Iterable[Run], share: float) -> float:
    """Milliseconds; nan where nothing has run."""
    times = [run.seconds for run in runs]
    return float(np.percentile(times, share)) * 1e3 if times else np.nan


async def measure_class(url: str, readers: int, rooms: Sequence[str], seconds: float) -> Class:
    before, log = memory(), Log()
    arrived = readers / ARRIVALS + THINK
    async with seated(url, readers, rooms, log, time.perf_counter() + arrived + seconds):
        await asyncio.sleep(arrived)
        start = Clock.now()
    end = Clock.now()
    opened = [run for run in log.runs if run.first]
    runs = [run for run in log.runs if run.asked >= start.at and not run.first]
    return Class(readers, runs, opened, log.failures, start, end, before, memory(), memory("VmHWM"))


@dataclass(frozen=True)
class Room:
    """What the moves of one reader cost who does not pause and is alone."""

    name: str
    log: Log
    cpu: float  # ms a run


async def measure_room(url: str, room: str) -> Room:
    choice, log, start = random.Random(room), Log(), Clock.now()
    try:
        async with session(url) as here:
            await here.open(room)
            start = Clock.now()
            for _ in range(MOVES):
                log.add(await move(here, choice))
    except LOST as error:
        log.lose(room, error)
    return Room(room or "home", log, (Clock.now().server - start.server) / MOVES * 1e3)


@dataclass(frozen=True)
class Minute:
    """One minute of a soak."""

    runs: int
    p95: float  # ms
    memory: float  # MB, the least
    most: float  # MB, since the server started


async def measure_soak(url: str, minutes: int, readers: int) -> tuple[list[Minute], Counter[str]]:
    rooms, log, course = await rooms_of(url), Log(), []
    start = time.perf_counter()
    async with seated(url, readers, rooms, log, start + minutes * MINUTE):
        for minute in range(minutes):
            course.append(await measure_minute(log, start + (minute + 1) * MINUTE))
            print(f"{len(course)} min: {course[-1].memory:.0f} MB", file=sys.stderr, flush=True)
    return course, log.failures


async def measure_minute(log: Log, end: float) -> Minute:
    log.runs.clear()
    held = [memory()]
    while (rest := end - time.perf_counter()) > 0:
        await asyncio.sleep(min(1, rest))
        held.append(memory())
    return Minute(len(log.runs), percentile(log.runs, 95), min(held), memory("VmHWM"))


def growth(course: Sequence[Minute]) -> float:
    """MB a minute in the second half; nan for fewer than three minutes there."""
    held = [minute.memory for minute in course[len(course) // 2 :]]
    return float(np.polyfit(np.arange(len(held)), held, 1)[0]) if len(held) >= 3 else np.nan


# ---- What is told.

CLASS_HEAD = (
    *("readers", "actions", "p50 ms", "p95 ms", "p99 ms", "first room p95 ms", "CPU ms a run"),
    *("CPU % server + client + others", "memory MB before → after, most", "failures"),
)
ROOM_HEAD = ("room alone", "p50 ms", "most ms", "CPU ms a run", "kB a run")
SOAK_HEAD = ("minute", "runs", "p95 ms", "least memory MB", "most so far MB")


def section(readers: Sequence[int] = READERS, seconds: float = SECONDS, url: str | None = None) -> Section:
    """Every room alone, then the classes."""
    with nullcontext(url) if url else served() as address:
        rooms, classes = asyncio.run(measure(address, readers, seconds))
    costly = sorted(rooms, key=lambda room: -percentile(room.log.runs, 50))
    failures = sum([found.failures for found in classes] + [room.log.failures for room in rooms], Counter())
    text = [table(CLASS_HEAD, map(class_row, classes)), table(ROOM_HEAD, map(room_row, costly)), faults(failures)]
    return Section("load", "\n".join(text), class_goals(classes, failures))


def class_goals(classes: Sequence[Class], failures: Counter[str]) -> tuple[Goal, ...]:
    times = [
        Goal(f"{found.readers} readers, p95", percentile(found.runs, 95), GOALS[found.readers], "ms")
        for found in classes
        if found.readers in GOALS
    ]
    most = max(found.most for found in classes)
    return (*times, Goal("memory held at most", most, MEMORY, "MB"), failed("runs that failed", failures))


def failed(what: str, failures: Counter[str]) -> Goal:
    return Goal(what, failures.total(), 0)


def faults(failures: Counter[str]) -> str:
    """The most frequent ones, one a line."""
    return "".join(f"- {times} × {text}\n" for text, times in failures.most_common(10))


def class_row(found: Class) -> list[str]:
    server_, client, all_ = map(found.share, ("server", "client", "all"))
    spent = found.end.server - found.start.server
    return [
        number(found.readers),
        number(len(found.runs)),
        *(number(percentile(found.runs, share), 0) for share in (50, 95, 99)),
        number(percentile(found.opened, 95), 0),
        number(spent / len(found.runs) * 1e3 if found.runs and spent else np.nan, 0),
        f"{number(server_ or np.nan, 0)} + {number(client, 0)} + {number(all_ - server_ - client, 0)}",
        f"{number(found.before, 0)} → {number(found.after, 0)}, {number(found.most, 0)}",
        number(found.failures.total()),
    ]


def room_row(room: Room) -> list[str]:
    received = sum(run.received for run in room.log.runs) / MOVES
    times = (percentile(room.log.runs, share) for share in (50, 100))
    return [room.name, *(number(value, 0) for value in (*times, room.cpu or np.nan, received / 1e3))]


async def measure(url: str, readers: Sequence[int], seconds: float) -> tuple[list[Room], list[Class]]:
    rooms = await rooms_of(url)
    alone = [await measure_room(url, room) for room in rooms]
    return alone, [await measure_class(url, count, rooms, seconds) for count in readers]


def soak_section(minutes: int = SOAK, readers: int = SOAK_READERS, url: str | None = None) -> Section:
    """Memory minute by minute."""
    with nullcontext(url) if url else served() as address:
        course, failures = asyncio.run(measure_soak(address, minutes, readers))
    rows = [
        [number(i + 1), *(number(value, 0) for value in (minute.runs, minute.p95, minute.memory, minute.most))]
        for i, minute in enumerate(course)
    ]
    text = [f"{readers} readers for {minutes} minutes.\n", table(SOAK_HEAD, rows), faults(failures)]
    return Section("soak", "\n".join(text), soak_goals(course, readers, failures))


def soak_goals(course: Sequence[Minute], readers: int, failures: Counter[str]) -> tuple[Goal, ...]:
    name = f"{readers} readers for {len(course)} minutes"
    return (
        Goal(f"{name}: growth of memory in the second half", growth(course), TOLERANCE, "MB a minute"),
        Goal(f"{name}: memory held at most", course[-1].most, MEMORY, "MB"),
        failed(f"{name}: runs that failed", failures),
    )


@contextmanager
def served() -> Iterator[str]:
    """Address of an app of our own, every room of which has been opened once."""
    with serving("deploy/serve.py") as url:
        warm_up(int(url.rpartition(":")[2]))
        yield url


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--readers", help="numbers of readers, such as 1,30", default="")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each number of readers")
    parser.add_argument("--soak", type=int, metavar="MINUTES", help="measure this instead")
    parser.add_argument("--url", help="of an app that runs already")
    parser.add_argument("--check", action="store_true", help="end with an error where a goal is missed")
    asked = parser.parse_args()
    readers = [int(text) for text in asked.readers.split(",") if text]
    if asked.soak:
        found = soak_section(asked.soak, (readers or [SOAK_READERS])[0], asked.url)
    else:
        found = section(readers or READERS, asked.seconds, asked.url)
    show(found, check=asked.check)


if __name__ == "__main__":
    main()
