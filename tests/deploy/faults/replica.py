"""`deploy/serve.py` as a process that can be stopped and restarted on the same port."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.request import urlopen

from tests.deploy.local_server import answers, free_port, wait
from tests.house import ROOT

AS_IN_THE_IMAGE = {
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "PYTHONUNBUFFERED": "1",
}


class Replica:
    """One server with a fixed port; `variables` are added to its environment."""

    def __init__(self, **variables: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.option = f"--server.port={self.port}"  # of its command line, by which tests.deploy.machine finds it
        self._variables = AS_IN_THE_IMAGE | {"STREAMLIT_SERVER_PORT": str(self.port)} | variables
        self._process: subprocess.Popen[str] | None = None
        self._lines: list[str] = []

    @property
    def runs(self) -> bool:
        """Whether the process is running."""
        return self._process is not None and self._process.poll() is None

    def output(self) -> str:
        """Standard output and standard error since the last start."""
        return "".join(self._lines)

    @property
    def pid(self) -> int:
        return self._process.pid

    def start(self, *inside: str) -> None:
        """Start the server unless it runs; `inside` is a command that executes its arguments."""
        if self.runs:
            return
        self._lines = []
        options = [self.option, "--server.address=127.0.0.1", "--client.showErrorDetails=full"]
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
            self._lines.extend(stream)

    def await_ready(self) -> None:
        """Wait until every room has been opened."""
        wait(self._process, lambda: answers(f"{self.url}/ready"), self.output)

    def await_rest(self) -> None:
        """Wait until the warm-up has opened every step of the lessons, which it does after every room."""
        wait(self._process, lambda: "steps of lessons opened once" in self.output(), self.output)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal and wait for the process to end, at once though readers are connected."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=20)

    def kill(self) -> None:
        """End the process at once, like a power failure."""
        self.end(signal.SIGKILL)

    @property
    def sessions(self) -> int:
        """Number of connected browsers."""
        with urlopen(f"{self.url}/_stcore/metrics", timeout=20) as answer:
            return int(re.findall(r"^active_sessions (\d+)", answer.read().decode(), re.MULTILINE)[0])


@contextmanager
def replicas(count: int, **variables: str) -> Iterator[list[Replica]]:
    """Replicas, not yet started; leaving the context ends them."""
    servers = [Replica(**variables) for _ in range(count)]
    try:
        yield servers
    finally:
        for replica in servers:
            replica.kill()


def start_all(of: Sequence[Replica]) -> None:
    """Start all that do not run and wait until all are ready."""
    for replica in of:
        replica.start()
    for replica in of:
        replica.await_ready()


class Elsewhere:
    """A proxy that stands for all other servers: it counts connections and closes them."""

    def __init__(self) -> None:
        self.connections = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._port = self._listener.getsockname()[1]
        threading.Thread(target=self._answer, daemon=True).start()

    @property
    def variables(self) -> dict[str, str]:
        """Environment that makes a process use this proxy."""
        names = [f"{kind}_proxy" for kind in ("http", "https", "all")]
        here = dict.fromkeys(names, f"http://127.0.0.1:{self._port}") | {"no_proxy": "127.0.0.1,localhost"}
        return here | {name.upper(): value for name, value in here.items()}

    def close(self) -> None:
        """Stop listening."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _answer(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:  # closed
                return
            self.connections += 1
            connection.close()
