"""Hostile requests, written by hand; each attack returns its outcome."""

import asyncio
import base64
import random
import socket
import struct
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass

from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.asyncio.client import connect

from tests.deploy.session import PATIENCE, Session

Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]

PATHS = (
    "/../../../../etc/passwd", "/static/..%2f..%2f..%2fapp.py",
    "/component/components.kit.streamlit_internals.plotly/../../app.py",
    "//elsewhere.example.org/", "/%00", "/media/no-such-file.png", "/_stcore/no-such", "/matrix/" + "a/" * 500,
    "/.streamlit/config.toml", "/~/+/media/%ff%fe", "/static/%2e%2e/", "/?d_model=" + "9" * 30_000,
)  # fmt: skip
LINES = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    bytes(range(256)),
    b"A" * 10_000 + b"\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n",
)
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
NO_CHANGE = bytes(4)  # a mask that changes nothing
TOO_LARGE = 11_000_000  # bytes; messages are limited to 10 MB


@dataclass
class Stranger:
    """An attacker: target, random numbers, and what stays open until the end."""

    host: str
    port: int
    choice: random.Random
    held: AsyncExitStack

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    async def dial(self) -> Pair:
        """A connection, reset at the end of the siege at the latest."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        self.held.callback(drop, writer)
        return reader, writer

    async def say(self, request: bytes) -> str:
        """Send a request; the status of the answer, or "closed"."""
        reader, writer = await self.dial()
        writer.write(request)
        found = await outcome(reader)
        drop(writer)
        return found

    async def upgrade(self, *more: str) -> Pair:
        """A websocket that the server has accepted."""
        reader, writer = await self.dial()
        writer.write(self.handshake(*more))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    def handshake(self, *more: str) -> bytes:
        """The request that opens a websocket."""
        key = base64.b64encode(self.choice.randbytes(16)).decode()
        lines = (
            "GET /_stcore/stream HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Protocol: streamlit",
            *more,
            "",
            "",
        )
        return "\r\n".join(lines).encode("latin-1")


def drop(writer: asyncio.StreamWriter) -> None:
    """Reset the connection without a closing handshake."""
    own = writer.get_extra_info("socket")
    if own is not None and own.fileno() >= 0:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.close()


async def outcome(reader: asyncio.StreamReader) -> str:
    """The status of an HTTP answer, or "closed"."""
    try:
        async with asyncio.timeout(PATIENCE):
            line = await reader.readline()
    except ConnectionError:
        return "closed"
    return line.split()[1].decode() if line.startswith(b"HTTP/") else "closed"


def frame(
    opcode: int, payload: bytes = b"", *, first: int = 0x80, announced: int = -1, mask: bytes = NO_CHANGE
) -> bytes:
    """One websocket frame, perhaps with a false length or without a mask."""
    length = len(payload) if announced < 0 else announced
    masked = 0x80 if mask else 0
    if length < 126:
        size = bytes([masked | length])
    elif length < 65_536:
        size = bytes([masked | 126]) + struct.pack(">H", length)
    else:
        size = bytes([masked | 127]) + struct.pack(">Q", length)
    return bytes([first | opcode]) + size + mask + payload


async def verdict(reader: asyncio.StreamReader) -> str:
    """The code with which the server closes a websocket, ignoring earlier frames; "closed" if there is none."""
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                kind, length = await reader.readexactly(2)
                if length >= 126:
                    length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8))
                body = await reader.readexactly(length)
                if kind & 0x0F == CLOSE:
                    return f"closed {int.from_bytes(body[:2])}" if body else "closed"
    except (ConnectionError, asyncio.IncompleteReadError):
        return "closed"


async def send_frame(stranger: Stranger, data: bytes) -> str:
    """Send bytes on a new websocket; how the server closes it."""
    reader, writer = await stranger.upgrade()
    with suppress(ConnectionError):
        writer.write(data)
        await writer.drain()
    found = await verdict(reader)
    drop(writer)
    return found


# ---- Attacks.

MALFORMED = (
    frame(BINARY, b"unmasked", mask=b""),
    frame(BINARY, b"reserved bits", first=0xF0),
    frame(11, b"no such opcode"),
    frame(PING, bytes(1_000)),
    frame(0, b"continues no message"),
    frame(CLOSE, b"\x00"),
    frame(TEXT, b"\xff\xfe is not UTF-8"),
)


async def garbage(stranger: Stranger) -> str:
    noise = b"\xff" + stranger.choice.randbytes(
        stranger.choice.randrange(2_000)
    )  # no valid message begins with 0xff
    return await send_frame(stranger, frame(BINARY, noise))


async def text(stranger: Stranger) -> str:
    return await send_frame(stranger, frame(TEXT, b"d_model=64"))


async def malformed(stranger: Stranger) -> str:
    return await send_frame(stranger, stranger.choice.choice(MALFORMED))


async def announced(stranger: Stranger) -> str:
    length = stranger.choice.choice([TOO_LARGE, 2**40, 2**62])
    return await send_frame(stranger, frame(BINARY, b"begins", announced=length))


async def oversized(stranger: Stranger) -> str:
    return await send_frame(stranger, frame(BINARY, bytes(TOO_LARGE)))


async def pieces(stranger: Stranger) -> str:
    """Fragments that are small, but too large together."""
    piece = bytes(TOO_LARGE // 8)
    return await send_frame(stranger, frame(BINARY, piece, first=0) + 9 * frame(0, piece, first=0))


async def half_open(stranger: Stranger) -> str:
    _, writer = await stranger.dial()
    writer.write(stranger.handshake()[: stranger.choice.choice([0, 1, 40, -2])])
    return "held"


async def half_message(stranger: Stranger) -> str:
    _, writer = await stranger.upgrade()
    writer.write(frame(BINARY, b"begins and never ends", announced=9_000_000))
    return "held"


async def vanishing(stranger: Stranger) -> str:
    """Ask for a room and disconnect before the answer."""
    _, writer = await stranger.upgrade()
    request = BackMsg()
    request.rerun_script.page_name = "matrix"
    writer.write(frame(BINARY, request.SerializeToString()))
    await writer.drain()
    drop(writer)
    return "gone"


async def wrong_origin(stranger: Stranger) -> str:
    sites = ["https://elsewhere.example.org", "null", "http://127.0.0.1.example.org", "file://", "http://\x80"]
    return await stranger.say(stranger.handshake(f"Origin: {stranger.choice.choice(sites)}"))


async def long_headers(stranger: Stranger) -> str:
    name = stranger.choice.choice(["Cookie", "X-Forwarded-For", "Accept-Language", "Sec-WebSocket-Protocol"])
    lines = "GET / HTTP/1.1", f"Host: {stranger.host}", f"{name}: {'a' * 1_000_000}", "Connection: close", "", ""
    return await stranger.say("\r\n".join(lines).encode())


async def long_handshake(stranger: Stranger) -> str:
    """The server does not answer this; the websocket stays half open."""
    _, writer = await stranger.dial()
    writer.write(stranger.handshake(f"Cookie: {'a' * 100_000}"))
    return "held"


async def bad_path(stranger: Stranger) -> str:
    lines = f"GET {stranger.choice.choice(PATHS)} HTTP/1.1", f"Host: {stranger.host}", "Connection: close", "", ""
    return await stranger.say("\r\n".join(lines).encode())


async def bad_line(stranger: Stranger) -> str:
    reader, writer = await stranger.dial()
    writer.write(stranger.choice.choice(LINES))
    writer.write_eof()
    found = await outcome(reader)
    drop(writer)
    return found


async def forged_upload(stranger: Stranger) -> str:
    method = stranger.choice.choice(["PUT", "POST", "DELETE"])
    body = stranger.choice.randbytes(10_000)
    lines = (
        f"{method} /_stcore/upload_file/no-such-session/no-such-file HTTP/1.1",
        f"Host: {stranger.host}",
        f"Content-Length: {len(body)}",
        "Content-Type: multipart/form-data; boundary=b",
        "Connection: close",
        "",
        "",
    )
    return await stranger.say("\r\n".join(lines).encode() + body)


async def lies(stranger: Stranger) -> str:
    """A reader's own messages with values that no control of the page can have."""
    address = f"ws://{stranger.host}:{stranger.port}/_stcore/stream"
    async with connect(address, subprotocols=["streamlit"], max_size=None, open_timeout=PATIENCE) as stream:
        liar = Liar(stream, stranger.choice)
        first = await liar.open("matrix")
        lied = await liar.move("d_model", "\0")
    return "refused" if lied.exceptions and not first.exceptions else "answered"


