"""How many sessions a server takes, how long an address may be, and who may read the server's figures.

A session needs four file descriptors: two of its connection, two that wake its script. Where none is left, not even
the readiness check is answered. The server raises its own limit at the start and, beyond what the limit allows,
refuses new sessions with a sentence while those that are open go on.
"""

import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from components.kit.streamlit_internals import METRICS_PATH, STREAM_PATH
from deploy.live.local_address import is_loopback
from deploy.protocol import ADDRESS_SIZE

VARIABLE = "CLOCKFACE_METRICS"
OF_SESSION, OVERHEAD = 5, 200  # descriptors: of a session with a request beside it, and for all else
FULL = "This server has as many readers as it can take. Please try again in a few minutes."
LONGEST, FIELDS = 512 * 1024, 1000  # bytes and values of an address; Streamlit reads no further
TOO_LONG = f"This address is too long: at most {LONGEST:,} characters and {FIELDS:,} values of it are read."

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


def raise_descriptors() -> int:
    """Raise the limit of file descriptors as far as the system lets this process; the limit that holds then."""
    try:
        import resource  # noqa: PLC0415 – Windows has neither this nor a limit
    except ImportError:
        return 2**20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard if hard != resource.RLIM_INFINITY else 2**20


def sessions_of(descriptors: int) -> int:
    """Sessions for which this many descriptors suffice, at least 1."""
    return max(1, (descriptors - OVERHEAD) // OF_SESSION)


class Limits:
    """Middleware that refuses sessions beyond a number, too long addresses, and figures to other machines."""

    def __init__(self, app: App, sessions: int) -> None:  # sessions: websockets of sessions at the same time
        self.app, self.sessions, self.open = app, sessions, 0
        self.is_public = os.environ.get(VARIABLE, "") == "on"

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Pass a request on or refuse it."""
        path = scope.get("path", "")
        if scope["type"] == "websocket" and path.endswith(f"/{STREAM_PATH}"):
            await self._session(scope, receive, send)
        elif scope["type"] == "http" and path.endswith(f"/{METRICS_PATH}") and not self._may_read(scope):
            await _answer(send, 404, f"Metrics are shown on this machine only; {VARIABLE}=on shows them to all.")
        elif scope["type"] == "http" and _is_page(scope) and _is_too_long(*scope.get(ADDRESS_SIZE, (0, 1))):
            await _answer(send, 414, TOO_LONG)
        elif scope["type"] == "http" and self.open >= self.sessions and _is_page(scope):
            await _answer(send, 503, FULL)
        else:
            await self.app(scope, receive, send)

    async def _session(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if self.open >= self.sessions:
            await receive()  # that it wants to connect
            await send({"type": "websocket.close", "code": 1013, "reason": FULL})
            return
        self.open += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.open -= 1

    def _may_read(self, scope: MutableMapping[str, Any]) -> bool:
        client = (scope.get("client") or (None,))[0]
        return self.is_public or client is None or is_loopback(client)


def _is_page(scope: MutableMapping[str, Any]) -> bool:
    """Whether a browser asks for a page, which would open a session."""
    headers = dict(scope.get("headers", ()))
    return scope.get("method") == "GET" and b"text/html" in headers.get(b"accept", b"")


def _is_too_long(length: int, values: int) -> bool:
    """Whether Streamlit would leave out the end of an address without a word."""
    return length > LONGEST or values > FIELDS


async def _answer(send: Send, status: int, text: str) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"retry-after", b"60"),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})
