"""Streams of events: every browser of a class gets its whole state, whenever it changes.

One text is made for all students of a class and one for the teacher. A stream that is slow skips to the newest.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.teach.live.wire import LiveError
from deploy.live.presence import TEACHER_LOST, Present, Seats, count_present
from deploy.live.store import Store, What

MOST_STUDENTS, MOST_WATCHERS, MOST_TABS = 400, 20, 4
MOST_STREAMS, OF_CLASS = 1_600, 440  # of this process, and of them in one class
FOR_TEACHERS, OF_TEACHER = 200, 2  # streams that are kept for teachers, and of a class that may take them
_RETRY = b"retry: 1000\n\n"
_ALIVE = b": alive\nevent: beat\ndata: {}\n\n"
_GONE = b"event: gone\ndata: {}\n\n"
_LOG = logging.getLogger(__name__)


def now_ms() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1e3)


@dataclass(frozen=True)
class Intervals:
    """How often a process looks at the store and tells browsers."""

    look: float = 5  # seconds between two looks at the store
    alive: int = 3  # looks from one sign of life, which all browsers get, to the next
    together: float = 0.25  # seconds in which changes of counts are collected
    # milliseconds without the teacher's stream until students are notified; an empty room is dropped then
    teacher_lost: int = TEACHER_LOST


@dataclass
class Room:
    """A class as this process streams it."""

    code: str
    shown: Mapping[str, Any]
    seats: Seats = field(default_factory=Seats)
    present: Present = field(default_factory=Present)
    answers: int | None = None
    version: int = 0  # of what students see
    counted: int = 0  # of what the teacher sees beside it
    beats: int = 0
    gone: bool = False
    failed: bool = False  # whether it could not be opened: streams that came meanwhile end
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    texts: dict[bool, bytes] = field(default_factory=dict)  # event by whether it is the teacher's
    unwritten: bool = False  # whether the seats have changed
    wants: asyncio.Event = field(default_factory=asyncio.Event)  # set when something is to be counted
    counts: asyncio.Task[None] | None = None

    @property
    def streams(self) -> int:
        """Open streams."""
        return sum(self.seats.open.values()) + self.seats.watchers

    def show(self, shown: Mapping[str, Any]) -> None:
        """Take a new state; an older one, which came late, is dropped."""
        if shown["life"] == self.shown["life"] and shown["seq"] < self.shown["seq"]:
            return
        if self.gone or shown != self.shown:
            self.shown, self.gone = shown, False
            self.wake()

    def wake(self, *, students: bool = True) -> None:
        """Send the current state to all streams, or to the teacher's only."""
        self.version += students
        self.counted += 1
        self.texts.clear()
        self._ring()

    def beat(self) -> None:
        """Send a heartbeat."""
        self.beats += 1
        self._ring()

    def lose(self) -> None:
        """Say that the store has lost the class."""
        if not self.gone:
            self.gone = True
            self._ring()

    def fail(self) -> None:
        """End all streams of the room; browsers come back by themselves."""
        self.failed = True
        self._ring()

    def _ring(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    def event(self, *, teacher: bool) -> bytes:
        """The event of the state, made once for all who get it."""
        if teacher not in self.texts:
            self.texts[teacher] = self.fresh(teacher=teacher)
        return self.texts[teacher]

    def fresh(self, *, teacher: bool) -> bytes:
        """The event with the current time."""
        state = {**self.shown, "now": now_ms(), "teacher": self.present.teacher or self.seats.watchers > 0}
        if teacher:
            state["counts"] = self.present.to_json() | {"answers": self.answers}
        return f"id: {self.shown['seq']}\ndata: {json.dumps(state, separators=(',', ':'))}\n\n".encode()


class Streams:
    """All rooms of this process."""

    def __init__(self, store: Store, intervals: Intervals | None = None) -> None:
        self.store, self.intervals = store, intervals or Intervals()
        self.process = secrets.token_urlsafe(6)
        self.rooms: dict[str, Room] = {}
        self.closing = False
        self._beats: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen to the store."""
        await self.store.open(self._heard)
        self._beats = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """End all streams."""
        self.end()
        for task in (self._beats, *(room.counts for room in self.rooms.values())):
            if task:
                task.cancel()
        await self.store.close()

    def end(self) -> None:
        """End all streams: a server does not stop while a response lasts."""
        self.closing = True
        for room in self.rooms.values():
            room.beat()

    # ---- A stream.

    async def enter(
        self,
        code: str,
        chair: str,  # of a student; empty for the teacher
    ) -> Room:  # raises LiveError if there is no such class, or too many streams are open
        """The room of a class, with one more stream, which `stream` begins and `leave` ends."""
        room = self.rooms.get(code) or await self._room(code)
        self._check(room, chair)
        room.seats.enter(chair)
        room.unwritten = True
        room.wants.set()
        return room

    def _check(self, room: Room, chair: str) -> None:
        seats = room.seats
        if not chair and seats.watchers >= MOST_WATCHERS:
            raise LiveError("full", f"pages of a teacher must be at most {MOST_WATCHERS}, got one more")
        if chair and seats.open.get(chair, 0) >= MOST_TABS:
            raise LiveError("full", f"pages of a browser in a class must be at most {MOST_TABS}, got one more")
        if chair and chair not in seats.open and max(len(seats.open), room.present.here) >= MOST_STUDENTS:
            raise LiveError("full", f"students of a class must be at most {MOST_STUDENTS}, got one more")
        if room.streams >= self._share(room, chair):
            raise LiveError("full", f"pages of a class must be at most {room.streams} at this moment, got one more")

    def _share(self, room: Room, chair: str) -> int:
        """Streams that a class may have: at most as many as are free, so that a few classes cannot take all of
        them.

        The first pages of a teacher, and browsers that reconnect, only need a free one.
        """
        free = MOST_STREAMS - sum(each.streams for each in self.rooms.values())
        if not chair and room.seats.watchers < OF_TEACHER:
            return room.streams + free
        free = max(0, free - FOR_TEACHERS)
        return min(OF_CLASS, room.streams + free if chair in room.seats.gone else free)

    async def _room(self, code: str) -> Room:
        record = await self.store.read(code)
        if code not in self.rooms:
            room = self.rooms[code] = Room(code, record.shown())
            try:
                await self.store.follow(code)
                room.show((await self.store.read(code)).shown())  # what changed before it was followed
            except BaseException:  # whatever it is, a room without its counting must not stay
                del self.rooms[code]
                room.fail()
                raise
            room.counts = asyncio.create_task(self._count(room))
        return self.rooms[code]

    async def stream(self, room: Room, *, teacher: bool) -> AsyncIterator[bytes]:
        """Events until the class or the server ends."""
        seen, beats, lost = self._version(room, teacher=teacher), room.beats, False
        yield _RETRY + room.fresh(teacher=teacher)
        while not (self.closing or room.failed):
            changed = room.changed
            if room.gone and not lost:
                lost = True
                yield _GONE
            elif seen != self._version(room, teacher=teacher):
                seen, lost = self._version(room, teacher=teacher), False
                yield room.event(teacher=teacher)
            elif room.shown["ended"]:
                return
            elif beats != room.beats:
                beats = room.beats
                yield _ALIVE
            else:
                await changed.wait()

    def _version(self, room: Room, *, teacher: bool) -> int:
        return room.counted if teacher else room.version

    def leave(self, room: Room, chair: str) -> None:
        """A stream has ended."""
        room.seats.leave(chair, now_ms())
        room.unwritten = True
        room.wants.set()

    # ---- What the store reports.

    def _heard(self, code: str, what: What, shown: Mapping[str, Any] | None) -> None:
        room = self.rooms.get(code)
        if room is None:
            return
        if shown is not None:
            asked = (room.shown["question"] or {}).get("number")
            room.show(shown)
            if asked == (shown["question"] or {}).get("number"):
                return
        elif what == "answers" and not room.seats.watchers:
            return
        room.wants.set()

    # ---- Counting, for each room at most once in `together` seconds.

    async def _count(self, room: Room) -> None:
        while True:
            await room.wants.wait()
            room.wants.clear()
            try:
                await self._count_once(room)
            except LiveError as error:
                self._failed(room, error)
            except Exception:  # a defect must not end the counting of the class
                _LOG.exception("counting a class failed")
            await asyncio.sleep(self.intervals.together)

    async def _count_once(self, room: Room) -> None:
        code = room.code
        if room.unwritten:
            room.unwritten = False
            await self.store.seat(code, self.process, room.seats.to_json(now_ms()), tell=True)
        seats, signs = await self.store.seats(code), await self.store.signs(code)
        found = count_present(seats, signs, now_ms(), self.intervals.teacher_lost)
        question = room.shown["question"]
        answers = question["answers"] if question else None
        if question and question["state"] == "open":
            answers = await self.store.count(code, question["number"])
        before = (room.present, room.answers)
        room.present, room.answers = found, answers
        if before != (found, answers):
            room.wake(students=before[0].teacher != found.teacher)

    def _failed(self, room: Room, error: LiveError) -> None:
        if error.kind == "code":
            room.lose()

    # ---- Polling the store: for lost messages, and for changes without one.

    async def _beat(self) -> None:
        number = 0
        while True:
            await asyncio.sleep(self.intervals.look)
            number += 1
            for room in [*self.rooms.values()]:
                try:
                    await self._look(room)
                except LiveError as error:
                    self._failed(room, error)
                except Exception:  # a defect in one room must not silence all others
                    _LOG.exception("a look at a class failed")
                if number % self.intervals.alive == 0:
                    room.beat()

    async def _look(self, room: Room) -> None:
        left = (room.seats.watched, *room.seats.gone.values())
        is_open = room.counts is not None  # else `_room` waits for the store
        if is_open and not room.streams and now_ms() - max(left) > self.intervals.teacher_lost:
            return await self._drop(room)
        await self.store.seat(room.code, self.process, room.seats.to_json(now_ms()), tell=False)
        room.show((await self.store.read(room.code)).shown())
        room.wants.set()

    async def _drop(self, room: Room) -> None:
        del self.rooms[room.code]
        if room.counts:
            room.counts.cancel()
        await self.store.leave(room.code)
