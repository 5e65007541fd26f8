"""Waiting times with many readers at once, over the app's own websocket protocol.

`python -m bench.load` starts the app as the container does, waits until its warm-up is over, and prints Markdown in
about eight minutes. `--readers 1,30,200/2` sets the numbers of readers, the last one before two replicas behind
nginx, and `--seconds 10` the duration; `--url http://…` measures an app that runs already (without its processor
time and memory); `--soak 30` instead measures the memory under 50 readers for 30 minutes; `--check` exits with an
error if a goal is missed.

reader
    Opens a room, then acts: with probability 5/6 moves a shared slider to any other stop, else changes to another
    room. Pauses between an answer and the next action are exponentially distributed with a mean of 3 s. Random
    seeds are fixed. After five minutes (the first readers sooner) the session is closed and another reader comes.
drag
    Every fifth reader does not move a slider at once but drags it to one of its ends in two seconds. Where the
    room asks for values on the way they are reported as `components/page/slider_watcher` does: one request in
    flight, then the newest value after a pause that follows how many other runs the server had underway. Then
    the last value is committed, once the answer in flight is there.
p50, p95, p99
    From the action to the end of the script, all its messages received, measured once all readers have come (20 a
    second); of a drag, only the committed value. The first room and values on the way have columns of their own.
    `bench.browser` measures what the browser does after that.
CPU
    Processor time of the server's processes and of this client, in percent of one core.
memory
    Resident memory of the server's processes: before the readers come, at the end, and peak.
soak
    The minimum of each minute's memory, fitted by least squares over the second half, may grow by no more than the
    tolerance.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field

import numpy as np
from websockets.exceptions import WebSocketException

from bench.shared.machine import memory, peak_memory, processor_time
from bench.shared.section import Goal, Section, number, show, table
from bench.shared.served import scaled, served
from bench.shared.session import Run, Session, session
from pages.shared.contents import ROOMS
from tests.deploy import proxy

CLASSES = ((1, 1), (30, 1), (100, 1), (200, 1), (200, 2))  # readers, replicas
SECONDS = 60
SOAK, SOAK_READERS = 30, 50  # minutes, readers
THINK = 3  # seconds between two actions, on average
VISIT = 300  # seconds until a reader is replaced
MINUTE = 60  # seconds
ARRIVALS = 20  # readers a second
MOVES = 10  # in each room by a single reader
EACH = 5  # one reader in this many drags
DRAG, MOVE = 2.0, 1 / 60  # seconds of a drag, and between two of its moves
REST, LONGEST_REST = (
    0.25,
    1.0,
)  # after an answer, as in page/slider_watcher/slider_watcher.js: a share of it, and seconds at most
GOALS = {(100, 1): 150, (200, 2): 250}  # readers, replicas → ms, p95
MEMORY = 400  # MB of one process
PROCESSOR, COSTLIEST = 12, 30  # ms a run, median of the rooms and most
TOLERANCE = 0.5  # MB a minute
LOST = (OSError, WebSocketException)  # a connection is lost; TimeoutError is an OSError


@dataclass(frozen=True)
class Clock:
    """Wall time and processor time used so far, in seconds."""

    at: float
    server: float
    client: float

    @classmethod
    def now(cls) -> Clock:
        """Read the clocks."""
        return cls(time.perf_counter(), processor_time(), time.process_time())


# ---- Readers.


@dataclass
class Log:
    """Runs and failures of all readers of a class."""

    runs: list[Run] = field(default_factory=list)
    way: list[Run] = field(default_factory=list)  # of values on the way
    failures: Counter[str] = field(default_factory=Counter)

    def add(self, run: Run) -> None:
        """Add a run; each exception it showed is a failure."""
        self.runs.append(run)
        self._judge(run)

    def add_way(self, run: Run) -> None:
        """Add a run for a value on the way."""
        self.way.append(run)
        self._judge(run)

    def _judge(self, run: Run) -> None:
        self.failures.update(f"{run.room or 'home'}: {text}" for text in run.exceptions)

    def lose(self, room: str, error: Exception) -> None:
        """Add a failure: a session that began in this room was lost."""
        self.failures[f"{room or 'home'}: {type(error).__name__} {error}"] += 1


async def act(here: Session, choice: random.Random, told: Callable[[Run], object] | None = None) -> Run:
    """Change to another room or, with probability 5/6 where the room offers one, move a slider.

    With `told` the slider is dragged; `told` receives the runs for values on the way.
    """
    if choice.random() < 1 / 6 or not offered(here):
        return await here.go(choice.choice([room for room in here.rooms if room != here.room]))
    return await (drag(here, choice, told) if told else move(here, choice))


def offered(here: Session) -> list[str]:
    """Names of the shared sliders that the room shows; the others are in the page, but hidden."""
    return [name for name in here.sliders if name in ROOMS[here.room or "home"].settings]


async def move(here: Session, choice: random.Random) -> Run:
    """Move a slider to any other stop; in a room that shows none, a hidden one."""
    name = choice.choice(offered(here) or list(here.sliders))
    return await here.move(
        name, choice.choice([option for option in here.sliders[name].options if option != here.chosen[name]])
    )


async def drag(here: Session, choice: random.Random, told: Callable[[Run], object]) -> Run:
    """Drag a shared slider to the end that is farther away."""
    name = choice.choice(offered(here))
    options = here.sliders[name].options
    first = list(options).index(here.chosen[name])
    last = 0 if first > len(options) // 2 else len(options) - 1
    begun, shown = time.perf_counter(), here.chosen[name]
    while (share := (time.perf_counter() - begun) / DRAG) < 1:
        option = options[round(first + share * (last - first))]
        pause = MOVE
        if name in here.asks and option != shown:
            shown, run = option, await here.preview(name, option)
            told(run)
            pause = min(run.seconds * (REST + here.others), LONGEST_REST)
        await asyncio.sleep(pause)
    return await here.move(name, options[last])


async def read(url: str, room: str, choice: random.Random, log: Log, end: float, *, drags: bool) -> None:
    """One visit; ends at time `end`."""
    async with session(url) as here:
        log.add(await here.open(room))
        while (pause := choice.expovariate(1 / THINK)) < end - time.perf_counter():
            await asyncio.sleep(pause)
            log.add(await act(here, choice, log.add_way if drags else None))
        await asyncio.sleep(end - time.perf_counter())


async def seat(url: str, place: int, rooms: Sequence[str], log: Log, end: float) -> None:
    """One place in the class: a reader, replaced by another after each visit."""
    choice, room = random.Random(place), rooms[place % len(rooms)]
    await asyncio.sleep(place / ARRIVALS)
    leaves = time.perf_counter() + VISIT * choice.random()  # staggered: else memory would rise and fall in step
    while time.perf_counter() < end:
        try:
            await read(url, room, choice, log, min(end, leaves), drags=place % EACH == EACH - 1)
        except LOST as error:
            log.lose(room, error)
            await asyncio.sleep(THINK)
        room, leaves = choice.choice(rooms), time.perf_counter() + VISIT


@asynccontextmanager
async def seated(url: str, readers: int, rooms: Sequence[str], log: Log, end: float) -> AsyncIterator[None]:
    """Run a class of readers; leaving the context waits until the last reader has left."""
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
    """Measurements with a number of readers at once."""

    readers: int
    replicas: int
    runs: Sequence[Run]  # actions
    way: Sequence[Run]  # for values on the way
    opened: Sequence[Run]  # first rooms
    failures: Counter[str]
    start: Clock
    end: Clock
    before: float  # MB
    after: float  # MB
    peak: float  # MB

    def share(self, whose: str) -> float:
        """Processor time of the server or the client, in percent of one core."""
        return 100 * (getattr(self.end, whose) - getattr(self.start, whose)) / (self.end.at - self.start.at)


def percentile(runs: Iterable[Run], share: float) -> float:
    """Percentile of the runs' durations in milliseconds; nan if there are no runs."""
    times = [run.seconds for run in runs]
    return float(np.percentile(times, share)) * 1e3 if times else np.nan


