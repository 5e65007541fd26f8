"""Files made on demand stay while a browser may still ask for them; no server is needed for that."""

from pathlib import PurePosixPath

import pytest
from streamlit.runtime import media_file_manager
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.media_file_storage import MediaFileStorageError
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from components.kit import streamlit_internals
from pages.take_away import offer

assert offer  # it sets the limits


@pytest.fixture
def storage():
    return MemoryMediaFileStorage("/media")


@pytest.fixture
def manager(storage):
    return MediaFileManager(storage)


@pytest.fixture
def at(monkeypatch):
    """Set the session that runs, and the clock: `at("one", 3)`."""

    def become(session, seconds=0):
        monkeypatch.setattr(media_file_manager, "_get_session_id", lambda: session)
        monkeypatch.setattr(streamlit_internals.time, "monotonic", lambda: 1e6 + seconds)

    return become


def run(manager, content=None):
    """A run of the session; it offers a file if there is one."""
    manager.clear_session_refs()
    button = manager.add_deferred(lambda: content, "text/csv", "1.2") if content else None
    manager.remove_orphaned_files()
    return button


def size(storage):
    return sum(file.content_size for file in storage._files_by_id.values())


def test_a_file_outlives_the_runs_of_others(manager, storage, at):
    at("one")
    file_name = PurePosixPath(manager.execute_deferred(run(manager, b"1,2"))).name
    for number in range(20):
        at(f"reader {number}", 5)
        run(manager, b"3,4")
    assert storage.get_file(file_name).content == b"1,2"
    for seconds in (500, 501):
        at("reader 0", seconds)
        run(manager)
    with pytest.raises(MediaFileStorageError):
        storage.get_file(file_name)


def test_a_button_outlives_the_runs_of_others_while_its_own_session_runs(manager, at):
    at("one")
    button = run(manager, b"1,2")
    manager.clear_session_refs()  # its next run has begun
    at("two", 1)
    run(manager)
    assert manager.execute_deferred(button)
    at("one", 2)
    run(manager, b"5,6")
    with pytest.raises(MediaFileStorageError):  # another button stands in its place
        manager.execute_deferred(button)


def test_buttons_of_sessions_that_ended_are_dropped(manager, at):
    at("one")
    run(manager, b"1,2")
    manager.clear_session_refs()
    at("two", 1000)
    run(manager)
    assert not manager._deferred_callables


def test_all_kept_files_together_stay_below_the_bound(manager, storage, at):
    at("one")
    for number in range(30):
        content = bytes([number]) * 10_000_000
        manager.execute_deferred(run(manager, content))
    for _ in range(3):
        run(manager)
    assert 50_000_000 < size(storage) <= 64_000_000
