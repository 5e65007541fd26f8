"""Waiting times with many readers at once, over the app's own websocket protocol."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import urlencode

import numpy as np
from websockets.exceptions import WebSocketException

from bench.section import Cell, Goal, Section, Table, number
from bench.sentence import LENGTHS, WORDS
from tests.deploy import proxy
from tests.deploy.local_app import scaled, single_server
from tests.deploy.machine import memory, peak_memory, processor_time
from tests.deploy.session import Run, Session, act, move, session

CLASSES = ((1, 1), (30, 1), (100, 1), (200, 1), (200, 2))  # readers, replicas
SECONDS = 60
THINK = 3  # seconds between two actions, on average
ARRIVALS = 20  # readers a second
MOVES = 10  # in each room by a single reader
TYPED = 100  # readers beside whom another types sentences for the released model
UNNOTICED = 1.2  # p95 of the readers beside that one / without
EACH = 5  # one reader in this many drags
DRAG, MOVE = 2.0, 1 / 60  # seconds of a drag, and between two of its moves
REST, LONGEST_REST = (
    0.25,
    1.0,
)  # after an answer, as in page/preview_runs/preview_runs.js: a share of it, and seconds at most
GOALS = {(100, 1): 150, (200, 2): 250}  # readers, replicas → ms, p95
MEMORY = 400  # MB of one process
PROCESSOR, COSTLIEST = 10, 30  # ms a run, median of the rooms and most
LOST = (OSError, WebSocketException)  # a connection is lost; TimeoutError is an OSError


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


async def drag(here: Session, choice: random.Random, log: Log) -> Run:
    """Drag a shared slider to the end that is farther away."""
    name = choice.choice(list(here.sliders))
    options = here.sliders[name].stops
    first = options.index(here.sliders[name].text) if here.sliders[name].text in options else 0
    last = 0 if first > len(options) // 2 else len(options) - 1
    begun, current = time.perf_counter(), here.sliders[name].text
    while (share := (time.perf_counter() - begun) / DRAG) < 1:
        option = options[round(first + share * (last - first))]
        pause = MOVE
        if name in here.asks and option != current:
            current, run = option, await here.preview(name, option)
            log.add_way(run)
            pause = min(run.seconds * (REST + here.others), LONGEST_REST)
        await asyncio.sleep(pause)
    return await here.move(name, options[last])


async def read(url: str, place: int, room: str, log: Log, end: float) -> None:
    """One reader, from the room in which the reader begins until time `end`."""
    choice, drags = random.Random(place), place % EACH == EACH - 1
    await asyncio.sleep(place / ARRIVALS)
    try:
        async with session(url) as here:
            log.add(await here.open(room))
            while (pause := choice.expovariate(1 / THINK)) < end - time.perf_counter():
                await asyncio.sleep(pause)
                log.add(await act(here, choice, partial(drag, log=log) if drags else move))
            await asyncio.sleep(end - time.perf_counter())
    except LOST as error:
        log.lose(room, error)


async def type_sentences(url: str, log: Log, end: float) -> None:
    """One reader more, who has the released model read a new sentence after each pause."""
    choice = random.Random(TYPED)
    async with session(url) as here:
        while (pause := choice.expovariate(1 / THINK)) < end - time.perf_counter():
            await asyncio.sleep(pause)
            words = " ".join(choice.choices(WORDS, k=choice.choice(LENGTHS) - 2))  # beside [CLS] and [SEP]
            log.add_way(await here.open("real_model", urlencode({"sentence": words})))


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
    first_runs: Sequence[Run]  # first rooms
    failures: Counter[str]
    server: float  # s of processor time
    client: float
    before: float  # MB
    after: float  # MB
    peak: float  # MB
    has_typist: bool


def percentile(runs: Iterable[Run], share: float) -> float:
    """Percentile of the runs' durations in milliseconds; nan if there are no runs."""
    times = [run.seconds for run in runs]
    return float(np.percentile(times, share)) * 1e3 if times else np.nan


async def measure_class(
    url: str,
    readers: int,
    replicas: int,
    rooms: Sequence[str],
    *,
    has_typist: bool = False,  # one reader more, whose runs count as those for values on the way
) -> Class:
    before, log, arrived = memory(), Log(), readers / ARRIVALS + THINK
    end = time.perf_counter() + arrived + SECONDS
    async with asyncio.TaskGroup() as group:
        for place in range(readers):
            group.create_task(read(url, place, rooms[place % len(rooms)], log, end))
        if has_typist:
            group.create_task(type_sentences(url, log, end))
        await asyncio.sleep(arrived)
        start, server, client = time.perf_counter(), processor_time(), time.process_time()
    used = processor_time() - server, time.process_time() - client
    first_runs = [run for run in log.runs if run.first]
    runs = [run for run in log.runs if run.request_time >= start and not run.first]
    way = [run for run in log.way if run.request_time >= start]
    peak = peak_memory()
    return Class(readers, replicas, runs, way, first_runs, log.failures, *used, before, memory(), peak, has_typist)


