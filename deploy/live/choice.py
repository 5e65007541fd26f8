"""Which store keeps the classes."""

import os

from deploy.live.in_process import InProcess
from deploy.live.store import Store

VARIABLE = "CLOCKFACE_REDIS_URL"


def choose_store() -> Store:
    """The store that the environment asks for: Redis where it is named, else this process."""
    url = os.environ.get(VARIABLE, "")
    if not url:
        return InProcess()
    from deploy.live.in_redis import InRedis  # noqa: PLC0415 – the library is loaded where it is used

    return InRedis(url)
