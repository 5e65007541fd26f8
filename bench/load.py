"""How long a reader waits while others read: sessions over the app's own websocket protocol.

`python -m bench.load` starts the app, opens every room once as the container does, and prints Markdown, in
about three minutes; `--readers 1,30` measures other classes and `--seconds 10` shorter, `--url http://…` an
app that runs already (its processor and memory stay unknown), `--soak 30` instead measures for 30 minutes
whether memory stays flat under 50 readers; `--check` ends with an error where a goal is missed.

reader
    Opens a room, then acts: five times of six moves a shared slider to any other of its stops, else goes to
    another room. Between the end of an answer and the next action pass 3 s on average, exponentially
    distributed. The rooms come in turn, the rest is drawn with a fixed seed. After five minutes the tab is
    closed and another reader comes.
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

import argparse
import asyncio
import os
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from websockets.exceptions import WebSocketException

from bench.shared.session import Run, Session, session
from deploy.serve import warm_up
from tests.browser.server import serving

READERS = (1, 30, 100, 200)
SECONDS = 30
SOAK_READERS = 50
THINK = 3  # seconds
VISIT = 300  # seconds
MINUTE = 60  # seconds
ARRIVALS = 20  # readers a second
MOVES = 10  # in each room alone
GOALS = {100: 100, 200: 250}  # readers → ms, p95
MEMORY = 400  # MB
TOLERANCE = 0.5  # MB a minute
LOST = (OSError, WebSocketException)  # connections; a TimeoutError is an OSError


# ---- The machine, as /proc tells.


@dataclass(frozen=True)
class Clock:
    """Seconds of processor time used so far; and when."""

    at: float
    server: float
    client: float
    all: float

    @classmethod
    def now(cls) -> "Clock":
        """What the clocks show."""
        return cls(time.perf_counter(), sum(map(used, server())), time.process_time(), used_by_all())


def server() -> list[Path]:
    """Folders in /proc of the processes that this one has started, and of those that they have."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        if fields := stat(folder):
            parents[int(folder.name)] = int(fields[1])
    found = [os.getpid()]
    for above in found:
        found += [pid for pid, parent in parents.items() if parent == above]
    return [Path(f"/proc/{pid}") for pid in found[1:]]


