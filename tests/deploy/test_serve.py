"""The deployed server, configured by environment variables."""

import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psutil
import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.sync.server import serve as serve_websockets

from core.teach.lesson import lessons
from deploy import warm_up
from pages.shared import contents
from tests.deploy.local_server import answers, free_port, wait
from tests.house import ROOT

NAME = "class.example.org"
SITE = "https://lms.example.org"


@contextmanager
def deployed(**variables):
    """Port and process of a ready `deploy/serve.py` below the path /school."""
    port = free_port()
    options = {"STREAMLIT_SERVER_PORT": str(port), "STREAMLIT_SERVER_BASE_URL_PATH": "/school/"}
    command = [sys.executable, str(ROOT / "deploy/serve.py")]
    with tempfile.TemporaryDirectory() as elsewhere, tempfile.NamedTemporaryFile("w") as log:
        process = subprocess.Popen(
            command, cwd=elsewhere, env=os.environ | options | variables, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            wait(process, lambda: answers(f"http://127.0.0.1:{port}/school/ready"), Path(log.name).read_text)
            yield port, process
        finally:
            process.kill()
            process.wait(timeout=20)


@pytest.fixture(scope="module")
def server():
    with deployed(STREAMLIT_SERVER_ALLOWED_HOSTS=NAME, CLOCKFACE_FRAME_ANCESTORS=SITE) as port_and_process:
        yield port_and_process


@pytest.fixture
def get(server):
    """Response to a path below the app's root."""
    return lambda path, **headers: urlopen(
        Request(f"http://127.0.0.1:{server[0]}/school/{path}", headers=headers), timeout=20
    )


def stream(port, host=NAME, **options):
    client = socket.create_connection(("127.0.0.1", port))
    return connect(f"ws://{host}:{port}/school/_stcore/stream", sock=client, subprotocols=["streamlit"], **options)


@pytest.mark.parametrize("room", ["", "matrix", "matrix?d_model=64", "no-such-room"])
def test_every_page_comes_with_the_headers(get, room):
    with get(room) as answer:
        headers = answer.headers
    assert headers["Content-Security-Policy"].endswith(f"frame-ancestors 'self' {SITE}")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_files_are_what_they_say(get):
    with get("") as answer:
        scripts = re.findall(r'src="\./(static/[^"]+)"', answer.read().decode())
    for script in (scripts[0], "component/components.kit.streamlit_internals.plotly/plotly-cartesian.min.js?1"):
        with get(script) as answer:
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "immutable" in answer.headers["Cache-Control"]


def test_no_one_but_browsers_is_served(get):
    with pytest.raises(HTTPError) as refused:
        get("_stcore/agent/interact")
    refused.value.close()


def test_a_name_that_is_not_its_own_and_another_sites_page_are_refused(server):
    with stream(server[0]):
        pass
    for other in ({"host": "elsewhere.example.org"}, {"origin": "https://elsewhere.example.org"}):
        with pytest.raises(InvalidStatus, match="403"):
            stream(server[0], **other)


def test_its_log_says_that_rooms_and_steps_were_opened_and_how_many_sessions_it_takes_and_no_address(server, get):
    get("matrix?seat=seat-of-a-student").close()
    log, rooms = Path(f"/proc/{server[1].pid}/fd/1"), sum(map(len, contents.SECTIONS.values())) - len(warm_up.LEFT)
    rooms_of_steps = [step.address.room for lesson in lessons().values() for step in lesson.steps]
    steps = sum(room not in warm_up.LEFT for room in rooms_of_steps)
    wait(server[1], lambda: f"\n{steps} steps of lessons opened once" in log.read_text("utf-8"))
    assert f"\n{rooms} rooms opened once" in log.read_text("utf-8")
    assert re.search(r"file descriptors, enough for [\d,]+ sessions", log.read_text("utf-8"))
    assert "seat-of-a-student" not in log.read_text("utf-8")


def test_the_fast_loop_and_parser_are_used(server):
    used = " ".join(mapped.path for mapped in psutil.Process(server[1].pid).memory_maps())
    assert "uvloop" in used
    assert "httptools" in used


@pytest.mark.parametrize("base", ["/school/", "school"])
def test_the_health_check_finds_it_where_the_environment_says(server, base):
    options = {"STREAMLIT_SERVER_PORT": str(server[0]), "STREAMLIT_SERVER_BASE_URL_PATH": base}
    command = [sys.executable, ROOT / "deploy/health.py"]
    assert subprocess.run(command, env=os.environ | options, check=False).returncode == 0
    other = subprocess.run(command, env=os.environ | options | {"STREAMLIT_SERVER_BASE_URL_PATH": "/"}, check=False)
    assert other.returncode != 0


def test_warm_up_gives_up_where_nothing_answers():
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        with pytest.raises(TimeoutError, match=f"no answer on port {port}"):
            warm_up.warm_up(port, seconds=0.2)


def test_a_room_that_shows_an_exception_is_not_ready():
    message = ForwardMsg()
    message.delta.new_element.exception.message = "no such library"

    def answer(socket):
        socket.recv()
        socket.send(message.SerializeToString())

    with serve_websockets(answer, "127.0.0.1", 0, subprotocols=["streamlit"]) as fake:
        threading.Thread(target=fake.serve_forever, daemon=True).start()
        port = fake.socket.getsockname()[1]
        with pytest.raises(RuntimeError, match=r"^the room matrix shows an exception$"):
            warm_up._open(f"ws://127.0.0.1:{port}/", port, "matrix", seconds=20)
        fake.shutdown()


@pytest.mark.parametrize("path", ["matrix?note=", "?step="])
def test_addresses_longer_than_the_parser_takes_are_answered(get, path):
    with get(path + "a" * 100_000) as answer:
        assert "<title>Streamlit</title>" in answer.read().decode()
