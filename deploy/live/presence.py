"""Who is here: every process keeps its connections in the store, and counts those of all processes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.teach.live import untrusted
from core.teach.live.tally import LAST_STEP, count_steps

SILENT = 20_000  # ms after which a process that has not written is taken for dead
LOST_FOR = 120_000  # ms for which a participant whose connection broke counts as lost
TEACHER_LOST = 4_000  # ms without the teacher's stream after which the line counts as down


@dataclass
class Connections:
    """What one process serves of a class."""

    open: dict[str, int] = field(default_factory=dict)  # streams by participant
    gone: dict[str, int] = field(
        default_factory=dict
    )  # when a participant's connection broke, ms of the store's clock
    watchers: int = 0  # streams of the teacher
    last_watched: int = 0  # when the last of them ended

    def enter(self, participant: str) -> None:
        """A stream of a participant begins; without one it is the teacher's."""
        if not participant:
            self.watchers += 1
            return
        self.open[participant] = self.open.get(participant, 0) + 1
        self.gone.pop(participant, None)

    def leave(self, participant: str, now: int) -> None:
        """A stream ends."""
        if not participant:
            self.watchers -= 1
            self.last_watched = now
            return
        self.open[participant] -= 1
        if not self.open[participant]:
            del self.open[participant]
            self.gone[participant] = now

    def to_json(self, now: int) -> str:
        """For the store."""
        self.gone = {participant: at for participant, at in self.gone.items() if now - at < LOST_FOR}
        teacher = {"watching": self.watchers > 0, "watched": self.last_watched}
        return json.dumps({"at": now, "open": [*self.open], "gone": self.gone} | teacher)


@dataclass(frozen=True)
class PresenceCounts:
    """Counts of a class."""

    here: int = 0  # browsers with an open stream
    followers: int = 0  # those of them that follow
    dropouts: int = 0  # those whose connection broke and that neither came back nor left
    steps: tuple[int, ...] = ()  # browsers at each step of a lesson
    teacher: bool = False  # whether the teacher's line is up

    def to_json(self) -> dict[str, Any]:
        """As the teacher's stream shows it."""
        return {"here": self.here, "following": self.followers, "lost": self.dropouts, "steps": list(self.steps)}


def count_present(
    connections: Mapping[str, str],  # what `Connections.to_json` gave, by process
    heartbeats: Mapping[str, str],  # what `read_heartbeat` gave, by participant
    now: int,  # ms of the store's clock
    teacher_lost: int = TEACHER_LOST,  # ms without the teacher's stream after which the line counts as down
) -> PresenceCounts:
    """Count over all processes."""
    processes = [each for text in connections.values() if (each := _process(text))]
    alive = [each for each in processes if now - each["at"] < SILENT]
    here = {participant for each in alive for participant in each["open"]}
    gone = {participant for each in processes for participant, at in each["gone"].items() if now - at < LOST_FOR}
    gone |= {participant for each in processes if now - each["at"] < LOST_FOR for participant in each["open"]}
    leavers = {participant for participant, text in heartbeats.items() if text.startswith("left")}
    alone = {participant for participant, text in heartbeats.items() if text.startswith("alone")}
    steps = count_steps(step_of(heartbeats[participant]) for participant in here if participant in heartbeats)
    up = any(each["watching"] for each in alive) or any(now - each["watched"] < teacher_lost for each in processes)
    return PresenceCounts(len(here), len(here - alone), len(gone - here - leavers), steps, up)


def _process(text: str) -> dict[str, Any] | None:
    """The record written by `Connections.to_json`; None if it is invalid or of another version."""
    try:
        record = json.loads(text)
        at, last_watched = int(record["at"]), int(record["watched"])
        gone = {str(participant): int(since) for participant, since in record["gone"].items()}
        participants = [str(participant) for participant in record["open"]]
        return {
            "at": at,
            "watched": last_watched,
            "watching": bool(record["watching"]),
            "open": participants,
            "gone": gone,
        }
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None


def read_heartbeat(body: Mapping[str, Any]) -> str:  # raises LiveError if a value breaks its law
    """A student's heartbeat, read from the body of a request."""
    untrusted.only(dict(body), ("seat", "follows", "step", "leaves"))
    leaves = untrusted.flag(body.get("leaves", False), "leaves")
    follows = untrusted.flag(body.get("follows", True), "follows")
    step = body.get("step")
    at = "" if step is None else str(untrusted.number(step, "step", 1, LAST_STEP, whole=True))
    return f"{'left' if leaves else 'follows' if follows else 'alone'} {at}"


def step_of(text: str) -> int | None:
    """The step in a heartbeat."""
    at = text.partition(" ")[2]
    return int(at) if at.isdecimal() and len(at) < 9 else None
