"""Open every room and every step of a lesson once, so that no reader waits for imports and empty caches."""

import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

from websockets.sync.client import connect
from websockets.typing import Subprotocol

from components.kit.streamlit_internals import HEALTH_PATH, STREAM_PATH, STREAM_PROTOCOL, BackMsg, ForwardMsg
from core.teach.lesson import lessons

ROOT = Path(__file__).parents[1]
LEFT = {"real_model"}
"""Rooms that are not opened: their model takes 45 MB of a process, and the first reader half a second."""


def warm_up(
    port: int,  # of a server on this machine; it may not have started yet
    *,
    base: str = "",  # path below which it serves, for example "/clockface"
    host: str = "127.0.0.1",  # a name that the server accepts
    seconds: float = 60,  # timeout for the server and for each room
) -> None:
    """Open every room once, but for those that are `LEFT`, as a browser does, and print how long it took.

    Raises TimeoutError if the server or a room takes longer; raises RuntimeError if a room shows an exception.
    """
    _await_health(port, base, time.monotonic() + seconds)
    start = time.monotonic()
    rooms = [path.stem for path in (ROOT / "pages").glob("*.py") if path.stem not in LEFT]
    for room in ["", *rooms]:  # the default room first, as it imports the frame
        _open(f"ws://{host}:{port}{base}/{STREAM_PATH}", port, room, seconds=seconds)
    print(f"{len(rooms)} rooms opened once in {time.monotonic() - start:.1f} s", flush=True)


def open_steps(port: int, *, base: str = "", host: str = "127.0.0.1", seconds: float = 60) -> None:
    """Open every step of every lesson, as a class will do all at once; arguments and errors as `warm_up`."""
    start, steps = time.monotonic(), list(_steps())
    for room, query in steps:
        _open(f"ws://{host}:{port}{base}/{STREAM_PATH}", port, room, query, seconds=seconds)
    print(f"{len(steps)} steps of lessons opened once in {time.monotonic() - start:.1f} s", flush=True)


def _steps() -> Iterator[tuple[str, str]]:
    """Room and query of every step."""
    for slug, lesson in lessons().items():
        for number, step in enumerate(lesson.steps, 1):
            if step.address.room in LEFT:
                continue
            query = {**step.address.settings, "step": (f"{slug}.{number}",)}
            yield step.address.room, urlencode(query, doseq=True)


def _await_health(port: int, base: str, deadline: float) -> None:
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}{base}/{HEALTH_PATH}", timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError(f"no answer on port {port}")


def _open(url: str, port: int, room: str, query: str = "", *, seconds: float) -> None:
    """Open a room in a new session and read until its script has finished without an exception."""
    ask, answer = BackMsg(), ForwardMsg()
    ask.rerun_script.page_name, ask.rerun_script.query_string = room, query
    connection = socket.create_connection(("127.0.0.1", port))  # the name in the address need not resolve to it
    with connect(url, sock=connection, subprotocols=[Subprotocol(STREAM_PROTOCOL)], max_size=None) as stream:
        stream.send(ask.SerializeToString())
        while (
            not answer.HasField("script_finished") or answer.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN
        ):
            answer.ParseFromString(stream.recv(timeout=seconds))
            if answer.delta.new_element.HasField("exception"):
                raise RuntimeError(f"the room {room or 'home'} shows an exception")
