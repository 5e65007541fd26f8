"""Requests that are larger or slower than any browser's, to a server of the test."""

import socket
import threading
import time
from contextlib import contextmanager, suppress
from unittest.mock import Mock

import pytest
import uvicorn
from streamlit.web.server.starlette import starlette_server
from websockets.frames import Frame, Opcode

from deploy import protocol
from deploy.protocol import ADDRESS_SIZE, LARGEST, OwnProtocol, OwnWebSocket

HEAD = b"POST /%s HTTP/1.1\r\nHost: a\r\n"
CHUNKED = HEAD % b"" + b"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n"


def frame(data, kind=Opcode.BINARY, **options):
    """A frame as a browser sends it."""
    return Frame(kind, data, **options).serialize(mask=True)


async def app(scope, receive, send):
    """Answer with the bytes of the address and of the body; a websocket gets the length of each message."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "bytes": b"%d" % len(message["bytes"])})
        return
    length, more = 0, True
    while more and scope["type"] == "http":
        message = await receive()
        length, more = length + len(message.get("body", b"")), message.get("more_body", False)
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
        await send({"type": "http.response.body", "body": b"%d %d" % (scope[ADDRESS_SIZE][0], length)})


@pytest.fixture(params=["127.0.0.1", "::1"])
def host(request):
    return request.param


@pytest.fixture
def server(host):
    """A server that listens on each of both protocols of the internet, in a thread."""
    server = uvicorn.Server(
        uvicorn.Config(app, host=host, port=0, http=OwnProtocol, ws=OwnWebSocket, lifespan="off", log_level="error")
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.005)  # between two looks
    yield server
    server.should_exit = True
    thread.join()


def connecting(server):
    return socket.create_connection(server.servers[0].sockets[0].getsockname()[:2], timeout=20)


@pytest.fixture
def connection(server):
    with connecting(server) as client:
        yield client


class Patience:
    """Stands for the timers of connections, so that a busy machine is no slow client."""

    def __init__(self):
        self._connections = []

    def begin(self, connection):
        connection._arrived_bytes, connection._look = 0, Mock()
        self._connections.append(connection)

    @property
    def waiting(self):
        """Connections on which something has begun to arrive."""
        return [each for each in dict.fromkeys(self._connections) if each._look]

    def until(self, count=0):
        """Wait until something has begun to arrive, and this number of bytes of it since the last look."""
        for _ in range(4_000):
            if self.waiting and sum(each._arrived_bytes for each in self.waiting) >= count:
                return
            time.sleep(0.005)  # between two looks
        pytest.fail("nothing arrives")

    def end(self, after=0):
        """The time is over, once this number of bytes has arrived in it."""
        self.until(after)
        over, waiting = threading.Event(), self.waiting
        waiting[0].loop.call_soon_threadsafe(lambda: ([each._late() for each in waiting], over.set()))
        assert over.wait(20)


@pytest.fixture
def patience(monkeypatch):
    patience = Patience()

    def wait(connection):
        patience.begin(connection)

    monkeypatch.setattr(protocol._Awaited, "_wait", wait)
    return patience


def flood(connection, start, piece):
    """Send what repeats until the connection breaks; the answer, where one arrived, and the bytes sent."""
    connection.sendall(start)
    byte_count, answer = 0, b""
    with suppress(OSError):
        while byte_count < 400 * LARGEST:
            byte_count += connection.send(piece * 100)
    with suppress(OSError):  # what was sent after the answer may have reset the connection
        answer = connection.recv(1000)
    return answer, byte_count


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        (HEAD % b"" + b"A: ", b"a" * 1000),
        (HEAD % b"", b"a: b\r\n"),
        (CHUNKED + b"0\r\nA: ", b"a" * 1000),
        (CHUNKED + b"0\r\n", b"a: b\r\n"),
        (CHUNKED + b"1;", b"a" * 1000),
        (b"", b"\r\n"),
    ],
    ids=["a header", "headers", "a trailer", "trailers", "a chunk's extension", "empty lines"],
)
def test_what_is_no_address_and_no_body_is_bounded_while_it_arrives(connection, start, piece):
    answer, byte_count = flood(connection, start, piece)
    assert answer == b"" or answer.startswith((b"HTTP/1.1 431 ", b"HTTP/1.1 400 "))
    assert byte_count < 100 * LARGEST  # with what lies in buffers of both sides


def test_long_headers_addresses_and_bodies_that_are_allowed_pass(connection):
    long = b"A: " + b"a" * (LARGEST - 4000) + b"\r\n"
    connection.sendall(HEAD % (b"?" + b"a" * 10**6) + long + b"Content-Length: 1000000\r\n\r\n" + bytes(10**6))
    with connection.makefile("rb") as answer:
        assert b"\n1000002 1000000\r" in answer.read()


@pytest.mark.parametrize(
    "start",
    [b"", b"\r\n", b"GET / HT", HEAD % b"" + b"A: b\r\n", HEAD % b"" + b"Content-Length: 9\r\n\r\n1"],
    ids=["nothing", "an empty line", "half a line", "half of the headers", "half a body"],
)
def test_a_request_that_does_not_arrive_ends_with_its_connection(monkeypatch, server, start):
    monkeypatch.setattr(protocol, "PATIENCE", 0.2)
    with connecting(server) as late:
        late.sendall(start)
        answer = late.recv(1000)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 408 ")


@contextmanager
def websocket(server):
    lines = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    with connecting(server) as client:
        client.sendall((HEAD % b"").replace(b"POST", b"GET") + lines + key)
        with client.makefile("rb") as answers:
            while answers.readline() != b"\r\n":
                pass
            yield client, answers


@pytest.mark.parametrize(
    "parts",
    [
        [frame(bytes(9_000))[:9]],
        [frame(b"a", fin=False), frame(b"", Opcode.PING), frame(b"", Opcode.CONT, fin=False)],
    ],
    ids=["half a frame", "fragments"],
)
def test_a_message_that_does_not_arrive_ends_with_its_websocket(patience, server, parts):
    with websocket(server) as (client, answers):
        client.sendall(frame(b"whole"))
        assert answers.read(3) == b"\x82\x015"
        client.sendall(parts[0])
        patience.until()
        client.sendall(b"".join(parts[1:]))
        patience.end(after=sum(map(len, parts[1:])))
        assert b"\x03\xf0a message must arrive in time" in answers.read()  # with code 1008


def test_an_idle_websocket_and_a_slow_message_that_arrives_go_on(monkeypatch, patience, server):
    monkeypatch.setattr(protocol, "LEAST", 1)
    with websocket(server) as (client, answers):
        message = frame(bytes(6))
        client.sendall(message[:-5])
        patience.until()
        for place in range(-5, -1):
            client.sendall(message[place : place + 1])
            patience.end(after=1)
        client.sendall(message[-1:])
        assert answers.read(3) == b"\x82\x016"
        assert not patience.waiting
        client.sendall(frame(bytes(7)))
        assert answers.read(3) == b"\x82\x017"


def test_a_slow_body_goes_on_while_it_arrives(monkeypatch, patience, server):
    monkeypatch.setattr(protocol, "LEAST", 1)
    with connecting(server) as slow:
        slow.sendall(HEAD % b"" + b"Content-Length: 12\r\n\r\n")
        for _ in range(11):
            slow.sendall(b"a")
            patience.end(after=1)
        slow.sendall(b"a")
        with slow.makefile("rb") as answer:
            assert b"\n1 12\r" in answer.read()


def test_the_server_of_streamlit_takes_both():
    protocol.use()
    config = uvicorn.Config(app, **starlette_server._get_uvicorn_config_kwargs())
    config.load()
    assert (config.http_protocol_class, config.ws_protocol_class) == (OwnProtocol, OwnWebSocket)
