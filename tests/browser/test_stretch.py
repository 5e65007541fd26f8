"""The Stretch room in Chromium."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from pages.shared.words import read
from tests.browser.visit import CHART, MAIN, click_in_chart, expect_changed, remember, settle
from tests.house import ROOT
from tests.said import heading, said

WORDS = read(ROOT / "pages/stretch.md")


def further(page, label):
    """Open a view under "More", which stays open."""
    links = page.get_by_role("navigation", name="Further views")
    if not links.is_visible():
        page.get_by_text(read(ROOT / "pages/shared/room.md")["More"]).click()
    links.get_by_role("link", name=label, exact=True).click()
    settle(page)


def strips(page):
    """Titles of the coverage strips."""
    return page.locator(f"{MAIN} .annotation-text").filter(has_text=said(WORDS["Strip"]))


def chart(page, index):
    return page.locator(CHART).nth(index)


def click_at(page, index, across, down):
    """Click into a chart at a share of its width and height."""
    box = chart(page, index).bounding_box()
    click_in_chart(page, box["x"] + across * box["width"], box["y"] + down * box["height"])


def test_a_rule_is_added_and_the_keyboard_stretches_further(open_room):
    page = open_room("stretch")
    page.get_by_test_id("stButtonGroup").filter(has_text="Unscaled").get_by_text("Dynamic NTK").click()
    expect(strips(page)).to_have_count(5)
    page.wait_for_url(re.compile(r"rules=Dynamic"))
    remember(page, graphics_only=True)
    page.get_by_role("slider", name="context length").last.press("ArrowRight")
    expect(page.get_by_text(said(WORDS["Linked"], target=65_536))).to_be_visible()
    expect_changed(page)
    page.wait_for_url(re.compile(r"context=65536"))


def test_a_click_on_a_cell_or_a_curve_goes_down_to_one_pair(open_room):
    page = open_room("stretch")
    click_at(page, 0, 0.95, 0.13)  # in the strip of Unscaled
    page.wait_for_url(re.compile(r"at_pair=(5[3-9]|6\d)"))
    click_at(page, 1, 0.25, 0.25)  # in the panel of ratios
    page.wait_for_url(re.compile(r"at_pair=1?\d(&|$)"))
    pair = parse_qs(urlsplit(page.url).query)["at_pair"][0]
    further(page, "One pair")
    expect(page.get_by_role("heading", name=heading(WORDS["One pair: arc"], pair=pair, pairs=64))).to_be_visible()
    expect(page.get_by_text(said(WORDS["One pair: whole"], pairs=64))).to_be_visible()