def stat(folder: Path) -> list[str]:
    """Fields of a process from its state on; empty when it has ended."""
    try:
        return (folder / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def used(folder: Path) -> float:
    """Seconds in user and system mode of all threads."""
    return sum(map(int, stat(folder)[11:13])) / os.sysconf("SC_CLK_TCK")


def used_by_all() -> float:
    """Seconds of all cores that were neither idle nor waiting for a disk."""
    fields = [int(text) for text in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def memory(entry: str = "VmRSS") -> float:
    """Resident memory of the server in MB; `VmHWM` the most it ever was; nan where it is not ours."""
    lines = [line for folder in server() for line in (folder / "status").read_text().split("\n")]
    return sum(int(line.split()[1]) for line in lines if line.startswith(f"{entry}:")) * 1024 / 1e6 or np.nan


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
    """One visit, until the reader has had enough or all leave."""
    end = min(end, time.perf_counter() + VISIT)
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
    while time.perf_counter() < end:
        try:
            await read(url, room, choice, log, end)
        except LOST as error:
            log.lose(room, error)
            await asyncio.sleep(THINK)
        room = choice.choice(rooms)


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
    async with seated(url, readers, rooms, log, time.perf_counter() + minutes * MINUTE):
        for _ in range(minutes):
            course.append(await measure_minute(log))
            print(f"{len(course)} min: {course[-1].memory:.0f} MB", file=sys.stderr, flush=True)
    return course, log.failures


async def measure_minute(log: Log) -> Minute:
    log.runs.clear()
    held = []
    for _ in range(MINUTE):
        await asyncio.sleep(1)
        held.append(memory())
    return Minute(len(log.runs), percentile(log.runs, 95), min(held), memory("VmHWM"))


def growth(course: Sequence[Minute]) -> float:
    """MB a minute in the second half; nan for fewer than three minutes there."""
    held = [minute.memory for minute in course[len(course) // 2 :]]
    return float(np.polyfit(np.arange(len(held)), held, 1)[0]) if len(held) >= 3 else np.nan


# ---- What is printed.


@dataclass(frozen=True)
class Report:
    """Markdown, and the goals that it misses."""

    text: str
    missed: Sequence[str]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return [f"| {' | '.join(map(str, line))} |" for line in lines] + [""]


def number(value: float, digits: int = 0) -> str:
    return "–" if np.isnan(value) else f"{value:,.{digits}f}"


def class_row(found: Class) -> list[str]:
    server_, client, all_ = map(found.share, ("server", "client", "all"))
    spent = found.end.server - found.start.server
    return [
        number(found.readers),
        number(len(found.runs)),
        *(number(percentile(found.runs, share)) for share in (50, 95, 99)),
        number(percentile(found.opened, 95)),
        number(spent / len(found.runs) * 1e3 if found.runs and spent else np.nan),
        f"{number(server_ or np.nan)} + {number(client)} + {number(all_ - server_ - client)}",
        f"{number(found.before)} → {number(found.after)}, {number(found.most)}",
        number(found.failures.total()),
    ]


CLASS_HEAD = (
    *("readers", "actions", "p50 ms", "p95 ms", "p99 ms", "first room p95 ms", "CPU ms a run"),
    *("CPU % server + client + others", "memory MB before → after, most", "failures"),
)
ROOM_HEAD = ("room alone", "p50 ms", "most ms", "CPU ms a run", "kB a run")


def room_row(room: Room) -> list[str]:
    received = sum(run.received for run in room.log.runs) / MOVES
    times = (percentile(room.log.runs, share) for share in (50, 100))
    return [room.name, *map(number, times), number(room.cpu or np.nan), number(received / 1e3)]


def verdict(what: str, value: float, limit: float, unit: str) -> str:
    """One goal, as a line."""
    if np.isnan(value):
        return f"{what}: not measured"
    digits = 0 if limit >= 1 else 2
    outcome = "met" if value <= limit else "missed"
    return f"{what}: {number(value, digits)} {unit}, goal at most {number(limit, digits)}: **{outcome}**"


def closing(verdicts: Sequence[str], failures: Counter[str]) -> Report:
    """The goals and what went wrong, under the tables."""
    failed = [f"{times} × {text}" for text, times in failures.most_common(10)]
    missed = [line for line in verdicts if line.endswith("**missed**")] + failed
    return Report("\n".join(f"- {line}" for line in [*verdicts, *failed]), missed)


def report(readers: Sequence[int] = READERS, seconds: float = SECONDS, url: str | None = None) -> Report:
    """Every room alone, then the classes, and how the goals stand."""
    with nullcontext(url) if url else served() as address:
        rooms, classes = asyncio.run(measure(address, readers, seconds))
    goals = [
        verdict(f"{found.readers} readers, p95", percentile(found.runs, 95), GOALS[found.readers], "ms")
        for found in classes
        if found.readers in GOALS
    ]
    most = verdict("most memory held", max(found.most for found in classes), MEMORY, "MB")
    failures = [found.failures for found in classes] + [room.log.failures for room in rooms]
    end = closing([*goals, most], sum(failures, Counter()))
    costly = sorted(rooms, key=lambda room: -percentile(room.log.runs, 50))
    lines = table(CLASS_HEAD, map(class_row, classes)) + table(ROOM_HEAD, map(room_row, costly))
    return Report("\n".join([*lines, end.text]), end.missed)


async def measure(url: str, readers: Sequence[int], seconds: float) -> tuple[list[Room], list[Class]]:
    rooms = await rooms_of(url)
    alone = [await measure_room(url, room) for room in rooms]
    return alone, [await measure_class(url, count, rooms, seconds) for count in readers]


def soak_report(minutes: int, readers: int = SOAK_READERS, url: str | None = None) -> Report:
    """Memory minute by minute, and whether it stays flat."""
    with nullcontext(url) if url else served() as address:
        course, failures = asyncio.run(measure_soak(address, minutes, readers))
    rows = [
        [number(i + 1), *map(number, (minute.runs, minute.p95, minute.memory, minute.most))]
        for i, minute in enumerate(course)
    ]
    flat = verdict(f"{readers} readers, flat", growth(course), TOLERANCE, "MB a minute in the second half")
    held = verdict("most memory held", course[-1].most, MEMORY, "MB")
    end = closing([flat, held], failures)
    head = ("minute", "runs", "p95 ms", "least memory MB", "most so far MB")
    return Report("\n".join([*table(head, rows), end.text]), end.missed)


@contextmanager
def served() -> Iterator[str]:
    """Address of an app of our own, every room of which has been opened once."""
    with serving() as url:
        warm_up(int(url.rpartition(":")[2]))
        yield url


def main() -> None:
    parser = argparse.ArgumentParser(description="How long a reader waits while others read.")
    parser.add_argument("--readers", help="numbers of readers, such as 1,30", default="")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each number of readers")
    parser.add_argument("--soak", type=int, metavar="MINUTES", help="measure this instead")
    parser.add_argument("--url", help="of an app that runs already")
    parser.add_argument("--check", action="store_true", help="end with an error where a goal is missed")
    asked = parser.parse_args()
    readers = [int(text) for text in asked.readers.split(",") if text]
    if asked.soak:
        found = soak_report(asked.soak, (readers or [SOAK_READERS])[0], asked.url)
    else:
        found = report(readers or READERS, asked.seconds, asked.url)
    print(found.text)
    if asked.check and found.missed:
        sys.exit("\n".join(["", "missed:", *found.missed]))


if __name__ == "__main__":
    main()
