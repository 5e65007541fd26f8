"""Cards of Home: one click from every room."""

import re

import pytest
from playwright.sync_api import expect

from pages.shared import contents
from pages.shared.words import read
from tests.browser.visit import MAIN, expect_address, expect_settings, settle
from tests.house import ROOT

SHIFT = read(ROOT / "pages/shift.md")

LINK = {"d_model": 64, "length": 32, "base": 500, "scale": 2}
QUERY = "&".join(f"{name}={value}" for name, value in LINK.items())
DOORS = [record.title for record in contents.SECTIONS["Sinusoidal"].values()]


def enter(page, title):
    page.locator(f"{MAIN} .rooms a").filter(has=page.get_by_text(title, exact=True)).click()
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)  # the script of the charts is large
    settle(page)


@pytest.mark.parametrize("title", DOORS[:2])
def test_a_door_keeps_the_settings(open_room, title):
    page = open_room(f"?{QUERY}")
    enter(page, title)
    expect_settings(page, **LINK)
    expect_address(page, **LINK)


def test_why_sine_and_cosine_is_answered_within_two_clicks(open_room):
    page = open_room()
    enter(page, "Shift")
    metric = page.get_by_test_id("stMetric").filter(has_text=SHIFT["Sines: label"])
    expect(metric.get_by_test_id("stMetricValue")).to_have_text(re.compile(r"0\.\d+"))
