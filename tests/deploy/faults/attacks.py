"""Hostile requests, written by hand, beside healthy readers."""

import asyncio
import base64
import random
import socket
import struct
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.asyncio.client import connect

from tests.deploy.faults.reader import Life, Reader, act_until, move, reading
from tests.deploy.faults.replica import Replica
from tests.deploy.machine import memory, peak_memory, reset_peak_memory
from tests.deploy.session import PATIENCE, Session

Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]

AT_ONCE = 4
PAUSE = 0.3  # seconds between two actions of a healthy reader, on average
PATHS = (
    "/../../../../etc/passwd", "/static/..%2f..%2f..%2fapp.py",
    "/component/components.kit.streamlit_internals.plotly/../../app.py",
    "//elsewhere.example.org/", "/%00", "/media/no-such-file.png", "/_stcore/no-such", "/matrix/" + "a/" * 500,
    "/.streamlit/config.toml", "/~/+/media/%ff%fe", "/static/%2e%2e/", "/?d_model=" + "9" * 30_000,
)  # fmt: skip
SITES = ("https://elsewhere.example.org", "null", "http://127.0.0.1.example.org", "file://", "http://\x80")
HEADERS = ("Cookie", "X-Forwarded-For", "Accept-Language", "Sec-WebSocket-Protocol")
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
NO_CHANGE = bytes(4)  # a mask that changes nothing
TOO_LARGE = 11_000_000  # bytes; messages are limited to 10 MB


@dataclass
class Stranger:
    """An attacker."""

    host: str
    port: int
    choice: random.Random
    until_the_end: AsyncExitStack  # of connections that stay open

    async def dial(self) -> Pair:
        """A connection, reset at the end of the siege at the latest."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        self.until_the_end.callback(drop, writer)
        return reader, writer

    async def say(self, request: bytes) -> str:
        """Send a request; the status of the answer, or "closed"."""
        reader, writer = await self.dial()
        writer.write(request)
        status = await outcome(reader)
        drop(writer)
        return status

    async def ask(self, line: str, *more: str, body: bytes = b"") -> str:
        """Send a request of HTTP and close; the status of the answer."""
        lines = (f"{line} HTTP/1.1", f"Host: {self.host}", *more, "Connection: close", "", "")
        return await self.say("\r\n".join(lines).encode() + body)

    async def upgrade(self) -> Pair:
        """A websocket that the server has accepted."""
        reader, writer = await self.dial()
        writer.write(self.handshake())
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def send(self, data: bytes) -> str:
        """Send bytes on a new websocket; how the server closes it."""
        reader, writer = await self.upgrade()
        with suppress(ConnectionError):
            writer.write(data)
            await writer.drain()
        code = await verdict(reader)
        drop(writer)
        return code

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
    connection = writer.get_extra_info("socket")
    if connection is not None and connection.fileno() >= 0:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
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
FRAMES: dict[str, Callable[[random.Random], bytes]] = {
    "garbage frames": lambda choice: frame(
        BINARY, b"\xff" + choice.randbytes(choice.randrange(2_000))
    ),  # no message
    "text frames": lambda _: frame(TEXT, b"d_model=64"),
    "malformed frames": lambda choice: choice.choice(MALFORMED),
    "large messages, announced": lambda choice: frame(
        BINARY, b"begins", announced=choice.choice([TOO_LARGE, 2**40, 2**62])
    ),
    "large messages": lambda _: frame(BINARY, bytes(TOO_LARGE)),
    "large messages in pieces": lambda _: (
        frame(BINARY, bytes(TOO_LARGE // 8), first=0) + 9 * frame(0, bytes(TOO_LARGE // 8), first=0)
    ),
}


def sending(make: Callable[[random.Random], bytes]) -> Callable[[Stranger], Awaitable[str]]:
    return lambda stranger: stranger.send(make(stranger.choice))


async def half_open(stranger: Stranger) -> str:
    _, writer = await stranger.dial()
    writer.write(stranger.handshake()[: stranger.choice.choice([0, 1, 40, -2])])
    return "open"


async def half_message(stranger: Stranger) -> str:
    _, writer = await stranger.upgrade()
    writer.write(frame(BINARY, b"begins and never ends", announced=9_000_000))
    return "open"


async def long_handshake(stranger: Stranger) -> str:
    """The server does not answer this; the websocket stays half open."""
    _, writer = await stranger.dial()
    writer.write(stranger.handshake(f"Cookie: {'a' * 100_000}"))
    return "open"


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
    return await stranger.say(stranger.handshake(f"Origin: {stranger.choice.choice(SITES)}"))


async def long_headers(stranger: Stranger) -> str:
    return await stranger.ask("GET /", f"{stranger.choice.choice(HEADERS)}: {'a' * 1_000_000}")


async def bad_path(stranger: Stranger) -> str:
    return await stranger.ask(f"GET {stranger.choice.choice(PATHS)}")


async def forged_upload(stranger: Stranger) -> str:
    return await stranger.ask(
        f"{stranger.choice.choice(['PUT', 'POST', 'DELETE'])} /_stcore/upload_file/no-such-session/no-such-file",
        "Content-Length: 10000",
        "Content-Type: multipart/form-data; boundary=b",
        body=stranger.choice.randbytes(10_000),
    )


async def lies(stranger: Stranger) -> str:
    """A reader's own messages with values that no control of the page can have."""
    address = f"ws://{stranger.host}:{stranger.port}/_stcore/stream"
    async with connect(address, subprotocols=["streamlit"], max_size=None, open_timeout=PATIENCE) as stream:
        liar = Liar(stream, stranger.choice)
        first = await liar.open("matrix")
        second = await liar.move("d_model", "\0")
    return "refused" if second.exceptions and not first.exceptions else "answered"


