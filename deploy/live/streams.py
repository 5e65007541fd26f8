"""Streams of events: every browser of a class gets its whole state, whenever it changes.

One text is made for all students of a class and one for the teacher. A stream that is slow skips to the newest.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.teach.live.untrusted import LiveError
from deploy.live.presence import TEACHER_LOST, Connections, PresenceCounts, count_present
from deploy.live.store import ChangeKind, Store

MOST_STUDENTS, MOST_WATCHERS, MOST_TABS = 400, 20, 4
MOST_STREAMS, OF_CLASS = 1_600, 440  # of this process, and of them in one class
FOR_TEACHERS, OF_TEACHER = 200, 2  # streams that are kept for teachers, and of a class that may take them
_RETRY = b"retry: 1000\n\n"
_ALIVE = b": alive\nevent: beat\ndata: {}\n\n"
_GONE = b"event: gone\ndata: {}\n\n"
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Intervals:
    """How often a process looks at the store and tells browsers."""

    look: float = 5  # seconds between two looks at the store
    alive: int = 3  # looks from one heartbeat, which all browsers get, to the next
    together: float = 0.25  # seconds in which changes of counts are collected
    # milliseconds without the teacher's stream until students are notified; an empty channel is dropped then
    teacher_lost: int = TEACHER_LOST


@dataclass
class Channel:
    """A class as this process streams it."""

    code: str
    state: Mapping[str, Any]
    now: Callable[[], int]  # the store's
    connections: Connections = field(default_factory=Connections)
    present: PresenceCounts = field(default_factory=PresenceCounts)
    answers: int | None = None
    version: int = 0  # of what students see
    teacher_version: int = 0  # of what the teacher sees beside it
    beats: int = 0
    is_gone: bool = False
    has_failed: bool = False  # whether it could not be opened: streams that came meanwhile end
    change: asyncio.Event = field(default_factory=asyncio.Event)
    texts: dict[bool, bytes] = field(default_factory=dict)  # event by whether it is the teacher's
    has_changes: bool = False  # whether the connections have changed
    wants: asyncio.Event = field(default_factory=asyncio.Event)  # set when something is to be counted
    counts: asyncio.Task[None] | None = None

    @property
    def streams(self) -> int:
        """Open streams."""
        return sum(self.connections.open.values()) + self.connections.watchers

    def show(self, state: Mapping[str, Any]) -> None:
        """Take a new state; an older one, which came late, is dropped."""
        if state["life"] == self.state["life"] and state["seq"] < self.state["seq"]:
            return
        if self.is_gone or state != self.state:
            self.state, self.is_gone = state, False
            self.wake()

    def wake(self, *, students: bool = True) -> None:
        """Send the current state to all streams, or to the teacher's only."""
        self.version += students
        self.teacher_version += 1
        self.texts.clear()
        self._ring()

    def beat(self) -> None:
        """Send a heartbeat."""
        self.beats += 1
        self._ring()

    def lose(self) -> None:
        """Say that the store has lost the class."""
        if not self.is_gone:
            self.is_gone = True
            self._ring()

    def fail(self) -> None:
        """End all streams of the channel; browsers come back by themselves."""
        self.has_failed = True
        self._ring()

    def _ring(self) -> None:
        self.change.set()
        self.change = asyncio.Event()

    def event(self, *, teacher: bool) -> bytes:
        """The event of the state, made once for all who get it."""
        if teacher not in self.texts:
            self.texts[teacher] = self.fresh(teacher=teacher)
        return self.texts[teacher]

    def fresh(self, *, teacher: bool) -> bytes:
        """The event with the current time."""
        event = {**self.state, "now": self.now(), "teacher": self.present.teacher or self.connections.watchers > 0}
        if teacher:
            event["counts"] = self.present.to_json() | {"answers": self.answers}
        return f"id: {self.state['seq']}\ndata: {json.dumps(event, separators=(',', ':'))}\n\n".encode()


