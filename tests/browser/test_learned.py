"""The room Learned in Chromium: files that are read and files that are refused."""

import io
import json
import pickle
import struct
import zipfile
from urllib.parse import urlsplit

import numpy as np
from playwright.sync_api import expect

from pages.shared.words import read
from tests.browser.visit import CHART, MAIN, expect_address, expect_changed, go, remember, settle
from tests.deploy import machine
from tests.house import ROOT
from tests.said import said

WORDS = read(ROOT / "pages/learned.md")
MB = 10**6
VALUES = np.random.default_rng(0).normal(size=(12, 5)).astype("f4")


def npy(values, **options):
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.asanyarray(values), **options)
    return stream.getvalue()


def npz(**arrays):
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def promise(rows):
    """The header of an .npy file without its rows."""
    text = repr({"descr": "<f4", "fortran_order": False, "shape": (rows, 64)}).encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text


def safetensors(shape, numbers):
    header = {"wpe": {"dtype": "F32", "shape": shape, "data_offsets": [0, len(numbers)]}}
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + numbers


def bomb():
    """200 MB of zeros in 200 kB."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("wpe.npy", "w") as member:
        member.write(npy(np.zeros((50_000, 1000), np.float32)))
    return stream.getvalue()


def upload(page, name, data):
    """Upload a file, and wait until the room is complete and the uploader is closed."""
    field = page.locator("input[type=file]")
    if not field.count():
        page.get_by_role("button", name=WORDS["Upload"]).click()
    remember(page)
    field.set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": data})
    expect_changed(page)
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)


def main(page):
    return page.locator(MAIN)


OWN = said(WORDS["Upload: read"], length=12, d_model=5)
GOOD = {
    "npy": ("table.npy", npy(VALUES)),
    "npz": ("table.npz", npz(wpe=VALUES)),
    "csv": ("table.csv", "\n".join(",".join(map(str, row)) for row in VALUES).encode()),
    "safetensors": ("table.safetensors", safetensors([12, 5], VALUES.tobytes())),
}


def test_a_file_of_every_format_is_shown(open_room):
    page = open_room("learned")
    for number, (name, data) in enumerate(GOOD.values(), start=1):
        if number > 1:  # another table in between, so that each upload changes the room
            upload(page, f"wider{number}.npy", npy(np.ones((3, number))))
            expect(main(page)).to_contain_text(said(WORDS["Upload: read"], length=3, d_model=number))
        upload(page, name, data)
        expect(main(page)).to_contain_text(OWN)
    expect(page.locator(CHART)).to_have_count(2)
    page.get_by_role("link", name="Table", exact=True).click()
    expect_address(page, learned_view="Table")
    settle(page)
    expect(main(page)).to_contain_text(said(WORDS["Table"], last=11))
    expect(main(page)).to_contain_text(OWN)


HOSTILE = {
    "pickle": ("h.npy", lambda: pickle.dumps({"a": 1}), "h.npy is a pickle, which could run code;"),
    "pickle in an array": (
        "h.npy",
        lambda: npy(np.array([[{}]], object), allow_pickle=True),
        "h.npy holds a pickle, which could run code; only plain arrays are read.",
    ),
    "zip bomb": ("h.npz", bomb, "h.npz would unpack to 200 MB; 20 MB are the most."),
    "10^12 rows": ("h.npy", lambda: promise(10**12), "h.npy promises 1,000,000,000,000 × 64 numbers of 4 bytes"),
    "10^12 rows of safetensors": (
        "h.safetensors",
        lambda: safetensors([10**12, 64], bytes(8)),
        "h.safetensors: wpe promises 1,000,000,000,000 × 64 numbers",
    ),
    "NaN": ("h.npy", lambda: npy(np.where(np.eye(3), np.nan, 1)), "h.npy holds nan in row 0, column 0"),
    "wrong rank": (
        "h.npy",
        lambda: npy(np.zeros((2, 3, 4))),
        "h.npy has the shape 2 × 3 × 4; a table has two axes",
    ),
    "ragged text": ("h.csv", lambda: b"1,2\n3,4,5\n", "h.csv has 3 cells in line 2, but 2 in the first."),
    "noise": ("h.safetensors", lambda: bytes(range(256)), "h.safetensors promises a header of"),
    "markup for a name": ("<b>[x](y)`z`.csv", lambda: b"", "<b>[x](y)`z`.csv is empty."),
}


def test_hostile_files_do_not_grow_the_server(serve, page):
    url = serve()
    go(page, f"{url}/learned")
    upload(page, *GOOD["npz"])  # imports are done by now
    before = peak_memory(url)
    for name in ("pickle", "zip bomb", "10^12 rows", "10^12 rows of safetensors", "NaN", "ragged text"):
        file, make, reason = HOSTILE[name]
        upload(page, file, make())
        expect(main(page)).to_contain_text(reason)
    assert peak_memory(url) - before < 20


def peak_memory(url):
    """Peak memory of the server at an address, in MB."""
    return machine.peak_memory(f"--server.port={urlsplit(url).port}")


def test_a_file_beyond_the_limit_is_refused_before_it_is_sent(open_room, tmp_path):
    page, large = open_room("learned"), tmp_path / "large.npy"
    with large.open("wb") as file:
        file.truncate(21 * MB)
    page.get_by_role("button", name=WORDS["Upload"]).click()
    page.locator("input[type=file]").set_input_files(large)
    expect(page.get_by_test_id("stFileUploader")).to_contain_text("20.0MB or smaller")
    page.keyboard.press("Escape")
    expect(main(page)).to_contain_text(said(WORDS["Sample"], length=256, d_model=64))


def test_the_axis_titles_stand_below_their_labels(open_room):
    page = open_room("learned?learned_view=Table")
    expect(page.locator(".xtitle")).not_to_have_count(0)
    for title, labels in zip(page.locator(".xtitle").all(), page.locator(".xaxislayer-above").all(), strict=True):
        label = labels.locator("text").first.bounding_box()
        assert title.bounding_box()["y"] >= label["y"] + label["height"] - 2
