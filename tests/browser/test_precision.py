"""The Precision room in Chromium."""

from playwright.sync_api import expect

from pages.shared.words import read
from tests.browser.visit import CHART, MAIN, expect_address, expect_changed, open_more, remember
from tests.house import ROOT
from tests.said import said

WORDS = read(ROOT / "pages/precision.md")


def metric(page, label):
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def test_the_default_view_draws_the_collision_and_tells_errors(open_room):
    page = open_room("precision")
    expect(page.get_by_text(said(WORDS["Collided: two"], position=257, number="256"))).to_be_visible()
    expect(page.locator(f"{MAIN} .main-svg").get_by_text("257 → 256")).to_be_visible()
    expect(page.locator(f"{MAIN} .main-svg").get_by_text("256 = 257")).to_be_visible()
    cells = page.locator(CHART).nth(1).locator(".nsewdrag").first
    cells.hover(position={"x": 0.8 * cells.bounding_box()["width"], "y": 40})
    expect(page.locator(".hoverlayer").get_by_text("positions")).to_contain_text(": 1.")  # far, and a fast pair


def test_another_dtype_is_another_picture_in_the_address(open_room):
    page = open_room("precision")
    remember(page, graphics_only=True)
    page.get_by_role("radio", name="float16", exact=True).click()
    expect_address(page, dtype="float16")
    expect_changed(page)
    open_more(page)
    expect(metric(page, WORDS["Metric: counts"])).to_have_text("2,048")