async def measure_class(url: str, readers: int, replicas: int, rooms: Sequence[str], seconds: float) -> Class:
    before, log = memory(), Log()
    arrived = readers / ARRIVALS + THINK
    async with seated(url, readers, rooms, log, time.perf_counter() + arrived + seconds):
        await asyncio.sleep(arrived)
        start = Clock.now()
    end = Clock.now()
    opened = [run for run in log.runs if run.first]
    runs = [run for run in log.runs if run.asked >= start.at and not run.first]
    way = [run for run in log.way if run.asked >= start.at]
    return Class(readers, replicas, runs, way, opened, log.failures, start, end, before, memory(), peak_memory())


@dataclass(frozen=True)
class RoomLoad:
    """Runs of a single reader who moves sliders in one room without pauses."""

    name: str
    log: Log
    processor: float  # ms a run


async def measure_room(url: str, room: str) -> RoomLoad:
    choice, log, start = random.Random(room), Log(), Clock.now()
    try:
        async with session(url) as here:
            await here.open(room)
            start = Clock.now()
            for _ in range(MOVES):
                log.add(await move(here, choice))
    except LOST as error:
        log.lose(room, error)
    return RoomLoad(room or "home", log, (Clock.now().server - start.server) / MOVES * 1e3)


@dataclass(frozen=True)
class Minute:
    """One minute of a soak."""

    runs: int
    p95: float  # ms
    memory: float  # MB, minimum
    peak: float  # MB, since the server started


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
    return Minute(len(log.runs), percentile(log.runs, 95), min(held), peak_memory())


