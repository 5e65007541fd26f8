"""What each answer tells the browser that the page may do; docs/decisions/0009 says why it stands here.

The variable CLOCKFACE_FRAME_ANCESTORS names the sites that may show the app in a frame, separated by blanks.
"""

import base64
import hashlib
import os
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from pathlib import Path
from typing import Any

from components.kit.inline import inline
from components.kit.streamlit_internals import page_source

ROOT = Path(__file__).parents[1]
VARIABLE = "CLOCKFACE_FRAME_ANCESTORS"

_PARTS = sorted(path.parent for path in (ROOT / "components").glob("links/*/*.js"))
_SCRIPT = re.compile(r"<script[^>]*>(.+?)</script>", re.DOTALL)
_SITE = re.compile(r"'self'|(https?://)?(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]+)?", re.IGNORECASE)
_VERSIONED = re.compile(r"/component/[^/]+/[^?]+")
_YEAR = "public, immutable, max-age=31536000"

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Callable[[], Awaitable[Message]], Send], Awaitable[None]]


class SecurityHeaders:
    """Middleware that adds these headers to every answer, and lets browsers keep scripts that name a version.

    Parameters
    ----------
    app : ASGI application
    ancestors : iterable of str
        Sites that may show the app in a frame, beside its own.
    """

    def __init__(self, app: App, ancestors: Iterable[str] = ()) -> None:
        self.app = app
        self.page = headers(ancestors)
        self.rest = {"X-Content-Type-Options": self.page["X-Content-Type-Options"]}

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Send) -> None:
        """Answer as the app does, with the headers."""

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = self._complete(scope, message)
            await send(message)

        await self.app(scope, receive, add if scope["type"] == "http" else send)

    def _complete(self, scope: Mapping[str, Any], message: Message) -> list[tuple[bytes, bytes]]:
        """An answer's headers and ours; only what may become a page needs all, 1 kB on each of 90 answers else."""
        given = {name.lower(): value for name, value in message.get("headers", [])}
        page = given.get(b"content-type", b"text/html").startswith((b"text/html", b"image/svg", b"application/x"))
        own = dict(self.page if page else self.rest)
        if message["status"] == 200 and scope["query_string"] and _VERSIONED.search(scope["path"]):
            own["Cache-Control"] = _YEAR
        ours = {name.lower().encode(): value.encode() for name, value in own.items()}
        kept = [(name, value) for name, value in message.get("headers", []) if name.lower() not in ours]
        return [*kept, *ours.items()]


def headers(ancestors: Iterable[str] = ()) -> dict[str, str]:
    """Name and value of the headers of a page.

    Parameters
    ----------
    ancestors : iterable of str
        Sites that may show the app in a frame, beside its own.
    """
    return {
        "Content-Security-Policy": _policy(ancestors),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }


def frame_ancestors() -> tuple[str, ...]:
    """Sites that the environment names.

    Raises
    ------
    ValueError
        If one is none: a semicolon would begin a directive of its own.
    """
    sites = tuple(os.environ.get(VARIABLE, "").split())
    for site in sites:
        if not _SITE.fullmatch(site):
            raise ValueError(f"{VARIABLE} must be sites such as https://lms.example.org, got {site!r}")
    return sites


def _policy(ancestors: Iterable[str]) -> str:
    directives = {
        "default-src": "'none'",
        "script-src": f"'self' blob: {' '.join(inline_scripts())}",  # Streamlit loads parts by blob:
        "style-src": "'self' 'unsafe-inline'",  # as Streamlit, Plotly and KaTeX write theirs
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": " ".join(dict.fromkeys(["'self'", *ancestors])),
    }
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())


def inline_scripts() -> list[str]:
    """Hashes of the scripts that may stand in the page: Streamlit's own, and that of any part."""
    texts = [page_source(), *(inline(folder, "", {}) for folder in _PARTS)]
    return [_hash(script) for text in texts for script in _SCRIPT.findall(text)]


def _hash(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
