"""Scripts and styles of the components as files that browsers load once."""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape, unescape
from json import dumps, loads
from pathlib import Path
from typing import Any

from components.kit.markup import read_style
from components.kit.streamlit_internals import serve_folder

ROOT = Path(__file__).parents[1]
VERSIONED = re.compile(r"/component/[^/]+\.files_[0-9a-f]{8}/")  # an address of such a file
_INLINE = re.compile(
    r'<script data-file="[^"]*?files_[0-9a-f]{8}/([^"]+)/\w+\.js" data-given="([^"]*)">.*?</script>', re.DOTALL
)
# The address of Streamlit's script shows below which path the app is served, as in kit/root.js.
_IMPORT = 'import(new URL("../../" + {path}, document.querySelector("script[type=module][src]").src))'
_MODULE = f"const module = await {_IMPORT};\nexport default module.default;\n"
# Where another run has replaced the element while the file loads, there is nothing to start.
START = f"""(function load(script, again = "") {{
{_IMPORT.format(path="script.dataset.file + again")}.then(({{ default: start }}) => {{
if (script.isConnected) start({{ data: JSON.parse(script.dataset.given), parentElement: script.parentElement }});
script.dataset.started = "";
}}, () => script.isConnected && setTimeout(load, 2000, script, `?${{Date.now()}}`));
}})(document.currentScript);"""  # without data, so that a content security policy can name its hash


class AsItStands(str):
    """Text that `st.html` sends as it stands.

    In any other text it takes off a common indentation, 0.2 ms for the 5 kB of a form in every run.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def address(file: Path) -> str:
    """Where the app serves a file below `components`, from the root of the app; it changes when any file does."""
    return f"{_served()}/{file.relative_to(ROOT).as_posix()}"


def module(folder: Path) -> str:
    """The script of a mounted component: it imports <name>.js of the folder."""
    return _MODULE.format(path=dumps(address(folder / f"{folder.name}.js")))


def inline(folder: Path, html: str, data: Mapping[str, Any]) -> AsItStands:
    """A component that stands in the page itself, as text for `st.html`, which has to allow JavaScript.

    For a mounted component the browser loads Arrow, 0.2 MB that the first room does not need otherwise. The
    function of <name>.js gets the JSON values as `data`, and as `parentElement` what holds HTML and script,
    which the page takes away when it draws the element anew.
    """
    file = address(folder / f"{folder.name}.js")
    values = escape(dumps(data).replace("<", "\\u003c").replace(">", "\\u003e"))
    script = f'<script data-file="{file}" data-given="{values}">{START}</script>'
    return AsItStands(f"<style>{_style(folder)}</style><div>{html}{script}</div>")


def read_inline(text: str) -> tuple[Path, str, Any] | None:
    """Folder, HTML with its style, and data of what `inline` wrote; None for any other text."""
    match = _INLINE.search(text)
    return match and (ROOT / match[1], text.replace(match[0], ""), loads(unescape(match[2])))


_style = cache(read_style)  # reading a file and taking comments off is half a millisecond in every run


@cache
def _served() -> str:
    files = sorted(file for end in ("js", "css") for file in ROOT.rglob(f"*.{end}"))
    return serve_folder(f"files_{sha256(b''.join(map(Path.read_bytes, files))).hexdigest()[:8]}", ROOT)
