"""Runs of one process take turns, those for committed values first.

Threads that share the interpreter's lock all end late, and the loop that sends what they have made waits with them.
A run that has waited for `PATIENCE` goes on beside the others, so no run can hold up the process.
"""

import heapq
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from threading import Event, Lock

PATIENCE = 0.25  # s; the longest common run takes 0.1


@dataclass
class Turns:
    """A queue of runs; each waiting one has an event of its own."""

    patience: float = PATIENCE  # s
    _lock: Lock = field(default_factory=Lock)
    _numbers: Iterator[int] = field(default_factory=count)
    _running_count: int = 0
    _waiting_tickets: list[tuple[bool, int, Event]] = field(default_factory=list)  # a heap

    @contextmanager
    def turn(self, *, on_the_way: bool) -> Iterator[None]:
        """Wait for the turn of this run; one for a value on the way lets the others go first."""
        ticket = (on_the_way, next(self._numbers), Event())
        with self._lock:
            heapq.heappush(self._waiting_tickets, ticket)
            self._begin_next()
        if not ticket[2].wait(self.patience):
            self._begin_beside(ticket)
        try:
            yield
        finally:
            with self._lock:
                self._running_count -= 1
                self._begin_next()

    def _begin_next(self) -> None:
        if self._waiting_tickets and not self._running_count:
            self._running_count += 1
            heapq.heappop(self._waiting_tickets)[2].set()

    def _begin_beside(self, ticket: tuple[bool, int, Event]) -> None:
        with self._lock:
            if ticket in self._waiting_tickets:  # its turn may have come meanwhile
                self._waiting_tickets.remove(ticket)
                heapq.heapify(self._waiting_tickets)
                self._running_count += 1


TURNS = Turns()
