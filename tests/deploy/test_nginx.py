"""deploy/nginx.conf in front of two stand-ins for replicas that answer with their names."""

import gzip
import socket
import subprocess
import threading
from contextlib import ExitStack
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from tests.deploy import proxy

pytestmark = pytest.mark.skipif(not proxy.executable(), reason=proxy.NO_NGINX)
SCRIPT = b"const position = 1;\n" * 5_000
CLASS = 200


class Replica(BaseHTTPRequestHandler):
    """Answers with its name; its websocket echoes."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.paths.append(self.path)
        if self.path.endswith("/_stcore/stream"):
            return self._echo()
        file = "/static/" in self.path
        body = SCRIPT if file else self.server.name.encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/javascript" if file else "text/html")
        self.send_header("Content-Length", str(len(body)))
        if file:
            self.send_header("Cache-Control", "public, immutable, max-age=31536000")
        self.end_headers()
        self.wfile.write(body)

    def do_PUT(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def _echo(self):
        self.send_response(101)
        self.send_header("Upgrade", self.headers["Upgrade"])
        self.send_header("Connection", self.headers["Connection"])
        self.end_headers()
        while received := self.connection.recv(100):
            self.connection.sendall(received)
        self.close_connection = True

    def log_message(self, *_):
        """Log nothing."""


class Replicas(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 2 * CLASS

    def __init__(self, name):
        super().__init__(("127.0.0.1", 0), Replica)
        self.name, self.paths = name, []
        threading.Thread(target=self.serve_forever, args=[0.01], daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"


@pytest.fixture
def replicas():
    pair = [Replicas("one"), Replicas("two")]
    yield pair
    for replica in pair:
        replica.shutdown()
        replica.server_close()


@pytest.fixture
def url(replicas, tmp_path):
    with proxy.proxying([replica.url for replica in replicas], tmp_path) as address:
        yield address


def ask(address, **headers):
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    with urlopen(Request(address, headers=fields), timeout=20) as answer:
        return answer.headers, answer.read()


def refusal(address, **options):
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(address, **options), timeout=20)
    refused.value.close()
    return refused.value.code


def open_stream(url, stack):
    """An upgraded connection, closed with the stack; None if it is refused."""
    host = url.removeprefix("http://")
    connection = stack.enter_context(socket.create_connection(host.split(":"), timeout=20))
    lines = ["GET /_stcore/stream HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade", "", ""]
    connection.sendall("\r\n".join(lines).encode())
    status = connection.recv(10_000).split()[1]
    assert status in (b"101", b"503")
    return connection if status == b"101" else None


def test_nginx_finds_no_fault(tmp_path):
    path = proxy.write(["http://127.0.0.1:1", "http://127.0.0.1:2"], tmp_path)
    run = subprocess.run(
        [proxy.executable(), "-t", "-e", "stderr", "-c", path], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "warn" not in run.stderr


def test_a_browser_stays_with_its_replica(url):
    readers = [ask(url)[0]["Set-Cookie"].partition(";")[0] for _ in range(20)]
    answers = [{ask(f"{url}/room", Cookie=reader)[1] for _ in range(5)} for reader in readers]
    assert all(len(bodies) == 1 for bodies in answers)
    assert {b"one"} in answers
    assert {b"two"} in answers


def test_the_cookie_is_given_once_and_for_frames_where_it_may(url):
    plain, secure = ask(url)[0]["Set-Cookie"], ask(url, X_Forwarded_Proto="https")[0]["Set-Cookie"]
    assert plain.endswith("; Path=/; HttpOnly; SameSite=Lax")
    assert secure.endswith("; Path=/; HttpOnly; Secure; SameSite=None; Partitioned")
    assert ask(url, Cookie=plain.partition(";")[0])[0]["Set-Cookie"] is None


def test_readers_of_a_dead_replica_are_served_by_the_other(url, replicas):
    readers = [ask(url)[0]["Set-Cookie"].partition(";")[0] for _ in range(12)]
    replicas[0].shutdown()
    replicas[0].server_close()
    assert {ask(url, Cookie=reader)[1] for reader in readers} == {b"two"}


def test_files_are_compressed_once_and_kept(url, replicas):
    address = f"{url}/school/static/js/index.js"
    headers, body = ask(address, Accept_Encoding="gzip, br")
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == SCRIPT
    assert len(body) < len(SCRIPT) / 50
    assert "immutable" in headers["Cache-Control"]
    assert headers["Set-Cookie"] is None
    for _ in range(5):
        assert ask(address, Accept_Encoding="gzip")[1] == body
    assert ask(address)[1] == SCRIPT
    paths = [path for replica in replicas for path in replica.paths]
    assert paths == ["/school/static/js/index.js"] * 2  # once compressed, once uncompressed


def test_a_version_in_the_address_is_part_of_it(url, replicas):
    for version in ("7.1.0", "7.2.0", "7.1.0"):
        ask(f"{url}/static/plotly.min.js?{version}", Accept_Encoding="gzip")
    assert len([path for replica in replicas for path in replica.paths]) == 2


def test_streams_pass_both_ways(url):
    with ExitStack() as stack:
        connection = open_stream(url, stack)
        connection.sendall(b"d_model=64")
        assert connection.recv(100) == b"d_model=64"


def test_a_class_behind_one_address_is_no_crowd(url):
    with ExitStack() as stack:
        assert all(open_stream(url, stack) for _ in range(CLASS))
        for _ in range(3 * CLASS):
            ask(url)


def test_a_crowd_is(url):
    with ExitStack() as stack:
        streams = [open_stream(url, stack) for _ in range(3 * CLASS)]
        assert None in streams
        assert ask(url)[1] in (b"one", b"two")


def test_more_requests_than_a_class_makes_are_refused(url):
    connection = HTTPConnection(urlsplit(url).netloc, timeout=20)
    for count in range(10_000):  # noqa: B007 – used below
        connection.request("GET", "/")
        answer = connection.getresponse()
        answer.read()
        if answer.status == 429:
            break
    connection.close()
    assert 10 * CLASS <= count < 10_000


def test_a_lessons_long_link_passes(url):
    assert ask(f"{url}/matrix?note={'a' * 60_000}")[1] in (b"one", b"two")


def test_a_link_that_is_too_long_leads_to_the_first_room(url):
    with socket.create_connection(urlsplit(url).netloc.split(":"), timeout=20) as asking:
        asking.sendall(f"GET /matrix?note={'a' * 300_000} HTTP/1.1\r\nHost: clockface\r\n\r\n".encode())
        answer = asking.recv(4_000).decode()
    assert answer.startswith("HTTP/1.1 303 ")
    assert "\r\nLocation: /?ignored=address\r\n" in answer


def test_uploads_pass_up_to_the_limit_of_the_app(url):
    address = f"{url}/_stcore/upload_file/a/b"
    with urlopen(Request(address, data=bytes(20_000_000), method="PUT"), timeout=60) as answer:
        assert answer.status == 200
    assert refusal(address, data=bytes(23_000_000), method="PUT") == 413


@pytest.mark.parametrize("path", ["_stcore/metrics", "_stcore/agent/interact", "ready", "school/ready"])
def test_what_is_for_those_inside_stays_inside(url, path):
    assert refusal(f"{url}/{path}") == 404
