"""The deployed app: Streamlit's, with security headers, a readiness check and the routes of live classes.

`/ready` answers 200 once every room has been opened and 503 before; `/_stcore/health` answers as soon as the server
listens. A browser that opens a room asks for Streamlit's health and settings below the room's path as well as at
the root, since the app could be served below either; below a room both are 404, which its console notes. Were they
answered, it would open its session there.
"""

import os
from collections.abc import AsyncIterator

from starlette.requests import Request

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy, loaded below, reads it: see docs/decisions/0003

import gc
import threading
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from components.kit.streamlit_internals import keep_own_address_local, keep_theme
from core.teach import live
from deploy import class_pages
from deploy.headers import SecurityHeaders, frame_ancestors
from deploy.limits import Limits, raise_descriptors, sessions_of
from deploy.live.choice import choose_store
from deploy.live.routes import LiveRoutes
from deploy.protocol import before_stopping
from deploy.warm_up import ROOT, open_steps, warm_up

keep_own_address_local()
keep_theme()

os.environ[live.ROUTES_VARIABLE] = "1"

_DESCRIPTORS = raise_descriptors()
_SESSIONS = sessions_of(_DESCRIPTORS)
print(f"{_DESCRIPTORS:,} file descriptors, enough for {_SESSIONS:,} sessions", flush=True)
_READY = threading.Event()
_LIVE = LiveRoutes(choose_store(), card_text=class_pages.question_text)
_BASE = f"/{st.get_option('server.baseUrlPath').strip('/')}".rstrip("/")


def _prepare() -> None:
    """Open every room, then exclude all objects made so far from garbage collection, which takes 0.1 s else.

    Steps of lessons follow when the server is ready already, since they would double the time to it.
    """
    names = st.get_option("server.allowedHosts") or ["127.0.0.1"]
    port, host = st.get_option("server.port"), names[0].replace("*", "127.0.0.1")
    warm_up(port, base=_BASE, host=host)
    gc.collect()
    gc.freeze()
    _READY.set()
    open_steps(port, base=_BASE, host=host)


@asynccontextmanager
async def _lifespan(_: st.App) -> AsyncIterator[None]:
    threading.Thread(target=_prepare, name="warm-up", daemon=True).start()
    await _LIVE.streams.open()
    before_stopping(_LIVE.streams.end)
    yield
    await _LIVE.streams.close()


async def _ready(_: Request) -> PlainTextResponse:
    return PlainTextResponse("ready" if _READY.is_set() else "warming up", 200 if _READY.is_set() else 503)


app = st.App(
    ROOT / "app.py",
    lifespan=_lifespan,
    routes=[Route(f"{_BASE}/ready", _ready), *class_pages.routes(_BASE), *_LIVE.routes(_BASE)],
    middleware=[Middleware(SecurityHeaders, ancestors=frame_ancestors()), Middleware(Limits, sessions=_SESSIONS)],
)
