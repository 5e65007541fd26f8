"""Finding and installing the browser, with stand-ins on the PATH."""

import pytest

from tests.browser import chromium


def put(folder, name, script):
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A PATH with stand-ins only, without Playwright's browser."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "driver_starts", lambda: True)
    monkeypatch.setattr(chromium, "_playwrights_own", lambda: None)
    monkeypatch.setattr(chromium, "_playwrights_path", lambda: str(tmp_path / "none"))
    return tmp_path


def test_first_that_runs_is_taken(path):
    put(path, "chromium", "exit 1")  # as Ubuntu's package without the snap
    chrome = put(path, "google-chrome", "exit 0")
    assert chromium.executable() == chrome


def test_own_download_comes_after_the_installed_ones(path, monkeypatch):
    monkeypatch.setattr(chromium, "_playwrights_own", lambda: "/own")
    assert chromium.executable() == "/own"
    installed = put(path, "chromium", "exit 0")
    assert chromium.executable() == installed


def test_steps_are_taken_in_order_until_one_leads_to_a_browser(path, monkeypatch):
    taken = []

    def attempt(seconds, *command):
        taken.append(command)
        if "chromium" in command and "apt-get" in command:
            put(path, "chromium", "exit 0")

    monkeypatch.setattr(chromium, "_attempt", attempt)
    assert chromium.install() == str(path / "chromium")
    assert [("playwright" in command, "update" in command) for command in taken] == [
        (True, False),
        (False, True),
        (False, False),
    ]


def test_nothing_to_do_where_one_is_installed(path, monkeypatch):
    put(path, "chromium", "exit 0")
    monkeypatch.setattr(chromium, "_attempt", pytest.fail)
    chromium.install()


def test_failure_says_what_to_do(path, monkeypatch):
    monkeypatch.setattr(chromium, "_attempt", lambda *_: None)
    with pytest.raises(SystemExit, match="Install one, or put an executable named chromium on the PATH"):
        chromium.install()


def test_library_of_playwright_itself_is_added_first(path, monkeypatch):
    put(path, "chromium", "exit 0")
    taken = []
    monkeypatch.setattr(chromium, "driver_starts", lambda: bool(taken))
    monkeypatch.setattr(chromium, "_attempt", lambda _, *command: taken.append(command[-1]))
    chromium.install()
    assert taken == ["update", "libatomic1"]


def test_playwright_that_cannot_start_says_what_to_do(path, monkeypatch):
    monkeypatch.setattr(chromium, "driver_starts", lambda: False)
    monkeypatch.setattr(chromium, "_attempt", lambda *_: None)
    with pytest.raises(SystemExit, match="Install the package libatomic1"):
        chromium.install()
