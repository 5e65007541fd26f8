"""Rate limits of this process, for all clients together: a school shares one network address."""

import time

from core.teach.live.untrusted import LiveError


class TokenBucket:
    """A token bucket: `most` at once, then `rate` a second."""

    def __init__(self, most: float, rate: float) -> None:  # most: at once; rate: a second
        self.most, self.rate = most, rate
        self._tokens, self._at = most, time.monotonic()

    def _fill(self) -> None:
        now = time.monotonic()
        self._tokens = min(self.most, self._tokens + (now - self._at) * self.rate)
        self._at = now

    @property
    def empty(self) -> bool:
        """Whether no token is left."""
        self._fill()
        return self._tokens < 1

    def spend(self) -> None:
        """Take a token, if one is left."""
        if not self.empty:
            self._tokens -= 1

    def take(self, message: str) -> None:
        """Take a token; raises LiveError with the message if none is left."""
        if self.empty:
            raise LiveError("busy", message)
        self.spend()
