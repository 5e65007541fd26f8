"""The Images room in Chromium."""

import json

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from core.beyond_text.patch_maps import FEATURES, LEARNED, patch_maps
from tests.browser.module import run
from tests.browser.visit import MAIN, await_drawing, expect_address
from tests.patterns import on_screen, page_words

WORDS = page_words("images")

LIKE = """
const {rows, columns, features, arrays, row, column} = inputs;
const data = {grid_rows: rows, grid_columns: columns, features, ...arrays};
return Object.keys(arrays).map((scheme) => {
  const values = module.likeness(data, scheme, row, column);
  return [Array.from(values), module.beside(values, columns, row, column)];
});"""


def test_pointing_and_arrow_keys_choose_a_patch_for_every_map(open_room):
    page = open_room("images?resolution=10")
    picture = page.locator(f"{MAIN} .picture canvas")
    notes = page.locator(f"{MAIN} .map span")
    expect(picture).to_have_attribute("data-patch", "5 5")
    before = notes.all_inner_texts()
    box = picture.bounding_box()
    picture.click(position={"x": 0.05 * box["width"], "y": 0.95 * box["height"]})
    expect(picture).to_have_attribute("data-patch", "9 0")
    picture.press("ArrowUp")
    picture.press("ArrowRight")
    expect(picture).to_have_attribute("data-patch", "8 1")
    expect_address(page, patch_y=0.85, patch_x=0.15)
    maps = patch_maps(10, 10)
    likenesses = [maps.likeness(scheme, (8, 1)) for scheme in FEATURES]
    texts = [f"the patch beside: {each.neighbour:.3f}".replace("-", "−") for each in likenesses]
    assert texts != before
    expect(notes).to_have_text(texts)
    await_drawing(page)
    page.locator(f"{MAIN} .map canvas").first.click(position={"x": 3, "y": 3})
    expect(picture).to_have_attribute("data-patch", "0 0")
    expect_address(page, patch_y=0.05, patch_x=0.05)


def test_a_readers_photograph_is_decoded_turned_and_made_small_in_the_browser(open_room, tmp_path):
    photograph = Image.new("RGB", (400, 900), (200, 30, 30))
    turned = Image.Exif()
    turned[0x0112] = 6  # which side of it is up
    photograph.save(tmp_path / "turned.jpg", exif=turned)
    (tmp_path / "letter.png").write_text("Dear reader")
    page = open_room("images")
    page.get_by_role("button", name=WORDS["Upload"]).click()
    page.locator("input[type=file]").set_input_files(tmp_path / "turned.jpg")
    expect(page.get_by_text(on_screen(WORDS("Upload: read", width=160, height=71)))).to_be_visible()
    page.locator("input[type=file]").set_input_files(tmp_path / "letter.png")
    expect(page.locator(MAIN)).to_contain_text("file must be a picture that your browser can show")


@pytest.mark.parametrize("patch", [(0, 0), (2, 3)])
def test_the_browser_finds_what_core_computes(page, patch):
    maps = patch_maps(3, 5)
    arrays = {scheme: values.ravel().tolist() for scheme, values in maps.by_offset.items()}
    arrays[LEARNED] = maps.rows.ravel().tolist()
    inputs = {"rows": 3, "columns": 5, "features": {LEARNED: 64}, "arrays": arrays}
    likenesses = run(page, "patches", LIKE, row=patch[0], column=patch[1], **json.loads(json.dumps(inputs)))
    for scheme, (values, beside) in zip(arrays, likenesses, strict=True):
        expected = maps.likeness(scheme, patch)
        np.testing.assert_allclose(values, expected.values.ravel(), atol=1e-12)
        assert beside == pytest.approx(expected.neighbour)
