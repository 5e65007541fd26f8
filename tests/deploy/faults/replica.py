"""`deploy/serve.py` as a process that can be ended and started anew on its port."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from bench.shared import machine
from tests.house import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PATIENCE = 120  # seconds for a replica to be ready
AS_IN_THE_IMAGE = {
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "PYTHONUNBUFFERED": "1",
}


class Replica:
    """One server, which keeps its port; `variables` are added to its environment."""

    def __init__(self, **variables: str) -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._named = f"--server.port={self.port}"
        self._variables = AS_IN_THE_IMAGE | {"STREAMLIT_SERVER_PORT": str(self.port)} | variables
        self._process: subprocess.Popen[str] | None = None
        self._said: list[str] = []

    @property
    def runs(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

    @property
    def said(self) -> str:
        """What it has written so far."""
        return "".join(self._said)

    @property
    def pid(self) -> int:
        return self._process.pid

    def start(self, *inside: str) -> None:
        """Start it if it does not run, inside a command that becomes what it is given."""
        if self.runs:
            return
        options = [self._named, "--server.address=127.0.0.1", "--client.showErrorDetails=full"]
        self._process = subprocess.Popen(
            [*inside, sys.executable, str(ROOT / "deploy/serve.py"), *options],
            env=os.environ | self._variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self._listen, args=[self._process.stdout], daemon=True).start()

    def _listen(self, stream) -> None:
        with stream:
            self._said.extend(stream)

    def await_ready(self) -> None:
        """Until every room has been opened."""
        deadline = time.monotonic() + PATIENCE
        while not self._is_ready():
            assert self.runs, f"the replica ended:\n{self.said}"
            assert time.monotonic() < deadline, f"the replica does not become ready:\n{self.said}"
            time.sleep(0.05)  # between two questions

    def _is_ready(self) -> bool:
        try:
            urlopen(f"{self.url}/ready", timeout=5).close()
        except HTTPError as error:
            error.close()
            return False
        except (URLError, OSError):
            return False
        return True

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to end, and wait until it has."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=60)

    def kill(self) -> None:
        """End it as a machine does that loses its power."""
        self.end(signal.SIGKILL)

    @property
    def sessions(self) -> int:
        """How many browsers it serves now."""
        with urlopen(f"{self.url}/_stcore/metrics", timeout=20) as answer:
            return int(re.findall(r"^active_sessions (\d+)", answer.read().decode(), re.MULTILINE)[0])

    def memory(self, entry: str = "VmRSS") -> float:
        """Resident, in MB; `VmHWM` the most since `forget_most`."""
        return machine.memory(entry, self._named)

    def forget_most(self) -> None:
        """Let the most begin again from what is held now."""
        machine.forget_most(self._named)


@contextmanager
def replicas(count: int, **variables: str) -> Iterator[list[Replica]]:
    """So many, not yet started; they end with the context."""
    made = [Replica(**variables) for _ in range(count)]
    try:
        yield made
    finally:
        for replica in made:
            replica.kill()


def start_all(of: Sequence[Replica]) -> None:
    """Start those that do not run, at the same time, and wait for all."""
    for replica in of:
        replica.start()
    for replica in of:
        replica.await_ready()


class Elsewhere:
    """All servers that are not on this machine: it counts who asks for one, and hangs up."""

    def __init__(self) -> None:
        self.asked = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._port = self._listener.getsockname()[1]
        threading.Thread(target=self._answer, daemon=True).start()

    @property
    def variables(self) -> dict[str, str]:
        """What makes a process come here: it stands between that and the network."""
        names = [f"{kind}_proxy" for kind in ("http", "https", "all")]
        here = dict.fromkeys(names, f"http://127.0.0.1:{self._port}") | {"no_proxy": "127.0.0.1,localhost"}
        return here | {name.upper(): value for name, value in here.items()}

    def close(self) -> None:
        """Be asked no longer."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _answer(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:  # closed
                return
            self.asked += 1
            connection.close()
