"""Classes in the memory of the only server."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.teach.live.record import LiveClass
from deploy.live.store import (
    FORGOTTEN,
    MOST_ANSWERS,
    MOST_CLASSES,
    MOST_SIGNS,
    Heard,
    What,
    no_class,
    not_open,
    too_many_answers,
    too_many_classes,
)


@dataclass
class _Kept:
    record: LiveClass
    alive: float  # seconds of the clock at the last sign of life
    open: int | None = None  # number of the question that is open
    stopped: bool = False  # whether it takes no more answers
    answers: dict[str, float] = field(default_factory=dict)
    signs: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)


class InProcess:
    """`deploy.live.store.Store` without anything outside."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:  # seconds from any beginning
        self._clock = clock
        self._classes: dict[str, _Kept] = {}
        self._followed: set[str] = set()
        self._heard: Heard = lambda *_: None

    async def open(self, heard: Heard) -> None:
        """As in `Store`."""
        self._heard = heard

    async def close(self) -> None:
        """As in `Store`."""
        self._heard = lambda *_: None

    async def follow(self, code: str) -> None:
        """As in `Store`."""
        self._followed.add(code)

    async def leave(self, code: str) -> None:
        """As in `Store`."""
        self._followed.discard(code)

    def _tell(self, code: str, what: What, shown: Mapping[str, Any] | None = None) -> None:
        if code in self._followed:
            self._heard(code, what, shown)

    def _kept(self, code: str) -> _Kept:
        self._forget()
        if code not in self._classes:
            raise no_class(code)
        return self._classes[code]

    def _forget(self) -> None:
        last = self._clock() - FORGOTTEN
        for code in [code for code, kept in self._classes.items() if kept.alive < last]:
            del self._classes[code]

    async def create(self, record: LiveClass) -> bool:
        """As in `Store`."""
        self._forget()
        if record.keys.code in self._classes:
            return False
        if len(self._classes) >= MOST_CLASSES:
            raise too_many_classes()
        self._classes[record.keys.code] = _Kept(record, self._clock())
        self._tell(record.keys.code, "shown", record.shown())
        return True

    async def read(self, code: str) -> LiveClass:
        """As in `Store`."""
        return self._kept(code).record

    async def change(self, code: str, change: Callable[[LiveClass], LiveClass]) -> LiveClass:
        """As in `Store`."""
        kept = self._kept(code)
        changed = change(kept.record)
        if changed is kept.record:
            return changed
        kept.record, kept.alive = changed, self._clock()
        if kept.open != changed.open_number:
            kept.open, kept.stopped, kept.answers = changed.open_number, False, {}
        self._tell(code, "shown", changed.shown())
        return changed

    async def answer(self, code: str, number: int, chair: str, answer: float) -> None:
        """As in `Store`."""
        kept = self._kept(code)
        if kept.open != number or kept.stopped:
            raise not_open(number)
        if len(kept.answers) >= MOST_ANSWERS and chair not in kept.answers:
            raise too_many_answers()
        kept.answers[chair] = answer
        self._tell(code, "answers")

    async def stop(self, code: str, number: int) -> list[float]:
        """As in `Store`."""
        kept = self._kept(code)
        if kept.open != number:
            return []
        kept.stopped = True
        return list(kept.answers.values())

    async def count(self, code: str, number: int) -> int:
        """As in `Store`."""
        kept = self._kept(code)
        return len(kept.answers) if kept.open == number else 0

    async def sign(self, code: str, chair: str, sign: str) -> None:
        """As in `Store`."""
        signs = self._kept(code).signs
        if len(signs) < MOST_SIGNS or chair in signs:
            signs[chair] = sign
        self._tell(code, "seats")

    async def signs(self, code: str) -> dict[str, str]:
        """As in `Store`."""
        return dict(self._kept(code).signs)

    async def seat(self, code: str, process: str, seats: str, *, tell: bool) -> None:
        """As in `Store`."""
        kept = self._kept(code)
        kept.seats[process], kept.alive = seats, self._clock()
        if tell:
            self._tell(code, "seats")

    async def seats(self, code: str) -> dict[str, str]:
        """As in `Store`."""
        return dict(self._kept(code).seats)