class Liar(Session):
    """Sends impossible widget values and addresses, and claims to have all messages in its cache."""

    def __init__(self, stream, choice: random.Random) -> None:
        super().__init__(stream)
        self._choice = choice

    def _request(self, **page: str) -> bytes:
        request = BackMsg.FromString(super()._request(**page))
        run = request.rerun_script
        run.query_string = f"d_model={'9' * 400}&length=nan&base=-inf&base=1&scale=%00%ff&{'a=b&' * 500}"
        run.cached_message_hashes.extend(str(number) for number in range(1_000))
        for widget in run.widget_states.widgets:
            match self._choice.randrange(6):
                case 0:
                    widget.string_array_value.data[:] = ["<script>", "\0"]
                case 1:
                    widget.string_array_value.data[:] = ["64"] * 1_000
                case 2:
                    widget.double_array_value.data[:] = [float("nan"), float("inf"), -1e308]
                case 3:
                    widget.bytes_value = b"\xff\x00" * 100
                case 4:
                    widget.json_value = "[" * 1_000
                case 5:
                    widget.trigger_value = True
        run.widget_states.widgets.add(id="no-such-widget").string_value = "a" * 10_000
        return request.SerializeToString()


CLOSED = {"closed", "closed 1002", "closed 1007", "closed 1009"}
REFUSED = {"400", "403", "404", "405"}
ATTACKS: dict[str, tuple[Callable[[Stranger], Awaitable[str]], set[str]]] = {
    **{name: (sending(make), CLOSED) for name, make in FRAMES.items()},
    "half a handshake": (half_open, {"open"}),
    "half a message": (half_message, {"open"}),
    "a handshake of 100 kB": (long_handshake, {"open"}),
    "gone before the answer": (vanishing, {"gone"}),
    "wrong origins": (wrong_origin, {"403"}),
    "headers of 1 MB": (long_headers, REFUSED | {"431", "closed"}),
    "bad paths": (bad_path, REFUSED | {"200", "301"}),
    "uploads of no session": (forged_upload, REFUSED),
    "values that no control takes": (lies, {"answered", "refused"}),
}
"""Name → attack and its allowed outcomes."""


# ---- Readers beside them.


@dataclass(frozen=True)
class Siege:
    """Healthy readers, outcomes of attacks, memory of the replica."""

    lives: Sequence[Life]  # of the healthy readers
    outcomes: dict[str, Counter[str]]  # of each attack
    before: float  # MB
    peak: float  # MB

    @property
    def surprises(self) -> list[str]:
        """Outcomes that are not allowed."""
        return [
            f"{name}: {each}" for name, counts in self.outcomes.items() for each in counts.keys() - ATTACKS[name][1]
        ]


async def besiege(
    replica: Replica,
    url: str,  # the replica's, or that of a proxy in front of it
    attacks: int,  # of all kinds in turn
    readers: int,
    warm_up: int,  # runs of each reader before the attacks, because readers take memory too
) -> Siege:
    """Attack an address while readers use it."""
    over = asyncio.Event()
    async with reading(url, readers, "matrix") as healthy:
        await asyncio.gather(*(_read(one, warm_up, place) for place, one in enumerate(healthy)))
        reset_peak_memory(replica.option)
        before = memory(replica.option)
        async with asyncio.TaskGroup() as group:
            lives = [
                group.create_task(act_until(over, one, random.Random(place), PAUSE))
                for place, one in enumerate(healthy)
            ]
            outcomes = await attack(url, attacks)
            over.set()
    return Siege([life.result() for life in lives], outcomes, before, peak_memory(replica.option))


async def _read(reader: Reader, runs: int, place: int) -> None:
    choice = random.Random(place)
    for _ in range(runs):
        await move(reader, choice)


async def attack(url: str, count: int) -> dict[str, Counter[str]]:
    """Outcomes of attacks, a few at a time; connections that can be left open are open until the end."""
    outcomes: dict[str, Counter[str]] = {name: Counter() for name in ATTACKS}
    kinds, gate, place = list(ATTACKS), asyncio.Semaphore(AT_ONCE), urlsplit(url)

    async def attempt(number: int) -> None:
        name = kinds[number % len(kinds)]
        async with gate, asyncio.timeout(PATIENCE):
            try:
                stranger = Stranger(place.hostname, place.port, random.Random(number), until_the_end)
                outcomes[name][await ATTACKS[name][0](stranger)] += 1
            except ConnectionError:
                outcomes[name]["closed"] += 1

    async with AsyncExitStack() as until_the_end, asyncio.TaskGroup() as group:
        for number in range(count):
            group.create_task(attempt(number))
    return outcomes
