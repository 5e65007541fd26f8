"""Home: without Plotly, and one click from every room."""

import re

import pytest
from playwright.sync_api import expect

from pages.shared import contents
from tests.browser.visit import MAIN, expect_address, expect_settings, settle

LINK = {"d_model": 64, "length": 32, "base": 500, "scale": 2}
QUERY = "&".join(f"{name}={value}" for name, value in LINK.items())
DOORS = [record.title for record in contents.SECTIONS["Sinusoidal"].values()]


def enter(page, title):
    page.locator(f"{MAIN} [data-testid=stPageLink]").filter(has_text=title).get_by_role("link").click()
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)  # the script of the charts is large
    settle(page)


@pytest.mark.parametrize("title", DOORS[:2])
def test_a_door_keeps_the_settings(open_room, title):
    page = open_room(f"?{QUERY}")
    enter(page, title)
    expect_settings(page, **LINK)
    expect_address(page, **LINK)


def test_home_asks_for_no_plotly_and_shows_both_differences(open_room):
    page = open_room()
    expect(page.get_by_role("heading", name="Without position: difference 0")).to_be_visible()
    expect(page.get_by_role("rowheader", name="cat")).to_have_count(2)
    strips = page.locator(f"{MAIN} td div[aria-hidden=true]")
    expect(strips).to_have_count(36)
    assert all("linear-gradient" in strip.evaluate("e => e.style.background") for strip in strips.all())
    assert not [url for url in page.witness.requests if re.search("plotly", url, re.IGNORECASE)]


def test_why_sine_and_cosine_is_answered_within_two_clicks(open_room):
    page = open_room()
    enter(page, "Shift")
    metric = page.get_by_test_id("stMetric").filter(has_text="sines only")
    expect(metric.get_by_test_id("stMetricValue")).to_have_text(re.compile(r"0\.\d+"))
