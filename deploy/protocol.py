"""What this server does otherwise than uvicorn: bounds of requests, and streams that end when it stops.

The HTTP parser accepts addresses of 64 kB. The browser sends its address to the app over the websocket; the
response to the HTTP request before that does not depend on the query. So the parser can drop the end of a long
address.

Headers, trailers and the frames of chunks are counted while they arrive, since a header is put together from its
pieces anew with each of them. A request or a message of a websocket that does not arrive in time ends with its
connection.

A server that is asked to stop waits for every response, and tells the app only after the last. Streams of events
last as long as a class: they have to hear of it before.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.config import HTTP_PROTOCOLS, WS_PROTOCOLS
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LIMIT = 8192  # bytes; no file of the app has a longer address

LARGEST = 2**18  # bytes of a request beside its address and body; nginx takes as much in one header
PATIENCE = 30  # seconds for the headers, and for each LEAST bytes of a body or of a message
LEAST = 2**16

ADDRESS_SIZE = "clockface.asked"
"""Key of a request's scope: bytes and values of its whole address."""

_BEFORE: list[Callable[[], None]] = []


class _Awaited:
    """A protocol that closes a connection on which what has begun does not arrive in time."""

    loop: asyncio.AbstractEventLoop
    _arrived_bytes = 0  # bytes since the last look
    _look: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """End with the connection."""
        self._end_wait()
        super().connection_lost(exc)  # type: ignore[misc]

    def _wait(self) -> None:
        self._arrived_bytes, self._look = 0, self.loop.call_later(PATIENCE, self._late)

    def _end_wait(self) -> None:
        if self._look is not None:
            self._look.cancel()
            self._look = None

    def _late(self) -> None:
        if self._arrived_bytes < LEAST:
            self._refuse()
        else:
            self._wait()

    def _refuse(self) -> None:
        raise NotImplementedError


class OwnProtocol(_Awaited, HttpToolsProtocol):
    """Uvicorn's protocol, with bounds of size and time, and ending streams."""

    _beside = 0  # bytes of the request beside address and body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Receive the next part of a request, or refuse all of it."""
        self._beside += len(data)
        if self._look is None:
            self._wait()
        super().data_received(data)
        if self._beside > LARGEST:
            self._refuse(431)

    def on_body(self, body: bytes) -> None:
        """Receive the next part of a body."""
        self._beside -= len(body)
        self._arrived_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Wait no longer: a request is whole."""
        self._beside = 0
        self._end_wait()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Leave the connection to a websocket."""
        self._end_wait()
        super().handle_websocket_upgrade()

    def _refuse(self, status: int = 408) -> None:
        if self.cycle is None or self.cycle.response_complete:  # else a response is being sent
            self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()

    def on_url(self, url: bytes) -> None:
        """Receive the next part of an address; its whole length is noted for `deploy.limits`."""
        scope: dict[str, Any] = vars(self)["scope"]
        length, values = scope.get(ADDRESS_SIZE, (0, 1))
        scope[ADDRESS_SIZE] = length + len(url), values + url.count(b"&")
        self._beside -= len(url)
        super().on_url(url[: LIMIT - len(self.url)])

    def shutdown(self) -> None:
        """Begin to stop; called once for each connection."""
        super().shutdown()
        for call in _BEFORE:
            call()


class OwnWebSocket(_Awaited, WebSocketsSansIOProtocol):
    """Uvicorn's protocol of websockets, with a bound of the time that a message takes.

    A client that stops within a frame answers no ping either, and is closed by that.
    """

    def data_received(self, data: bytes) -> None:
        """Receive the next part of a message."""
        super().data_received(data)
        self._arrived_bytes += len(data)
        if self.conn.current_size is None and not self.conn.reader.buffer:  # all that has begun is whole
            self._end_wait()
        elif self._look is None:
            self._wait()

    def _refuse(self) -> None:
        self.conn.fail(1008, "a message must arrive in time")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()


def before_stopping(call: Callable[[], None]) -> None:
    """Have a function called when a server of this process begins to stop."""
    _BEFORE.append(call)


def use() -> None:
    """Make servers started later in this process use these protocols."""
    HTTP_PROTOCOLS["auto"] = f"{__name__}:{OwnProtocol.__qualname__}"
    WS_PROTOCOLS["websockets-sansio"] = f"{__name__}:{OwnWebSocket.__qualname__}"
