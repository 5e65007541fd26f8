"""Files of a picture, created in the page and opened from disk."""

import math
import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from tests.browser.visit import TOUCH_PHONE, go, settle

SVG = "{http://www.w3.org/2000/svg}"
PHONE = {**TOUCH_PHONE, "device_scale_factor": 3}
HAS_INK = """() => {
  const host = document.getElementById("picture"), root = host.shadowRoot ?? host;
  const canvas = root.querySelector("canvas"), lines = root.querySelectorAll(".scatterlayer path.js-line").length;
  const inked = (sheet) => sheet.getContext("2d").getImageData(0, 0, sheet.width, sheet.height).data.some(Boolean);
  return canvas ? inked(canvas) : lines > 0;
}"""


def take(page, name, folder):
    """Click a button that downloads a file; its path."""
    with page.expect_download() as download:
        page.get_by_role("button", name=name, exact=True).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


@pytest.fixture
def prepare(app, new_page):
    """Open a room and its expander “Take it with you”."""

    def open_room(path, **options):
        page = go(new_page(**options), f"{app}/{path}")
        page.get_by_role("radio", name="Picture").click()
        expect(page.get_by_role("button", name="SVG", exact=True)).to_be_visible()
        settle(page)
        return page

    return open_room


@pytest.mark.parametrize(
    ("path", "words", "scheme", "device"),
    [
        ("waves?dims=0%2C1&position=7", {"dim 0 · sin  ", "position (tokens)", "7"}, "light", {}),
        ("similarity", {"dot product", "offset k (tokens)"}, "dark", {}),
        ("matrix", {"position (tokens)", "column 45: "}, "light", PHONE),
    ],
)
def test_a_picture_becomes_a_drawing_a_print_and_a_page(prepare, new_page, tmp_path, path, words, scheme, device):
    page = prepare(path, color_scheme=scheme, **device)
    expect(page.get_by_role("button", name="SVG", exact=True)).to_be_in_viewport()  # as it opened below the row
    drawing = ElementTree.parse(take(page, "SVG", tmp_path)).getroot()
    texts = {"".join(text.itertext()): text.get("textLength") for text in drawing.iter(f"{SVG}text")}
    assert words <= texts.keys()
    assert all(texts[text] for text in words if len(text) > 1)  # as wide in another font
    assert drawing.findtext(f"{SVG}title") == page.locator("h1").inner_text()
    heading, settings = ("".join(text.itertext()) for text in drawing.findall(f"{SVG}text")[:2])
    assert heading.partition(":")[0] == page.locator("h1").inner_text()
    assert {"length 128", "base 10,000"} <= {*settings.split(" · ")}
    assert len(drawing.findtext(f"{SVG}desc")) > 40
    assert drawing.findtext(f"{SVG}metadata") == page.url
    ground = drawing.find(f"{SVG}rect").get("fill")
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(17, 21, 27)"}[scheme]
    head = take(page, "PNG", tmp_path).read_bytes()[:24]
    size = [int.from_bytes(head[start : start + 4]) for start in (16, 20)]
    density = max(2, device.get("device_scale_factor", 1))
    assert size == [density * int(drawing.get(side)) for side in ("width", "height")]
    images = list(drawing.iter(f"{SVG}image"))
    assert images or not path.startswith("matrix")
    for image in images:  # made smaller, its pixels are mixed
        assert ("pixelated" in image.get("style", "")) == (not device)
    alone = new_page(offline=True)
    alone.goto(take(page, "HTML", tmp_path).as_uri())
    alone.wait_for_function(HAS_INK)
    assert all(url.startswith(("file:", "data:", "blob:")) for url in alone.witness.requests)
    assert alone.locator("tbody tr").count() > 50
    assert "@misc{vaswani2017attention" in alone.locator("pre").inner_text()


def test_what_is_taken_of_playing_clocks_stands_where_they_last_rested(prepare, new_page, tmp_path):
    page = prepare("clocks")
    readout = page.locator(".clocks .readout output")
    expect(page.locator(".clocks[data-playing=true]")).to_be_visible()
    expect(readout).not_to_have_text(re.compile(r"7(\.\d)?$"))
    page.get_by_role("radio", name="Data").click()
    settle(page)
    rows = take(page, "CSV", tmp_path).read_text("utf-8").splitlines()
    turns = float(dict(zip(rows[0].split(","), rows[1].split(","), strict=True))["turns so far"])
    assert turns == pytest.approx(7 / math.tau)  # pair 0 turns by 1 radian a token
    page.get_by_role("radio", name="Code").click()
    expect(page.get_by_test_id("stCode").first).to_contain_text(re.compile(r"position = 7\b"))
    page.get_by_role("radio", name="Picture").click()
    settle(page)  # the script of the buttons has started
    drawing = ElementTree.parse(take(page, "SVG", tmp_path)).getroot()
    texts = ["".join(text.itertext()) for text in drawing.iter(f"{SVG}text")]
    assert {"7", f"{turns:.2f} turns"} <= set(texts)
    expect(page.locator(".clocks[data-playing=true]")).to_be_visible()  # they play on
    alone = new_page(offline=True)
    alone.goto(take(page, "HTML", tmp_path).as_uri())
    value = alone.locator("#picture .readout output")
    expect(value).to_have_text("7")
    alone.locator("#picture .on").click()
    expect(value).to_have_text("8")
