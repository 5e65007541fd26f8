"""The folder of `clockface pages`, written once for all tests of a process; files and sizes of its pages."""

import gzip
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from tests.house import ROOT

APP = "https://clockface.example.org/app"


@cache
def folder():
    """Path of the folder; written in a separate process, as the command runs."""
    out = Path(mkdtemp()) / "folder"
    subprocess.run([sys.executable, "-m", "clockface", "pages", out, "--app", APP], check=True, cwd=ROOT)
    return out


def loaded(page):
    """Files that a page loads, with itself."""
    text = page.read_text("utf-8")
    scripts = [part.split('"')[0] for part in text.split('<script defer src="')[1:]]
    return [page, *(page.parent / name for name in (*scripts, "folder.css", "font.woff2"))]


def packed(files):
    """Bytes on the wire with gzip."""
    return sum(len(gzip.compress(file.read_bytes(), 6)) for file in files)
