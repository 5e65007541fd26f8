"""The room Add or concatenate in Chromium: default view, pictures, a change while it computes."""

from playwright.sync_api import expect

from core.words.read_back import Way, read_back
from pages.shared.words import read
from tests.browser.visit import MAIN, expect_address, expect_changed, remember, settle, slider
from tests.house import ROOT
from tests.said import said

WORDS = read(ROOT / "pages/concatenate.md")


def main(page):
    return page.locator(MAIN)


def seed(page):
    return page.get_by_label("Seed", exact=True)


def expect_reading(page, number):
    """Wait until the text has the shares that core measures for this seed."""
    added = read_back(Way.ADDED, 8, seed=number)
    expect(main(page)).to_contain_text(said(WORDS["Read back"], added_8=added))


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
