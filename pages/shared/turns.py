"""Runs of one process take turns, those for committed values first.

Threads that share the interpreter's lock all end late, and the loop that sends what they have made waits with them.
A run that lasts longer than `PATIENCE` loses its turn: it goes on, beside the next one, so no run can hold up the
process, however many wait.
"""

import heapq
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from threading import Event, Lock

PATIENCE = 0.25  # s; the longest common run takes 0.1
YIELDS = 8  # times the patience, for which a run for a value on the way lets others pass


@dataclass
class Turns:
    """A queue of runs; each waiting one has an event of its own."""

    patience: float = PATIENCE  # s
    clock: Callable[[], float] = time.monotonic
    _lock: Lock = field(default_factory=Lock)
    _numbers: Iterator[int] = field(default_factory=count)
    _holder: Event | None = None  # of the run whose turn it is
    _end: float = 0.0  # of that turn, on the clock
    _waiting: list[tuple[float, int, Event]] = field(default_factory=list)  # a heap

    @contextmanager
    def turn(self, *, on_the_way: bool) -> Iterator[None]:
        """Wait for the turn of this run; one for a value on the way lets those pass that come soon after it."""
        mine = Event()
        with self._lock:
            due = self.clock() + on_the_way * YIELDS * self.patience
            heapq.heappush(self._waiting, (due, next(self._numbers), mine))
            self._begin_next()
        while not mine.wait(self.patience):
            with self._lock:
                self._begin_next()
        try:
            yield
        finally:
            with self._lock:
                if self._holder is mine:
                    self._holder = None
                self._begin_next()

    def _begin_next(self) -> None:
        """Give the turn to the first that waits, unless another has it still."""
        if self._waiting and (self._holder is None or self.clock() >= self._end):
            *_, self._holder = heapq.heappop(self._waiting)
            self._end = self.clock() + self.patience
            self._holder.set()


TURNS = Turns()
