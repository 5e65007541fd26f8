"""The deployed app on this machine, alone or behind nginx, with every room opened once."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.deploy import proxy
from tests.deploy.faults.replica import Replica, replicas, start_all


@contextmanager
def served() -> Iterator[str]:
    """Address of a new server, in the environment that the image gives it, whose warm-up is over."""
    with replicas(1) as made:
        start_all(made)
        made[0].await_rest()
        yield made[0].url


@contextmanager
def scaled(count: int, **variables: str) -> Iterator[tuple[list[Replica], str]]:
    """Ready replicas with `variables` in their environment, and the address of the nginx in front of them."""
    with replicas(count, **variables) as made, tempfile.TemporaryDirectory() as folder:
        start_all(made)
        with proxy.proxying([replica.url for replica in made], Path(folder)) as url:
            yield made, url