class Liar(Session):
    """Sends impossible widget values and addresses, and claims to have all messages in its cache."""

    def __init__(self, stream, choice: random.Random) -> None:
        super().__init__(stream)
        self._choice = choice

    def _request(self, **page: str) -> bytes:
        request = BackMsg.FromString(super()._request(**page))
        asked = request.rerun_script
        asked.query_string = f"d_model={'9' * 400}&length=nan&base=-inf&base=1&scale=%00%ff&{'a=b&' * 500}"
        asked.cached_message_hashes.extend(str(number) for number in range(1_000))
        for widget in asked.widget_states.widgets:
            self._choice.choice([_not_an_option, _many, _number, _bytes, _json, _trigger])(widget)
        asked.widget_states.widgets.add(id="no-such-widget").string_value = "a" * 10_000
        return request.SerializeToString()


def _not_an_option(widget) -> None:
    widget.string_array_value.data[:] = ["<script>", "\0"]


def _many(widget) -> None:
    widget.string_array_value.data[:] = ["64"] * 1_000


def _number(widget) -> None:
    widget.double_array_value.data[:] = [float("nan"), float("inf"), -1e308]


def _bytes(widget) -> None:
    widget.bytes_value = b"\xff\x00" * 100


def _json(widget) -> None:
    widget.json_value = "[" * 1_000


def _trigger(widget) -> None:
    widget.trigger_value = True


CLOSED = {"closed", "closed 1002", "closed 1007", "closed 1009"}
REFUSED = {"400", "403", "404", "405"}
HELD = {"held"}
ATTACKS: dict[str, tuple[Callable[[Stranger], Awaitable[str]], set[str]]] = {
    "garbage frames": (garbage, CLOSED),
    "text frames": (text, CLOSED),
    "malformed frames": (malformed, CLOSED),
    "large messages, announced": (announced, CLOSED),
    "large messages": (oversized, CLOSED),
    "large messages in pieces": (pieces, CLOSED),
    "half a handshake": (half_open, HELD),
    "half a message": (half_message, HELD),
    "a handshake of 100 kB": (long_handshake, HELD),
    "gone before the answer": (vanishing, {"gone"}),
    "wrong origins": (wrong_origin, {"403"}),
    "headers of 1 MB": (long_headers, REFUSED | {"431", "closed"}),
    "bad paths": (bad_path, REFUSED | {"200", "301"}),
    "bad requests": (bad_line, REFUSED | {"closed", "505"}),
    "uploads of no session": (forged_upload, REFUSED),
    "values that no control takes": (lies, {"answered", "refused"}),
}
"""Name → attack and its allowed outcomes."""
