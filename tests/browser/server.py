"""A new server process."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from components.kit.streamlit_internals import HEALTH_PATH
from tests.deploy.local_server import answers, free_port, wait
from tests.house import ROOT


@contextmanager
def serving(*start: str, path: str = HEALTH_PATH) -> Iterator[str]:
    """Address of a new server process that is healthy and has not served anyone yet.

    `start` are Python's arguments, for example "deploy/serve.py"; by default `-m streamlit run app.py`. `path`
    answers once it is healthy.
    """
    port = free_port()
    command = [sys.executable, *(start or ("-m", "streamlit", "run", "app.py"))]
    options = [f"--server.port={port}", "--server.address=127.0.0.1", "--client.showErrorDetails=full"]
    with tempfile.NamedTemporaryFile("w") as log:
        process = subprocess.Popen(
            [*command, *options],
            cwd=ROOT,
            env={**os.environ, "STREAMLIT_SERVER_PORT": str(port)},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            wait(process, lambda: answers(f"{url}/{path}"), Path(log.name).read_text)
            yield url
        finally:
            process.terminate()
            process.wait(timeout=20)
