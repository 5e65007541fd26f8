"""Classes in the memory of the only server."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.teach.live.record import LiveClass
from deploy.live.store import (
    LIFETIME,
    MOST_ANSWERS,
    MOST_CLASSES,
    MOST_HEARTBEATS,
    ChangeKind,
    OnChange,
    no_class,
    not_open,
    too_many_answers,
    too_many_classes,
)


@dataclass
class _Entry:
    record: LiveClass
    alive: float  # seconds of the clock when the class was last alive
    open: int | None = None  # number of the question that is open
    is_stopped: bool = False  # whether it takes no more answers
    answers: dict[str, float] = field(default_factory=dict)
    heartbeats: dict[str, str] = field(default_factory=dict)
    connections: dict[str, str] = field(default_factory=dict)


class InProcess:
    """`deploy.live.store.Store` without anything outside."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:  # seconds from any beginning
        self._clock = clock
        self._classes: dict[str, _Entry] = {}
        self._followed_codes: set[str] = set()
        self._on_change: OnChange = lambda *_: None

    def now(self) -> int:
        """As in `Store`."""
        return int(self._clock() * 1e3)

    async def open(self, on_change: OnChange) -> None:
        """As in `Store`."""
        self._on_change = on_change

    async def close(self) -> None:
        """As in `Store`."""
        self._on_change = lambda *_: None

    async def follow(self, code: str) -> None:
        """As in `Store`."""
        self._followed_codes.add(code)

    async def leave(self, code: str) -> None:
        """As in `Store`."""
        self._followed_codes.discard(code)

    def _publish(self, code: str, kind: ChangeKind, state: Mapping[str, Any] | None = None) -> None:
        if code in self._followed_codes:
            self._on_change(code, kind, state)

    def _entry(self, code: str) -> _Entry:
        self._forget()
        if code not in self._classes:
            raise no_class(code)
        return self._classes[code]

    def _forget(self) -> None:
        last = self._clock() - LIFETIME
        for code in [code for code, entry in self._classes.items() if entry.alive < last]:
            del self._classes[code]

    async def create(self, record: LiveClass) -> bool:
        """As in `Store`."""
        self._forget()
        if record.keys.code in self._classes:
            return False
        if len(self._classes) >= MOST_CLASSES:
            raise too_many_classes()
        self._classes[record.keys.code] = _Entry(record, self._clock())
        self._publish(record.keys.code, "shown", record.visible_state())
        return True

    async def read(self, code: str) -> LiveClass:
        """As in `Store`."""
        return self._entry(code).record

    async def change(self, code: str, change: Callable[[LiveClass], LiveClass]) -> LiveClass:
        """As in `Store`."""
        entry = self._entry(code)
        new_record = change(entry.record)
        if new_record is entry.record:
            return new_record
        entry.record, entry.alive = new_record, self._clock()
        if entry.open != new_record.open_number:
            entry.open, entry.is_stopped, entry.answers = new_record.open_number, False, {}
        self._publish(code, "shown", new_record.visible_state())
        return new_record

    async def answer(self, code: str, number: int, participant: str, answer: float) -> None:
        """As in `Store`."""
        entry = self._entry(code)
        if entry.open != number or entry.is_stopped:
            raise not_open(number)
        if len(entry.answers) >= MOST_ANSWERS and participant not in entry.answers:
            raise too_many_answers()
        entry.answers[participant] = answer
        self._publish(code, "answers")

    async def stop(self, code: str, number: int) -> list[float]:
        """As in `Store`."""
        entry = self._entry(code)
        if entry.open != number:
            return []
        entry.is_stopped = True
        return list(entry.answers.values())

    async def count(self, code: str, number: int) -> int:
        """As in `Store`."""
        entry = self._entry(code)
        return len(entry.answers) if entry.open == number else 0

    async def save_heartbeat(self, code: str, participant: str, heartbeat: str) -> None:
        """As in `Store`."""
        heartbeats = self._entry(code).heartbeats
        if len(heartbeats) < MOST_HEARTBEATS or participant in heartbeats:
            heartbeats[participant] = heartbeat
        self._publish(code, "seats")

    async def heartbeats(self, code: str) -> dict[str, str]:
        """As in `Store`."""
        return dict(self._entry(code).heartbeats)

    async def save_connections(self, code: str, process: str, connections: str, *, publish: bool) -> None:
        """As in `Store`."""
        entry = self._entry(code)
        entry.connections[process], entry.alive = connections, self._clock()
        if publish:
            self._publish(code, "seats")

    async def connections(self, code: str) -> dict[str, str]:
        """As in `Store`."""
        return dict(self._entry(code).connections)
