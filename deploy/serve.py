"""Serve the app, and open every room once before the first reader does.

The first run of a room imports what it draws with and fills its caches; nobody should wait for that.
Arguments are handed on to `streamlit run app.py`.
"""

import gc
import os
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.web import cli
from websockets.sync.client import connect

ROOT = Path(__file__).parents[1]


def warm_up(port: int, *, seconds: float = 60) -> None:
    """Open every room once, as a browser does, and tell how long it took.

    Parameters
    ----------
    port : int
        Of a server on this machine, which may be about to start.
    seconds : float
        How long to wait for the server, and for each room.

    Raises
    ------
    TimeoutError
        If the server or a room takes longer.
    """
    _await_health(port, time.monotonic() + seconds)
    start = time.monotonic()
    rooms = [path.stem for path in (ROOT / "pages").glob("*.py")]
    for room in ["", *rooms]:  # the default room first: it lays the frame
        _open(f"ws://127.0.0.1:{port}/_stcore/stream", room, seconds)
    print(f"{len(rooms)} rooms opened once in {time.monotonic() - start:.1f} s", flush=True)


def _await_health(port: int, deadline: float) -> None:
    while time.monotonic() < deadline:
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError(f"no answer on port {port}")


def _open(url: str, room: str, seconds: float) -> None:
    """Ask for a room in a session of its own and read until its script has run to the end."""
    ask, answer = BackMsg(), ForwardMsg()
    ask.rerun_script.page_name = room
    with connect(url, subprotocols=["streamlit"], max_size=None) as socket:
        socket.send(ask.SerializeToString())
        while (
            not answer.HasField("script_finished") or answer.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN
        ):
            answer.ParseFromString(socket.recv(timeout=seconds))


def _prepare(port: int) -> None:
    """Open every room; what all readers share is then left out of the collections to come, 0.1 s each."""
    warm_up(port)
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    port = int(os.environ.setdefault("STREAMLIT_SERVER_PORT", "8501"))
    threading.Thread(target=_prepare, args=(port,), name="warm-up", daemon=True).start()
    sys.argv = ["streamlit", "run", str(ROOT / "app.py"), *sys.argv[1:]]
    cli.main()
