"""Links longer than the 64 kB that the HTTP parser takes.

The browser tells the app its address by the websocket; the answer to the request before that is the same for every
query. So the end of a long address can be left out there, and the room opens and says what it makes of it.
"""

from uvicorn.config import HTTP_PROTOCOLS
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST = 8192  # bytes; none of the app's own files asks for more


class LongAddresses(HttpToolsProtocol):
    """Uvicorn's protocol, which keeps no more than the beginning of an address."""

    def on_url(self, url: bytes) -> None:
        """Take the next part of an address."""
        super().on_url(url[: MOST - len(self.url)])


def take() -> None:
    """Let servers that this process starts from now on take addresses of any length."""
    HTTP_PROTOCOLS["auto"] = f"{LongAddresses.__module__}:{LongAddresses.__qualname__}"
