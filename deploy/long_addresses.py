"""Addresses longer than the 64 kB that the HTTP parser accepts.

The browser sends its address to the app over the websocket; the response to the HTTP request before that does not
depend on the query. So the parser can drop the end of a long address.
"""

from uvicorn.config import HTTP_PROTOCOLS
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LIMIT = 8192  # bytes; no file of the app has a longer address


class LongAddresses(HttpToolsProtocol):
    """Uvicorn's protocol, limited to the beginning of an address."""

    def on_url(self, url: bytes) -> None:
        """Receive the next part of an address."""
        super().on_url(url[: LIMIT - len(self.url)])


def accept() -> None:
    """Make servers started later in this process accept addresses of any length."""
    HTTP_PROTOCOLS["auto"] = f"{LongAddresses.__module__}:{LongAddresses.__qualname__}"