@dataclass(frozen=True)
class RoomLoad:
    """Runs of a single reader who moves sliders in one room without pauses."""

    name: str
    log: Log
    processor: float  # ms a run


async def measure_room(url: str, room: str) -> RoomLoad:
    choice, log, start = random.Random(room), Log(), processor_time()
    try:
        async with session(url) as here:
            await here.open(room)
            start = processor_time()
            for _ in range(MOVES):
                log.add(await move(here, choice))
    except LOST as error:
        log.lose(room, error)
    return RoomLoad(room or "home", log, (processor_time() - start) / MOVES * 1e3)


# ---- Report.

CLASS_HEAD = (
    *("readers", "replicas", "actions", "p50 ms", "p95 ms", "p99 ms", "first room p95 ms"),
    *("on the way", "on the way p95 ms", "CPU ms a run"),
    *("CPU % server + client", "memory MB before → after, most", "failures"),
)
ROOM_HEAD = ("room alone", "p50 ms", "most ms", "CPU ms a run", "kB a run")


def section() -> Section:
    """Each room with a single reader, then classes of readers and the number of replicas before them."""
    with single_server() as url:
        rooms, classes = asyncio.run(measure(url, [readers for readers, replicas in CLASSES if replicas == 1]))
    for readers, replicas in CLASSES if proxy.executable() else ():
        if replicas > 1:
            with scaled(replicas) as (processes, url):
                for one in processes:
                    one.await_rest()
                classes.append(asyncio.run(measure_replicas(url, readers, replicas)))
    costly = sorted(rooms, key=lambda room: -percentile(room.log.runs, 50))
    failures = sum([one.failures for one in classes] + [room.log.failures for room in rooms], Counter())
    tables = [Table(CLASS_HEAD, [*map(class_row, classes)]), Table(ROOM_HEAD, [*map(room_row, costly)])]
    note = "; ".join(f"{times} × {text}" for text, times in failures.most_common(10))
    return Section(tables, (*goals(classes, rooms), Goal("runs that failed", failures.total(), 0)), note)


async def measure(url: str, readers: Sequence[int]) -> tuple[list[RoomLoad], list[Class]]:
    rooms = await rooms_of(url)
    alone = [await measure_room(url, room) for room in rooms]
    classes = [await measure_class(url, count, 1, rooms) for count in readers]
    return alone, [*classes, await measure_class(url, TYPED, 1, rooms, has_typist=True)]


async def measure_replicas(url: str, readers: int, replicas: int) -> Class:
    """One class before replicas behind nginx."""
    return await measure_class(url, readers, replicas, await rooms_of(url))


def goals(classes: Sequence[Class], rooms: Sequence[RoomLoad]) -> Iterator[Goal]:
    """Goals for waiting times, the memory of one process, and the processor time of a run."""
    for load in classes:
        if not load.has_typist and (most := GOALS.get((load.readers, load.replicas))):
            name = f"{load.readers} readers, {number(load.replicas)} process{'es' * (load.replicas > 1)}, p95"
            yield Goal(name, percentile(load.runs, 95), most, "ms")
    typed = [percentile(load.runs, 95) for load in classes if load.has_typist]
    usual = [percentile(load.runs, 95) for load in classes if (load.readers, load.replicas) == (TYPED, 1)][:1]
    for with_typist, without in zip(typed, usual, strict=False):
        name = f"{TYPED} readers beside one who types sentences / without, p95"
        yield Goal(name, with_typist / without, UNNOTICED)
    if alone := [load.peak for load in classes if load.replicas == 1]:
        yield Goal("peak memory of one process", max(alone), MEMORY, "MB")
    if spent := {room.name: room.processor for room in rooms if room.processor}:
        costliest = max(spent, key=lambda name: spent[name])
        what = "processor time of a run"
        yield Goal(f"{what}, median of the rooms", float(np.median([*spent.values()])), PROCESSOR, "ms")
        yield Goal(f"{what}, most, {costliest}", spent[costliest], COSTLIEST, "ms")


def class_row(load: Class) -> list[Cell]:
    count = len(load.runs) + len(load.way)
    return [
        *(f"{load.readers} and one who types" if load.has_typist else load.readers, load.replicas, len(load.runs)),
        *(percentile(load.runs, share) for share in (50, 95, 99)),
        *(percentile(load.first_runs, 95), len(load.way), percentile(load.way, 95)),
        load.server / count * 1e3 if count else None,
        f"{100 * load.server / SECONDS:.0f} + {100 * load.client / SECONDS:.0f}",
        f"{load.before:.0f} → {load.after:.0f}, {load.peak:.0f}",
        load.failures.total(),
    ]


def room_row(room: RoomLoad) -> list[Cell]:
    received = sum(run.received for run in room.log.runs) / MOVES
    return [room.name, *(percentile(room.log.runs, share) for share in (50, 100)), room.processor, received / 1e3]
