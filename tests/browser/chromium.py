"""Find or install the browser of the browser tests.

`python -m tests.browser.chromium` looks for an installed Chromium or Chrome, else downloads Playwright's, else
installs the distribution's package, and prints the path.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (  # no requests by the browser itself; containers have neither sandbox nor GPU
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NONE_FOUND = (
    "There is no Chromium for the browser tests: none is installed, Playwright could not download its "
    "own, and the package chromium could not be installed (that needs root, or sudo without password). "
    "Install one, or put an executable named chromium on the PATH."
)
NO_DRIVER = (
    "Playwright does not start, and its library could not be installed (that needs root, or sudo without "
    "password). Install the package libatomic1."
)


def executable() -> str | None:
    """Path of the first browser that runs; None if there is none."""
    return next(filter(runs, filter(None, map(shutil.which, NAMES))), None) or _playwrights_own()


def runs(*command: str) -> bool:
    """Whether a program starts: Ubuntu's chromium-browser may be a stub that only refers to a snap."""
    try:
        return subprocess.run([*command, "--version"], capture_output=True, timeout=30, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def driver_starts() -> bool:
    """Whether Playwright starts: its Node needs a library that minimal systems lack."""
    return runs(sys.executable, "-m", "playwright")


def install() -> str:
    """Path of a browser that runs, installed by the first step that succeeds if necessary.

    Raises
    ------
    SystemExit
        If no step succeeds; the message says what to do.
    """
    if not driver_starts():
        _install_package("libatomic1")
    if not driver_starts():
        raise SystemExit(NO_DRIVER)
    for step in (_look, _download, _add_libraries, _add_package):
        step()
        if path := executable():
            return path
    raise SystemExit(NONE_FOUND)


def _playwrights_own() -> str | None:
    path = _playwrights_path()
    return path if runs(path) else None


def _playwrights_path() -> str:
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def _look() -> None:
    """An installed browser needs nothing."""


def _download() -> None:
    _attempt(180, sys.executable, "-m", "playwright", "install", "--no-shell", "chromium")


def _add_libraries() -> None:
    if Path(_playwrights_path()).exists():
        _attempt(300, *_as_root(), sys.executable, "-m", "playwright", "install-deps", "chromium")


def _add_package() -> None:
    _install_package("chromium")


def _install_package(name: str) -> None:
    apt = (*_as_root(), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq")
    _attempt(120, *apt, "update")
    _attempt(480, *apt, "install", "--yes", "--no-install-recommends", name)


def _as_root() -> tuple[str, ...]:
    return () if os.geteuid() == 0 else ("sudo", "-n")


def _attempt(seconds: int, *command: str) -> None:
    """Run a command that may fail; coreutils' timeout also ends its child processes."""
    print("+", *command, flush=True)
    try:
        code = subprocess.run(["timeout", "-k", "10", str(seconds), *command], check=False).returncode
    except OSError as error:
        code = error.errno
    if code:
        print(f"  did not succeed (status {code})", flush=True)


if __name__ == "__main__":
    print("Chromium for the browser tests:", install())
