"""Routes of live classes alone, in a process that starts in a second: `python -m tests.deploy.live.server PORT`.

It uses what `deploy/asgi.py` and `deploy/serve.py` use: the routes, headers and protocol; what happens there every
few seconds happens here several times a second.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware

from deploy import protocol
from deploy.headers import SecurityHeaders
from deploy.live.choice import VARIABLE, choose_store
from deploy.live.routes import LiveRoutes
from deploy.live.streams import Intervals
from tests.deploy.local_server import free_port, listens, wait
from tests.house import ROOT

SHORT = Intervals(look=0.2, alive=3, together=0.05, teacher_lost=300)


class LiveServer:
    """A process with a fixed port."""

    def __init__(
        self,
        redis: str = "",  # address of a Redis; empty for none
        root: Path = ROOT,  # where the project stands; another release of it stands elsewhere
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._redis, self._root = redis, root
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it unless it runs, and wait until it listens."""
        if self._process and self._process.poll() is None:
            return
        command = [sys.executable, "-m", "tests.deploy.live.server", str(self.port)]
        self._process = subprocess.Popen(
            command, cwd=self._root, env=os.environ | {VARIABLE: self._redis}, stdout=subprocess.PIPE
        )
        wait(self._process, lambda: listens(self.port))

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal and wait until the process has ended."""
        if not self._process:
            return
        if self._process.poll() is None:
            self._process.send_signal(how)
        self._process.wait(timeout=20)
        self._process.stdout.close()


@contextmanager
def live_server(redis: str = "", root: Path = ROOT) -> Iterator[LiveServer]:
    """A running server; leaving the context ends it."""
    server = LiveServer(redis, root)
    server.start()
    try:
        yield server
    finally:
        server.end()


def main() -> None:
    live = LiveRoutes(choose_store(), SHORT)

    @asynccontextmanager
    async def lifespan(_):
        await live.streams.open()
        protocol.before_stopping(live.streams.end)
        yield
        await live.streams.close()

    protocol.use()
    app = Starlette(routes=live.routes(), lifespan=lifespan, middleware=[Middleware(SecurityHeaders)])
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")


if __name__ == "__main__":
    main()
