"""The distribution's redis-server for tests.

`python -m tests.deploy.live.redis_process` looks for it and installs the package where that starts no service, as
`tests.deploy.proxy` does with nginx. Elsewhere the tests that need Redis are skipped.
"""

import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.deploy import proxy
from tests.deploy.local_server import free_port, wait

PACKAGE = "redis-server"
NO_REDIS = "there is no redis-server (package redis-server of Debian and Ubuntu)"


def executable() -> str | None:
    """Path of redis-server; None if it is not installed."""
    return proxy.program_path(PACKAGE)


class RedisServer:
    """A Redis on a port that stays the same; it keeps nothing on disk, as in `deploy/compose.scale.yaml`."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen([executable(), *options], stdout=subprocess.DEVNULL)
        wait(self._process, self._answers)

    def _answers(self) -> bool:
        with socket.socket() as connection:
            connection.settimeout(1)
            if connection.connect_ex(("127.0.0.1", self.port)):
                return False
            connection.sendall(b"PING\r\n")
            return connection.recv(20).startswith(b"+PONG")

    def kill(self) -> None:
        """End it at once; what it held is lost."""
        if self._process:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(timeout=20)


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """A running Redis; leaving the context ends it."""
    server = RedisServer()
    server.start()
    try:
        yield server
    finally:
        server.kill()


if __name__ == "__main__":
    print("Redis for the tests of live classes:", proxy.install(PACKAGE, PACKAGE, NO_REDIS))
