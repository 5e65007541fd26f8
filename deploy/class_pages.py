"""What browsers load for a class: the short address, QR codes, and the scripts of teacher and students."""

import io
import re
from contextlib import suppress
from functools import cache
from urllib.parse import quote

import segno
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from components.classroom import PATH
from core.teach.live.codes import ALPHABET, LENGTH, read_code
from core.teach.live.untrusted import LiveError

_ADDRESS = re.compile(
    r"https?://[\w.:\[\]-]{1,100}(?:/[\w-]{1,40}){0,4}"
    rf"/(?:c/[{ALPHABET}]{{{LENGTH}}}|(?:[a-z][a-z0-9_]{{0,39}})?\?[\w!$%&'()*+,./:;=?@\[\]~-]*)",
    re.ASCII,
)
_FINEST = 20  # version: 97 × 97 modules, which a phone in the last row still reads from a projector
_LONGEST_CODE = 40  # characters of a code as typed
_QUIET = 4  # modules of white around a code, as its standard asks for
_HOUR = "public, max-age=3600"


def routes(base: str = "") -> list[Route]:
    """The routes below a path such as "/clockface"."""

    async def enter(request: Request) -> Response:
        """From the short address into the room Class, which joins, or says that there is no such class."""
        code = request.path_params["code"][:_LONGEST_CODE]
        with suppress(LiveError):
            code = read_code(code)
        return RedirectResponse(f"{base}/class?code={quote(code, safe='')}", 303)

    return [
        Route(f"{base}/c/{{code}}", enter),
        Route(f"{base}/{PATH}/qr.svg", _code),
        Route(f"{base}/{PATH}/{{name}}", _script),
    ]


async def _code(request: Request) -> Response:
    """The QR code of an address; the browser says which, since it alone knows its scheme and host."""
    address = request.query_params.get("of", "")
    if not _ADDRESS.fullmatch(address):
        return PlainTextResponse("of must be the short address of a class, or a lesson link", 400)
    code = qr_code(address)
    if code is None:
        return PlainTextResponse(f"{len(address):,} characters are too many for a code that is seen from afar", 413)
    return Response(code, media_type="image/svg+xml", headers={"Cache-Control": _HOUR})


def qr_code(text: str) -> bytes | None:
    """A QR code as SVG, one pixel a module; None where its modules would be too fine to read from afar.

    The level of error correction is the highest that needs no more modules: a projector shows every module, and a
    camera far away needs large ones.
    """
    try:
        code = segno.make(text, micro=False)
    except segno.DataOverflowError:
        return None
    if int(code.version) > _FINEST:
        return None
    buffer = io.BytesIO()
    code.save(buffer, kind="svg", scale=1, border=_QUIET, light="white")
    return buffer.getvalue()


async def _script(request: Request) -> Response:
    """The script of a role, whose address has a part that changes with its text."""
    script = _scripts().get(request.path_params["name"])
    if script is None:
        return PlainTextResponse("there is no such script", 404)
    return Response(script, media_type="text/javascript", headers={"Cache-Control": _HOUR})


def question_text(slug: str) -> str:
    """The words of a question of the app, as plain text."""
    from pages.teach import live_class  # noqa: PLC0415 – the rooms have loaded it when a class runs

    return live_class.question_text(slug)


@cache
def _scripts() -> dict[str, bytes]:
    from pages.teach.live_class import scripts  # noqa: PLC0415 – the rooms have loaded it when a browser asks

    return {name: text.encode() for name, text in scripts().items()}
