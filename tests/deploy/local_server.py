"""Servers that are processes of this machine: a free port, and waiting until one answers there."""

import socket
import subprocess
import time
from collections.abc import Callable
from urllib.error import HTTPError
from urllib.request import urlopen


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def listens(port: int) -> bool:
    """Whether a connection to a port is accepted."""
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


def answers(address: str) -> bool:
    """Whether an address is served; while a server warms up, it is not."""
    try:
        urlopen(address, timeout=5).close()
    except HTTPError as error:
        error.close()
        return False
    except OSError:
        return False
    return True


def wait(
    process: subprocess.Popen,
    holds: Callable[[], bool],
    log: Callable[[], str] = str,  # what the process has printed, for the message of a failure
    seconds: float = 120,  # a busy machine is not a failure
) -> None:
    """Wait until a condition holds that a running process brings about."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert process.poll() is None, f"the process ended:\n{log()}"
        assert time.monotonic() < deadline, f"the process is not ready after {seconds} s:\n{log()}"
        time.sleep(0.05)  # between two attempts