class Streams:
    """All channels of this process."""

    def __init__(self, store: Store, intervals: Intervals | None = None) -> None:
        self.store, self.intervals = store, intervals or Intervals()
        self.process = secrets.token_urlsafe(6)
        self.channels: dict[str, Channel] = {}
        self.is_closing = False
        self._beats: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen to the store."""
        await self.store.open(self._on_change)
        self._beats = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """End all streams."""
        self.end()
        for task in (self._beats, *(channel.counts for channel in self.channels.values())):
            if task:
                task.cancel()
        await self.store.close()

    def end(self) -> None:
        """End all streams: a server does not stop while a response lasts."""
        self.is_closing = True
        for channel in self.channels.values():
            channel.beat()

    # ---- A stream.

    async def enter(
        self,
        code: str,
        participant: str,  # of a student; empty for the teacher
    ) -> Channel:  # raises LiveError if there is no such class, or too many streams are open
        """The channel of a class, with one more stream, which `stream` begins and `leave` ends."""
        channel = self.channels.get(code) or await self._channel(code)
        self._check(channel, participant)
        channel.connections.enter(participant)
        channel.has_changes = True
        channel.wants.set()
        return channel

    def _check(self, channel: Channel, participant: str) -> None:
        connections = channel.connections
        if not participant and connections.watchers >= MOST_WATCHERS:
            raise LiveError("full", f"pages of a teacher must be at most {MOST_WATCHERS}, got one more")
        if participant and connections.open.get(participant, 0) >= MOST_TABS:
            raise LiveError("full", f"pages of a browser in a class must be at most {MOST_TABS}, got one more")
        if (
            participant
            and participant not in connections.open
            and max(len(connections.open), channel.present.here) >= MOST_STUDENTS
        ):
            raise LiveError("full", f"students of a class must be at most {MOST_STUDENTS}, got one more")
        if channel.streams >= self._share(channel, participant):
            raise LiveError(
                "full", f"pages of a class must be at most {channel.streams} at this moment, got one more"
            )

    def _share(self, channel: Channel, participant: str) -> int:
        """Streams that a class may have: at most as many as are free, so that a few classes cannot take all of
        them.

        The first pages of a teacher, and browsers that reconnect, only need a free one.
        """
        free = MOST_STREAMS - sum(each.streams for each in self.channels.values())
        if not participant and channel.connections.watchers < OF_TEACHER:
            return channel.streams + free
        free = max(0, free - FOR_TEACHERS)
        return min(OF_CLASS, channel.streams + free if participant in channel.connections.gone else free)

    async def _channel(self, code: str) -> Channel:
        record = await self.store.read(code)
        if code not in self.channels:
            channel = self.channels[code] = Channel(code, record.visible_state(), self.store.now)
            try:
                await self.store.follow(code)
                channel.show((await self.store.read(code)).visible_state())  # what changed before it was followed
            except BaseException:  # of any kind: a channel without its counting must not stay
                del self.channels[code]
                channel.fail()
                raise
            channel.counts = asyncio.create_task(self._count(channel))
        return self.channels[code]

    async def stream(self, channel: Channel, *, teacher: bool) -> AsyncIterator[bytes]:
        """Events until the class or the server ends."""
        version, beats, gone_sent = self._version(channel, teacher=teacher), channel.beats, False
        yield _RETRY + channel.fresh(teacher=teacher)
        while not (self.is_closing or channel.has_failed):
            change = channel.change
            if channel.is_gone and not gone_sent:
                gone_sent = True
                yield _GONE
            elif version != self._version(channel, teacher=teacher):
                version, gone_sent = self._version(channel, teacher=teacher), False
                yield channel.event(teacher=teacher)
            elif channel.state["ended"]:
                return
            elif beats != channel.beats:
                beats = channel.beats
                yield _ALIVE
            else:
                await change.wait()

    def _version(self, channel: Channel, *, teacher: bool) -> int:
        return channel.teacher_version if teacher else channel.version

    def leave(self, channel: Channel, participant: str) -> None:
        """A stream has ended."""
        channel.connections.leave(participant, self.store.now())
        channel.has_changes = True
        channel.wants.set()

    # ---- What the store reports.

    def _on_change(self, code: str, kind: ChangeKind, state: Mapping[str, Any] | None) -> None:
        channel = self.channels.get(code)
        if channel is None:
            return
        if state is not None:
            number_before = (channel.state["question"] or {}).get("number")
            channel.show(state)
            if number_before == (state["question"] or {}).get("number"):
                return
        elif kind == "answers" and not channel.connections.watchers:
            return
        channel.wants.set()

    # ---- Counting, for each channel at most once in `together` seconds.

    async def _count(self, channel: Channel) -> None:
        while True:
            await channel.wants.wait()
            channel.wants.clear()
            await self._attempt(self._count_once, channel)
            await asyncio.sleep(self.intervals.together)

    async def _count_once(self, channel: Channel) -> None:
        code = channel.code
        if channel.has_changes:
            channel.has_changes = False
            await self.store.save_connections(
                code, self.process, channel.connections.to_json(self.store.now()), publish=True
            )
        connections, heartbeats = await self.store.connections(code), await self.store.heartbeats(code)
        present = count_present(connections, heartbeats, self.store.now(), self.intervals.teacher_lost)
        question = channel.state["question"]
        answers = question["answers"] if question else None
        if question and question["state"] == "open":
            answers = await self.store.count(code, question["number"])
        before = (channel.present, channel.answers)
        channel.present, channel.answers = present, answers
        if before != (present, answers):
            channel.wake(students=before[0].teacher != present.teacher)

    async def _attempt(self, work: Callable[[Channel], Awaitable[None]], channel: Channel) -> None:
        """Work for a channel; a failure of the store, or a defect, must not end it for this or other channels."""
        try:
            await work(channel)
        except LiveError as error:
            if error.kind == "code":
                channel.lose()
        except Exception:
            _LOG.exception("%s of a class failed", work.__name__)

    # ---- Polling the store: for lost messages, and for changes without one.

    async def _beat(self) -> None:
        number = 0
        while True:
            await asyncio.sleep(self.intervals.look)
            number += 1
            for channel in [*self.channels.values()]:
                await self._attempt(self._look, channel)
                if number % self.intervals.alive == 0:
                    channel.beat()

    async def _look(self, channel: Channel) -> None:
        departures = (channel.connections.last_watched, *channel.connections.gone.values())
        is_open = channel.counts is not None  # else `_channel` waits for the store
        if is_open and not channel.streams and self.store.now() - max(departures) > self.intervals.teacher_lost:
            return await self._drop(channel)
        await self.store.save_connections(
            channel.code, self.process, channel.connections.to_json(self.store.now()), publish=False
        )
        channel.show((await self.store.read(channel.code)).visible_state())
        channel.wants.set()

    async def _drop(self, channel: Channel) -> None:
        del self.channels[channel.code]
        if channel.counts:
            channel.counts.cancel()
        await self.store.leave(channel.code)
