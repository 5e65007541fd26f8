"""A new server process."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from tests.house import ROOT


@contextmanager
def serving(*start: str, seconds: float = 60) -> Iterator[str]:
    """Address of a new server process that is healthy and has not served anyone yet.

    `start` are Python's arguments, for example "deploy/serve.py"; by default `-m streamlit run app.py`.
    """
    port = _free_port()
    command = [sys.executable, *(start or ("-m", "streamlit", "run", "app.py"))]
    options = [f"--server.port={port}", "--server.address=127.0.0.1", "--client.showErrorDetails=full"]
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(
            [*command, *options],
            cwd=ROOT,
            env={**os.environ, "STREAMLIT_SERVER_PORT": str(port)},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _wait(process, url, time.monotonic() + seconds, log)
            yield url
        finally:
            process.terminate()
            process.wait(timeout=20)


def _wait(process, url, deadline, log):
    while not _healthy(url):
        assert process.poll() is None, f"the server ended:\n{_text(log)}"
        assert time.monotonic() < deadline, f"the server does not answer:\n{_text(log)}"
        time.sleep(0.05)  # between two attempts


def _healthy(url):
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5) as answer:
            return answer.read() == b"ok"
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


def _text(log):
    log.seek(0)
    return log.read()


def _free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
