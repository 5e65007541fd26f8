"""The folder of `clockface pages`, written once for all tests; files and sizes of its pages."""

import fcntl
import gzip
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from uuid import uuid4

from tests.house import ROOT

APP = "https://clockface.example.org/app"


@cache
def folder():
    """Path of the folder; the first worker of a run writes it, in a separate process, as the command runs."""
    place = Path(gettempdir()) / f"clockface-folder-{os.environ.get('PYTEST_XDIST_TESTRUNUID', uuid4().hex)}"
    out = place / "folder"
    place.mkdir(mode=0o700, exist_ok=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # until it is closed
        if not out.exists():
            command = [sys.executable, "-m", "clockface", "pages", place / "written", "--app", APP]
            subprocess.run(command, check=True, cwd=ROOT)
            (place / "written").rename(out)
    return out


def loaded(page):
    """Files that a page loads, with itself."""
    text = page.read_text("utf-8")
    scripts = [part.split('"')[0] for part in text.split('<script defer src="')[1:]]
    return [page, *(page.parent / name for name in (*scripts, "folder.css", "font.woff2"))]


def packed(files):
    """Bytes on the wire with gzip."""
    return sum(len(gzip.compress(file.read_bytes(), 6)) for file in files)