def growth(course: Sequence[Minute]) -> float:
    """Growth in MB a minute over the second half; nan if that has fewer than three minutes."""
    held = [minute.memory for minute in course[len(course) // 2 :]]
    return float(np.polyfit(np.arange(len(held)), held, 1)[0]) if len(held) >= 3 else np.nan


# ---- Report.

CLASS_HEAD = (
    *("readers", "replicas", "actions", "p50 ms", "p95 ms", "p99 ms", "first room p95 ms"),
    *("on the way", "on the way p95 ms", "CPU ms a run"),
    *("CPU % server + client", "memory MB before → after, most", "failures"),
)
ROOM_HEAD = ("room alone", "p50 ms", "most ms", "CPU ms a run", "kB a run")
SOAK_HEAD = ("minute", "runs", "p95 ms", "least memory MB", "most so far MB")


def section(
    classes: Sequence[tuple[int, int]] = CLASSES, seconds: float = SECONDS, url: str | None = None
) -> Section:
    """Each room with a single reader, then classes of readers and the number of replicas before them."""
    with nullcontext(url) if url else served() as address:
        here = [readers for readers, replicas in classes if replicas == 1]
        rooms, found = asyncio.run(measure(address, here, seconds))
    for readers, replicas in classes if proxy.executable() else ():
        if replicas > 1:
            with scaled(replicas) as (made, address):
                for one in made:
                    one.await_rest()
                found.append(asyncio.run(measure_replicas(address, readers, replicas, seconds)))
    costly = sorted(rooms, key=lambda room: -percentile(room.log.runs, 50))
    failures = sum([one.failures for one in found] + [room.log.failures for room in rooms], Counter())
    text = [table(CLASS_HEAD, map(class_row, found)), table(ROOM_HEAD, map(room_row, costly)), faults(failures)]
    goals = (*class_goals(found), *room_goals(rooms), failed("runs that failed", failures))
    return Section("load", "\n".join(text), goals)


def class_goals(classes: Sequence[Class]) -> Iterator[Goal]:
    """Goals for waiting times, and for the memory of one process."""
    for found in classes:
        if most := GOALS.get((found.readers, found.replicas)):
            name = f"{found.readers} readers, {number(found.replicas)} process{'es' * (found.replicas > 1)}, p95"
            yield Goal(name, percentile(found.runs, 95), most, "ms")
    if alone := [found.peak for found in classes if found.replicas == 1]:
        yield Goal("peak memory of one process", max(alone), MEMORY, "MB")


def room_goals(rooms: Sequence[RoomLoad]) -> Iterator[Goal]:
    """Goals for the processor time of a run."""
    if spent := {room.name: room.processor for room in rooms if room.processor}:
        costliest = max(spent, key=lambda name: spent[name])
        yield Goal(
            "processor time of a run, median of the rooms", float(np.median([*spent.values()])), PROCESSOR, "ms"
        )
        yield Goal(f"processor time of a run, most, {costliest}", spent[costliest], COSTLIEST, "ms")


def failed(what: str, failures: Counter[str]) -> Goal:
    return Goal(what, failures.total(), 0)


def faults(failures: Counter[str]) -> str:
    """The ten most frequent failures, one a line."""
    return "".join(f"- {times} × {text}\n" for text, times in failures.most_common(10))


def class_row(found: Class) -> list[str]:
    server, client = map(found.share, ("server", "client"))
    spent = found.end.server - found.start.server
    return [
        number(found.readers),
        number(found.replicas),
        number(len(found.runs)),
        *(number(percentile(found.runs, share), 0) for share in (50, 95, 99)),
        number(percentile(found.opened, 95), 0),
        number(len(found.way)),
        number(percentile(found.way, 95), 0),
        number(spent / (len(found.runs) + len(found.way)) * 1e3 if found.runs and spent else np.nan, 0),
        f"{number(server or np.nan, 0)} + {number(client, 0)}",
        f"{number(found.before, 0)} → {number(found.after, 0)}, {number(found.peak, 0)}",
        number(found.failures.total()),
    ]


def room_row(room: RoomLoad) -> list[str]:
    received = sum(run.received for run in room.log.runs) / MOVES
    times = (percentile(room.log.runs, share) for share in (50, 100))
    return [room.name, *(number(value, 0) for value in (*times, room.processor or np.nan, received / 1e3))]


async def measure(url: str, readers: Sequence[int], seconds: float) -> tuple[list[RoomLoad], list[Class]]:
    rooms = await rooms_of(url)
    alone = [await measure_room(url, room) for room in rooms]
    return alone, [await measure_class(url, count, 1, rooms, seconds) for count in readers]


async def measure_replicas(url: str, readers: int, replicas: int, seconds: float) -> Class:
    """One class before replicas behind nginx."""
    return await measure_class(url, readers, replicas, await rooms_of(url), seconds)


def soak_section(minutes: int = SOAK, readers: int = SOAK_READERS, url: str | None = None) -> Section:
    """Memory of the server for each minute."""
    with nullcontext(url) if url else served() as address:
        course, failures = asyncio.run(measure_soak(address, minutes, readers))
    rows = [
        [number(i + 1), *(number(value, 0) for value in (minute.runs, minute.p95, minute.memory, minute.peak))]
        for i, minute in enumerate(course)
    ]
    text = [f"{readers} readers for {minutes} minutes.\n", table(SOAK_HEAD, rows), faults(failures)]
    return Section("soak", "\n".join(text), soak_goals(course, readers, failures))


def soak_goals(course: Sequence[Minute], readers: int, failures: Counter[str]) -> tuple[Goal, ...]:
    name = f"{readers} readers for {len(course)} minutes"
    return (
        Goal(f"{name}: growth of memory in the second half", growth(course), TOLERANCE, "MB a minute"),
        Goal(f"{name}: peak memory", course[-1].peak, MEMORY, "MB"),
        failed(f"{name}: runs that failed", failures),
    )


def class_of(text: str) -> tuple[int, int]:
    """Readers and replicas from "200" or "200/2"."""
    readers, _, replicas = text.partition("/")
    return int(readers), int(replicas or 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--readers", help="numbers of readers, for example 1,30,200/2", default="")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each number of readers")
    parser.add_argument("--soak", type=int, metavar="MINUTES", help="measure this instead")
    parser.add_argument("--url", help="address of an app that runs already")
    parser.add_argument("--check", action="store_true", help="exit with an error if a goal is missed")
    asked = parser.parse_args()
    classes = [class_of(text) for text in asked.readers.split(",") if text]
    if asked.soak:
        found = soak_section(asked.soak, classes[0][0] if classes else SOAK_READERS, asked.url)
    else:
        found = section(classes or CLASSES, asked.seconds, asked.url)
    show(found, check=asked.check)


if __name__ == "__main__":
    main()
