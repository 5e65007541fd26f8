"""What this server does otherwise than uvicorn: addresses of any length, and streams that end when it stops.

The HTTP parser accepts addresses of 64 kB. The browser sends its address to the app over the websocket; the
response to the HTTP request before that does not depend on the query. So the parser can drop the end of a long
address.

A server that is asked to stop waits for every response, and tells the app only after the last. Streams of events
last as long as a class: they have to hear of it before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.config import HTTP_PROTOCOLS
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 8192  # bytes; no file of the app has a longer address

ASKED = "clockface.asked"
"""Key of a request's scope: bytes and values of its whole address."""

_BEFORE: list[Callable[[], None]] = []


class OwnProtocol(HttpToolsProtocol):
    """Uvicorn's protocol, limited to the beginning of an address, and ending streams."""

    def on_url(self, url: bytes) -> None:
        """Receive the next part of an address; its whole length is noted for `deploy.limits`."""
        scope: dict[str, Any] = vars(self)["scope"]
        length, values = scope.get(ASKED, (0, 1))
        scope[ASKED] = length + len(url), values + url.count(b"&")
        super().on_url(url[: LIMIT - len(self.url)])

    def shutdown(self) -> None:
        """Begin to stop; called once for each connection."""
        super().shutdown()
        for call in _BEFORE:
            call()


def before_stopping(call: Callable[[], None]) -> None:
    """Have a function called when a server of this process begins to stop."""
    _BEFORE.append(call)


def use() -> None:
    """Make servers started later in this process use this protocol."""
    HTTP_PROTOCOLS["auto"] = f"{OwnProtocol.__module__}:{OwnProtocol.__qualname__}"
