"""Pyodide's files for the page that checks configs, fetched while it is built, each of a known sha256."""

import json
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile, ZipInfo

import clockface
from core import __file__ as core_file
from model_configs import __file__ as configs_file

LOCK = Path(__file__).with_suffix(".json")  # by address, the sha256 of the files below it
SECONDS = 60  # without an answer


class PyodideError(Exception):
    """A file is not to be had, or is another one; the message says which."""


def python_files(source: str) -> dict[str, bytes]:  # folder or address of all files; "" for the lock's addresses
    """The files by name, and the command's own sources as "clockface.zip"."""
    files_by_name = {}
    for address, digests in json.loads(LOCK.read_text("utf-8")).items():
        for name, digest in digests.items():
            files_by_name[name] = _read(source or address, name)
            if (got := sha256(files_by_name[name]).hexdigest()) != digest:
                raise PyodideError(f"sha256 of {name} must be {digest}, got {got}")
    return files_by_name | {"clockface.zip": _sources()}


def _read(place: str, name: str) -> bytes:
    try:
        if "://" not in place:
            return Path(place, name).read_bytes()
        with urlopen(f"{place.rstrip('/')}/{name}", timeout=SECONDS) as answer:
            return bytes(answer.read())
    except OSError as error:
        raise PyodideError(f"{name} cannot be read from {place}: {error}. See --pyodide.") from None


def _sources() -> bytes:
    """What `clockface lint` imports and reads; in a wheel core lies inside of the package."""
    command, core, configs = Path(__file__).parent, Path(core_file).parent, Path(configs_file).parent
    files = [
        command.parent / "__init__.py",
        *command.rglob("*.py"),
        *core.rglob("*.py"),
        *configs.rglob("*.py"),
        *configs.glob("**/*.json"),
        *configs.glob("**/*.md"),
    ]
    root, archive = Path(clockface.__file__).parents[1], BytesIO()
    with ZipFile(archive, "w") as zip_file:
        for file in sorted(files):
            zip_file.writestr(ZipInfo(file.relative_to(root).as_posix()), file.read_bytes())  # the same at any time
    return archive.getvalue()
