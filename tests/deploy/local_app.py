"""The deployed app on this machine, alone or behind nginx, with every room opened once."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.deploy import proxy
from tests.deploy.faults.replica import Replica, replicas, start_all


@contextmanager
def single_server() -> Iterator[str]:
    """Address of a new server, in the environment that the image gives it, whose warm-up is over."""
    with replicas(1) as servers:
        start_all(servers)
        servers[0].await_rest()
        yield servers[0].url


@contextmanager
def scaled(count: int, **variables: str) -> Iterator[tuple[list[Replica], str]]:
    """Ready replicas with `variables` in their environment, and the address of the nginx in front of them."""
    with replicas(count, **variables) as servers, tempfile.TemporaryDirectory() as folder:
        start_all(servers)
        with proxy.proxying([replica.url for replica in servers], Path(folder)) as url:
            yield servers, url
