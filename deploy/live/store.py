"""Where classes are kept: what every store does."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol

from core.teach.live.record import LiveClass
from core.teach.live.untrusted import LiveError

LIFETIME = 12 * 3600  # seconds after the class was last alive
MOST_CLASSES, MOST_ANSWERS, MOST_HEARTBEATS = 100, 1_000, 1_000

ChangeKind = Literal[
    "shown", "answers", "seats"
]  # as replicas of other versions publish it: "seats" are connections
OnChange = Callable[[str, ChangeKind, Mapping[str, Any] | None], None]
"""Takes a code, what has changed there, and for "shown" what `LiveClass.visible_state` gives."""


class Store(Protocol):
    """Classes by code.

    Each method raises `LiveError`: "code" for a class that is not there, "store" for a failure.
    """

    def now(self) -> int:
        """Milliseconds of a clock that all servers of a class share, and that does not jump with this machine's."""

    async def open(self, on_change: OnChange) -> None:
        """Begin to report changes of the classes that are followed, those made by other servers as well."""

    async def close(self) -> None:
        """Stop reporting changes."""

    async def follow(self, code: str) -> None:
        """Report changes of a class."""

    async def leave(self, code: str) -> None:
        """Stop reporting changes of a class."""

    async def create(self, record: LiveClass) -> bool:
        """Keep a new class; False if its code is taken."""

    async def read(self, code: str) -> LiveClass:
        """The class."""

    async def change(self, code: str, change: Callable[[LiveClass], LiveClass]) -> LiveClass:
        """Replace the class by what `change` makes of it, as one step; the same record changes nothing."""

    async def answer(self, code: str, number: int, participant: str, answer: float) -> None:
        """Keep an answer if question `number` is open: the last one of each participant."""

    async def stop(self, code: str, number: int) -> list[float]:
        """Close question `number`, and return its answers."""

    async def count(self, code: str, number: int) -> int:
        """How many answers question `number` has so far."""

    async def save_heartbeat(self, code: str, participant: str, heartbeat: str) -> None:
        """Keep a browser's heartbeat."""

    async def heartbeats(self, code: str) -> dict[str, str]:
        """All browsers' heartbeats."""

    async def save_connections(self, code: str, process: str, connections: str, *, publish: bool) -> None:
        """Keep the connections that a process serves, as text, and the class alive; `publish` reports it."""

    async def connections(self, code: str) -> dict[str, str]:
        """The connections that each process serves, as text by process."""


def no_class(code: str) -> LiveError:
    """The refusal of an unknown code."""
    return LiveError("code", f"a code must be that of a class that takes place now, got {code}")


def too_many_answers() -> LiveError:
    """The refusal of one answer too many."""
    return LiveError("full", f"answers to a question must be at most {MOST_ANSWERS:,}, got one more")


def too_many_classes() -> LiveError:
    """The refusal of one class too many."""
    return LiveError("full", f"classes at once must be at most {MOST_CLASSES}, got one more; try again later")


def not_open(number: int) -> LiveError:
    """The refusal of an answer that comes too late."""
    return LiveError("closed", f"question {number} takes no answers any more")
