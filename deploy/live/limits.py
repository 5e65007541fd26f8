"""How often something may happen in this process, whoever asks: a school sits behind one network address."""

from __future__ import annotations

import time

from core.teach.live.wire import LiveError


class Bucket:
    """So many at once, then so many a second."""

    def __init__(self, most: float, rate: float) -> None:  # most: at once; rate: a second
        self.most, self.rate = most, rate
        self._left, self._at = most, time.monotonic()

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now

    @property
    def empty(self) -> bool:
        """Whether the next one is too many."""
        self._fill()
        return self._left < 1

    def spend(self) -> None:
        """Take one, if there is one."""
        if not self.empty:
            self._left -= 1

    def take(self, message: str) -> None:
        """Take one."""
        if self.empty:
            raise LiveError("busy", message)
        self.spend()
