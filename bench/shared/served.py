"""The deployed app on this machine, alone or behind nginx, with every room opened once."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from deploy.warm_up import warm_up
from tests.browser.server import serving
from tests.deploy import proxy
from tests.deploy.faults.replica import Replica, replicas, start_all

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def served() -> Iterator[str]:
    """Address of a new server."""
    with serving("deploy/serve.py") as url:
        warm_up(urlsplit(url).port)
        yield url


@contextmanager
def scaled(count: int, **variables: str) -> Iterator[tuple[list[Replica], str]]:
    """Ready replicas with `variables` in their environment, and the address of the nginx in front of them."""
    with replicas(count, **variables) as made, tempfile.TemporaryDirectory() as folder:
        start_all(made)
        with proxy.proxying([replica.url for replica in made], Path(folder)) as url:
            yield made, url
