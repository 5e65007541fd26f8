"""The room Add or concatenate in Chromium: default view, pictures, a change while it computes."""

from playwright.sync_api import expect

from core.words.energy import vector_lengths
from core.words.read_back import Way, read_back
from core.words.survival import survival
from pages.shared.words import read
from tests.browser.visit import CHART, MAIN, expect_address, expect_changed, remember, settle, slider
from tests.house import ROOT
from tests.said import said

MORE = read(ROOT / "pages/shared/room.md")["More"]
WORDS = read(ROOT / "pages/concatenate.md")


def main(page):
    return page.locator(MAIN)


def metric(page, label):
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def seed(page):
    return page.get_by_label("Seed", exact=True)


def expect_reading(page, number):
    """Wait until the text has the shares that core measures for this seed."""
    added = read_back(Way.ADDED, 8, seed=number)
    expect(main(page)).to_contain_text(said(WORDS["Read back"], added_8=added))


def test_the_default_view_makes_its_point_untouched(open_room):
    page = open_room("concatenate")
    expect(main(page)).to_contain_text(said(WORDS["Read back: wide"], width=256))
    expect_reading(page, 0)
    expect(page.locator(CHART)).to_have_count(1)
    expect(page.get_by_test_id("stProgress")).to_have_count(0)


def test_seed_and_base_change_the_measurement_and_stand_in_the_address(open_room):
    page = open_room("concatenate")
    remember(page)
    seed(page).fill("41")
    seed(page).press("Enter")
    expect_changed(page)
    expect_reading(page, 41)
    expect_address(page, seed=41)
    page.reload()
    settle(page)
    expect_reading(page, 41)
    remember(page)
    slider(page, "base").press("Home")
    expect_changed(page)


def test_a_new_choice_while_it_computes_wins(open_room):
    page = open_room("concatenate")
    for number in (901, 902, 903):
        seed(page).fill(str(number))
        seed(page).press("Enter")
    expect_address(page, seed=903)
    expect_reading(page, 903)
    settle(page)
    expect_reading(page, 903)
    expect(page.get_by_test_id("stProgress")).to_have_count(0)


def test_swamp_tells_the_lengths_of_the_readers_setting(open_room):
    page = open_room("concatenate?probes=Swamp&d_model=64&length=48")
    found = vector_lengths(48, 64)
    expect(main(page)).to_contain_text(said(WORDS["Swamp"], d_model=64, found=found))
    page.get_by_text(MORE).click()
    expect(metric(page, WORDS["Length of the encoding"])).to_have_text(f"{found.encoding:.3g}")  # √32 = 5.66
    expect(metric(page, WORDS["Angle"])).to_have_text(WORDS("Angle: value", found=found))


def test_layers_tell_what_survives(open_room):
    page = open_room("concatenate")
    page.get_by_text(MORE).click()
    page.get_by_role("link", name="Layers", exact=True).click()
    expect_address(page, probes="Layers")
    lost = survival(residual=False, scaled=False)
    expect(main(page)).to_contain_text(said(WORDS["Layers"], lost=lost))
    settle(page)


def test_one_token_is_told_that_nothing_varies(open_room):
    page = open_room("concatenate?probes=Swamp&length=1")
    expect(page.get_by_test_id("stAlert")).to_contain_text(WORDS["One token"])


def test_another_rooms_picture_is_no_trouble_here(open_room):
    page = open_room("similarity?picture=Gram+matrix")
    remember(page)
    page.get_by_test_id("stTopNav").get_by_role("button", name="Words").click()
    page.get_by_role("menuitem", name=WORDS["Title"], exact=True).click()
    page.get_by_role("link", name=WORDS["Tab: Read back"], exact=True).click()
    settle(page)
    expect(main(page)).to_contain_text(said(WORDS["Read back"]))


def test_the_table_has_a_row_for_every_measurement(open_room):
    page = open_room("concatenate")
    page.get_by_test_id("stButtonGroup").get_by_text("Data").click()
    expect(page.get_by_test_id("stDataFrame")).to_be_visible()
