"""Security headers of every response; docs/decisions/0009 has the reasons.

The environment variable CLOCKFACE_FRAME_ANCESTORS holds the sites that may embed the app in a frame, separated by
blanks.
"""

import base64
import hashlib
import os
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from pathlib import Path
from typing import Any

from components.kit.files import START, VERSION_PATH
from components.kit.streamlit_internals import page_source

ROOT = Path(__file__).parents[1]
VARIABLE = "CLOCKFACE_FRAME_ANCESTORS"

_SCRIPT = re.compile(r"<script[^>]*>(.+?)</script>", re.DOTALL)
_SITE = re.compile(r"'self'|(https?://)?(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]+)?", re.IGNORECASE)
_FILE = re.compile(r"/component/[^/]+/[^?]+")  # whose query is the version
_YEAR = "public, immutable, max-age=31536000"

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Callable[[], Awaitable[Message]], Send], Awaitable[None]]


class SecurityHeaders:
    """Middleware that adds the headers to every response and lets browsers cache versioned scripts."""

    def __init__(
        self,
        app: App,
        ancestors: Iterable[str] = (),  # sites that may embed the app in a frame, in addition to its own
    ) -> None:
        self.app = app
        self.page = headers(ancestors)
        self.rest = {"X-Content-Type-Options": self.page["X-Content-Type-Options"]}

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Send) -> None:
        """Pass a request to the app and add the headers to its response."""
        has_started = scope["type"] != "http"

        async def add(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                message["headers"], has_started = self._complete(scope, message), True
            await send(message)

        try:
            await self.app(scope, receive, add if scope["type"] == "http" else send)
        except Exception:  # which Starlette answers outside of all middleware
            if not has_started:
                plain = [(b"content-type", b"text/plain; charset=utf-8")]
                await add({"type": "http.response.start", "status": 500, "headers": plain})
                await send({"type": "http.response.body", "body": b"Internal Server Error"})
            raise

    def _complete(self, scope: Mapping[str, Any], message: Message) -> list[tuple[bytes, bytes]]:
        """The response's headers with ours; only possible pages get all of them, which are 1 kB."""
        present = {name.lower(): value for name, value in message.get("headers", [])}
        page = present.get(b"content-type", b"text/html").startswith((b"text/html", b"image/svg", b"application/x"))
        added_headers = dict(self.page if page else self.rest)
        is_file = not present.get(b"content-type", b"text/html").startswith(
            b"text/html"
        )  # else the page for any path
        has_version = VERSION_PATH.search(scope["path"]) or (scope["query_string"] and _FILE.search(scope["path"]))
        if message["status"] == 200 and is_file and has_version:
            added_headers["Cache-Control"] = _YEAR
        ours = {name.lower().encode(): value.encode() for name, value in added_headers.items()}
        others = [(name, value) for name, value in message.get("headers", []) if name.lower() not in ours]
        return [*others, *ours.items()]


def headers(
    ancestors: Iterable[str] = (),  # sites that may embed the app in a frame, in addition to its own
) -> dict[str, str]:
    """Names and values of the headers of a page."""
    return {
        "Content-Security-Policy": _policy(ancestors),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }


def frame_ancestors() -> tuple[str, ...]:
    """Sites in the environment variable."""
    sites = tuple(os.environ.get(VARIABLE, "").split())
    for site in sites:
        if not _SITE.fullmatch(site):
            raise ValueError(f"{VARIABLE} must be sites such as https://lms.example.org, got {site!r}")
    return sites


def _policy(ancestors: Iterable[str]) -> str:
    directives = {
        "default-src": "'none'",
        "script-src": f"'self' blob: {' '.join(inline_scripts())}",  # Streamlit loads components from blob: URLs
        "style-src": "'self' 'unsafe-inline'",  # Streamlit, Plotly and KaTeX need it
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
    """Hashes of the allowed inline scripts: Streamlit's and those of components that stand in the page itself."""
    return [_hash(script) for script in (*_SCRIPT.findall(page_source()), START)]


def _hash(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
