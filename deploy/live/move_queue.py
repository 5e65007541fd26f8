"""Moves of a teacher's hand come faster than a store has to write them."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from core.teach.live.move import Move
from core.teach.live.record import LiveClass
from core.teach.live.untrusted import LiveError

NumberedMove = tuple[Move, str, int]  # a move, the tab that it comes from, and its number there

SPACING = 0.04  # seconds between two moves of a class that are written


class MoveQueue:
    """Moves of one teacher: while one is being written the newest of the others waits, and the rest are dropped."""

    def __init__(self) -> None:
        self.waiting_moves = 0
        self._newest: NumberedMove | None = None
        self._latest: LiveClass | None = None
        self._at = 0.0
        self._lock = asyncio.Lock()

    async def write(
        self, numbered_move: NumberedMove, write: Callable[[NumberedMove], Awaitable[LiveClass]]
    ) -> LiveClass:
        """Write the move, or a newer one, and give the class after it."""
        if self._newest is None or numbered_move[1] != self._newest[1] or numbered_move[2] >= self._newest[2]:
            self._newest = numbered_move
        self.waiting_moves += 1
        try:
            async with self._lock:
                if self._newest is not None:
                    await asyncio.sleep(self._at + SPACING - time.monotonic())
                    newest, self._newest, self._latest = self._newest, None, None
                    self._latest = await write(newest)
                    self._at = time.monotonic()
                if self._latest is None:
                    raise LiveError("busy", "a move could not be written; send the next one")
                return self._latest
        finally:
            self.waiting_moves -= 1
