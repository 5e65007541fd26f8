"""The page that checks configs as `clockface lint` does, in Python that runs in the browser."""

import gzip
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from pathlib import Path
from string import Template

from components.kit.markup import as_expression, read_script, read_style
from components.kit.stand_alone import as_json

# Beside what all pages may do: compile Pyodide, and start a worker from memory, which inherits the policy.
POLICY = " blob: 'wasm-unsafe-eval'; worker-src blob:; form-action 'none'"
_FOLDER = Path(__file__).parent
_PART = 3 * 2**18  # bytes; as text 1 MB, so that progress can be shown


def body(
    words: Mapping[str, str],  # HTML by the name of its place
    texts: Mapping[str, str],  # texts of the script by name
) -> str:
    """The main part below the takeaway."""
    template = Template(_FOLDER.joinpath("lint.html").read_text("utf-8"))
    return template.substitute(words, style=read_style(_FOLDER), said=escape(as_json(dict(texts))))


def scripts(python: Mapping[str, bytes]) -> dict[str, str]:  # files of Pyodide and of the command by name
    """The page's scripts by name: a page on a disk may load nothing else, so files come as scripts, in parts."""
    files = {**python, "worker.js": _FOLDER.joinpath("worker.js").read_bytes()}
    archive = gzip.compress(b"".join(files.values()), mtime=0)
    parts = [archive[start : start + _PART] for start in range(0, len(archive), _PART)]
    sizes = {name: len(data) for name, data in files.items()}
    start = f"{as_expression(read_script(_FOLDER))}({as_json({'parts': len(parts), 'sizes': sizes})});\n"
    return {"lint": start} | {
        f"lint-{number}": f'(window.clockfaceParts ??= [])[{number}] = "{b64encode(part).decode()}";\n'
        for number, part in enumerate(parts)
    }
