"""The deployed app: Streamlit's, with security headers and a readiness check.

`/ready` answers 200 once every room has been opened and 503 before; `/_stcore/health` answers as soon as the server
listens.
"""

from __future__ import annotations

import gc
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import streamlit as st
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from components.kit.streamlit_internals import keep_own_address_local
from deploy.headers import SecurityHeaders, frame_ancestors
from deploy.warm_up import ROOT, warm_up

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

keep_own_address_local()

_READY = threading.Event()
_BASE = f"/{st.get_option('server.baseUrlPath').strip('/')}".rstrip("/")


def _prepare() -> None:
    """Open every room, then exclude all objects made so far from garbage collection, which takes 0.1 s else."""
    names = st.get_option("server.allowedHosts") or ["127.0.0.1"]
    warm_up(st.get_option("server.port"), base=_BASE, host=names[0].replace("*", "127.0.0.1"))
    gc.collect()
    gc.freeze()
    _READY.set()


@asynccontextmanager
async def _warming(_: st.App) -> AsyncIterator[None]:
    threading.Thread(target=_prepare, name="warm-up", daemon=True).start()
    yield


async def _ready(_: Request) -> PlainTextResponse:
    return PlainTextResponse("ready" if _READY.is_set() else "warming up", 200 if _READY.is_set() else 503)


app = st.App(
    ROOT / "app.py",
    lifespan=_warming,
    routes=[Route(f"{_BASE}/ready", _ready)],
    middleware=[Middleware(SecurityHeaders, ancestors=frame_ancestors())],
)
