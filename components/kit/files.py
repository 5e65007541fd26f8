"""Scripts and styles of the components as files that browsers load once."""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape, unescape
from json import dumps, loads
from pathlib import Path
from typing import Any

import streamlit as st

from components.kit.markup import style_of
from components.kit.streamlit_internals import serve_folder

ROOT = Path(__file__).parents[1]
VERSION_PATH = re.compile(r"/component/[^/]+\.v_[0-9a-f]{8}/")  # an address of such a file
_INLINE = re.compile(
    r"""<script data-file="[^"]*?v_[0-9a-f]{8}/([^"]+)" data-given='([^']*)'>.*?</script>""", re.DOTALL
)
# The address of Streamlit's script shows below which path the app is served, as in kit/address.js.
_IMPORT = 'import(new URL("../../" + {path}, document.querySelector("script[type=module][src]").src))'
_MODULE = f"""const load = (again) => {_IMPORT.format(path="FILE + again")};
const later = (resolve) => setTimeout(() => resolve(load("?again")), 2000);
export default (await load("").catch(() => new Promise(later))).default;
"""
# Where another run has replaced the element while the file loads, there is nothing to start.
START = f"""(function load(node, again) {{
{_IMPORT.format(path="node.dataset.file + again")}.then((part) => {{
if (node.isConnected) part.default({{ data: JSON.parse(node.dataset.given), parentElement: node.parentElement }});
node.dataset.started = "";
}}, () => node.isConnected && setTimeout(load, 2000, node, "?" + Date.now()));
}})(document.currentScript, "");"""  # without data, so that a content security policy can name its hash


class AsItStands(str):
    """Text that `st.html` sends as it stands.

    In any other text it takes off a common indentation, 0.2 ms for the 5 kB of a form in every run.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def address(file: Path) -> str:
    """Where the app serves a file below `components`, from the root of the app; it changes when any file does."""
    return f"{_folder_address()}/{file.relative_to(ROOT).as_posix()}"


def module(folder: Path) -> str:
    """The script of a mounted component: it imports <name>.js of the folder."""
    return _MODULE.replace("FILE", dumps(address(folder / f"{folder.name}.js")))


def inline(script: Path, html: str, data: Mapping[str, Any]) -> AsItStands:
    """A component that stands in the page itself, as text for `show_inline`.

    For a mounted component the browser loads Arrow, 0.2 MB that the first room does not need otherwise. The
    function of the script gets the JSON values as `data`, and as `parentElement` what holds HTML and script,
    which the page takes away when it draws the element anew. A style of the same name stands before it.
    """
    file = address(script)
    text = dumps(data, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")
    values = escape(text, quote=False).replace("'", "&#x27;")  # JSON is full of the other quotes
    start = f"<script data-file=\"{file}\" data-given='{values}'>{START}</script>"
    return AsItStands(f"{_style(script.with_suffix('.css'))}<div>{html}{start}</div>")


def show_inline(part: AsItStands) -> None:
    """Draw what `inline` has written."""
    st.html(part, unsafe_allow_javascript=True)


def read_inline(text: str) -> tuple[Path, str, Any] | None:
    """Script, HTML with its style, and data of what `inline` wrote; None for any other text."""
    match = _INLINE.search(text)
    return match and (ROOT / match[1], text.replace(match[0], ""), loads(unescape(match[2])))


@cache  # reading a file and taking comments off is half a millisecond in every run
def _style(file: Path) -> str:
    style = style_of(file)
    return f"<style>{style}</style>" if style else ""


@cache
def _folder_address() -> str:
    files = sorted(file for end in ("js", "css") for file in ROOT.rglob(f"*.{end}"))
    return serve_folder(f"v_{sha256(b''.join(map(Path.read_bytes, files))).hexdigest()[:8]}", ROOT)
