"""Uploads: names that no file system has, and the limit of all files together."""

import tracemalloc
from copy import deepcopy
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec

from components.kit.streamlit_internals import TOO_MUCH
from pages.shared import upload
from pages.shared.verbatim import markdown
from tests.pages.uploads import uploaded
from tests.readers_text import TEXTS
from tests.support.tables import npy, npz

NAMES = ["a\0.npy", "a.npy\0", "\0", "", "a.exe", "a\nb.npy", "\u202egpj.npy", "x" * 5000 + ".npy"]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_ends_the_room(name):
    app = uploaded(name, npy(np.eye(4)))
    for _ in range(2):
        assert app.title
        app.run()
    app.file_uploader[0].upload("good.npy", npy(np.eye(9))).run()
    assert any("9 positions" in text.value for text in app.markdown)


def record(number, size):
    return UploadedFileRec(str(number), "a.npy", "", bytes(size))


def test_files_of_a_session_and_of_a_server_are_added_up():
    storage, size = MemoryUploadedFileManager(""), upload.SESSION_BYTES // 2
    for number in range(10):
        storage.add_file("one", record(number, size))
    assert storage._total_bytes <= upload.SESSION_BYTES
    assert [file.type for file in storage.get_files("one", ["1", "2"])] == ["", TOO_MUCH]
    for number in range(20):
        storage.add_file(f"session {number}", record(0, size))
    assert storage._total_bytes <= upload.SERVER_BYTES
    storage.remove_session_files("session 0")
    storage.add_file("next", record(0, size))
    (last,) = storage.get_files("next", ["0"])
    assert last.type == ""


def test_a_run_takes_the_file_itself_and_no_copy():
    file = record(1, 100)
    uploaded_file = deepcopy(UploadedFile(file, None))  # as in each run
    assert upload.as_file(uploaded_file).data is file.data


def test_a_file_in_the_place_of_another_is_not_added_to_it():
    storage = MemoryUploadedFileManager("")
    for _ in range(5):
        storage.add_file("one", record(0, upload.SESSION_BYTES))
    assert storage.get_files("one", ["0"])[0].type == ""


def test_a_session_may_not_hold_any_number_of_files():
    storage = MemoryUploadedFileManager("")
    for number in range(3 * upload.SESSION_FILES):
        storage.add_file("one", record(number, 0))
    assert len(storage.file_storage["one"]) == upload.SESSION_FILES
    assert storage.get_files("one", [str(3 * upload.SESSION_FILES - 1)])


def test_the_name_of_a_file_that_is_one_too_many_is_text():
    file = SimpleNamespace(type=TOO_MUCH, name=TEXTS[3], file_id="1", getvalue=bytes)
    assert markdown(TEXTS[3]) in upload.as_file(file).refusal


def test_what_an_archive_unpacks_to_ends_with_the_run():
    packed = npz(table=np.zeros((19_000, 1000), "i1"))
    uploaded("a.npz", packed, learned_view="Table")  # imports
    tracemalloc.start()
    try:
        app = uploaded("a.npz", packed, learned_view="Table")
        assert app.title
        assert tracemalloc.get_traced_memory()[0] < 10e6
        assert tracemalloc.get_traced_memory()[1] > 19e6
    finally:
        tracemalloc.stop()
