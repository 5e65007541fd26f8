"""Who is here: every process keeps the chairs that it serves in the store, and counts those of all processes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.teach.live import wire
from core.teach.live.tally import LAST_STEP, count_steps

SILENT = 20_000  # ms after which a process that has not written is taken for dead
LOST = 120_000  # ms for which a chair whose line broke counts as lost
TEACHER_LOST = 4_000  # ms without the teacher's stream after which the line counts as down


@dataclass
class Seats:
    """What one process serves of a class."""

    open: dict[str, int] = field(default_factory=dict)  # streams by chair
    gone: dict[str, int] = field(default_factory=dict)  # when the line of a chair broke, ms since 1970
    watchers: int = 0  # streams of the teacher
    watched: int = 0  # when the last of them ended

    def enter(self, chair: str) -> None:
        """A stream of a chair begins; without a chair it is the teacher's."""
        if not chair:
            self.watchers += 1
            return
        self.open[chair] = self.open.get(chair, 0) + 1
        self.gone.pop(chair, None)

    def leave(self, chair: str, now: int) -> None:
        """A stream ends."""
        if not chair:
            self.watchers -= 1
            self.watched = now
            return
        self.open[chair] -= 1
        if not self.open[chair]:
            del self.open[chair]
            self.gone[chair] = now

    def to_json(self, now: int) -> str:
        """For the store."""
        self.gone = {chair: at for chair, at in self.gone.items() if now - at < LOST}
        teacher = {"watching": self.watchers > 0, "watched": self.watched}
        return json.dumps({"at": now, "open": [*self.open], "gone": self.gone} | teacher)


@dataclass(frozen=True)
class Present:
    """Counts of a class."""

    here: int = 0  # browsers with an open stream
    following: int = 0  # those of them that follow
    lost: int = 0  # those whose connection broke and that neither came back nor left
    steps: tuple[int, ...] = ()  # browsers at each step of a lesson
    teacher: bool = False  # whether the teacher's line is up

    def to_json(self) -> dict[str, Any]:
        """As the teacher's stream shows it."""
        return {"here": self.here, "following": self.following, "lost": self.lost, "steps": list(self.steps)}


def count_present(
    seats: Mapping[str, str],  # what `Seats.to_json` gave, by process
    signs: Mapping[str, str],  # what `sign` gave, by chair
    now: int,  # ms since 1970
    teacher_lost: int = TEACHER_LOST,  # ms without the teacher's stream after which the line counts as down
) -> Present:
    """Count over all processes."""
    processes = [each for text in seats.values() if (each := _process(text))]
    alive = [each for each in processes if now - each["at"] < SILENT]
    here = {chair for each in alive for chair in each["open"]}
    gone = {chair for each in processes for chair, at in each["gone"].items() if now - at < LOST}
    gone |= {chair for each in processes if now - each["at"] < LOST for chair in each["open"]}
    left = {chair for chair, text in signs.items() if text.startswith("left")}
    alone = {chair for chair, text in signs.items() if text.startswith("alone")}
    steps = count_steps(step_of(signs[chair]) for chair in here if chair in signs)
    up = any(each["watching"] for each in alive) or any(now - each["watched"] < teacher_lost for each in processes)
    return Present(len(here), len(here - alone), len(gone - here - left), steps, up)


def _process(text: str) -> dict[str, Any] | None:
    """The record written by `Seats.to_json`; None if it is invalid or of another version."""
    try:
        found = json.loads(text)
        at, watched = int(found["at"]), int(found["watched"])
        gone = {str(chair): int(since) for chair, since in found["gone"].items()}
        chairs = [str(chair) for chair in found["open"]]
        return {"at": at, "watched": watched, "watching": bool(found["watching"]), "open": chairs, "gone": gone}
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None


def sign(given: Mapping[str, Any]) -> str:  # raises LiveError if a value breaks its law
    """A student's heartbeat, read from the body of a request."""
    wire.only(dict(given), ("seat", "follows", "step", "leaves"))
    leaves = wire.flag(given.get("leaves", False), "leaves")
    follows = wire.flag(given.get("follows", True), "follows")
    step = given.get("step")
    at = "" if step is None else str(wire.number(step, "step", 1, LAST_STEP, whole=True))
    return f"{'left' if leaves else 'follows' if follows else 'alone'} {at}"


def step_of(text: str) -> int | None:
    """The step in a heartbeat."""
    at = text.partition(" ")[2]
    return int(at) if at.isdecimal() and len(at) < 9 else None
