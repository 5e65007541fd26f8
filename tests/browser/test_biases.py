"""The Attention biases room in Chromium."""

import pytest
from playwright.sync_api import expect

from pages.shared.words import read
from tests.browser.visit import MAIN, expect_address, expect_changed, remember
from tests.house import ROOT
from tests.said import Known, said

MORE = read(ROOT / "pages/shared/room.md")["More"]
WORDS = read(ROOT / "pages/biases.md")


def metric(page, label):
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def choose(page, group, word):
    """Press a button of a group of buttons."""
    buttons = page.get_by_test_id("stButtonGroup").filter(has_text=group)
    buttons.get_by_role("radio", name=word, exact=True).click()


def test_a_link_opens_scheme_heads_and_view(open_room):
    page = open_room("biases?scheme=T5&heads=12&direction=causal&bias_view=Buckets")
    expect(page.get_by_text(said(WORDS["Groups"], count=32))).to_be_visible()
    expect(page.get_by_role("radio", name="causal")).to_be_checked()
    expect(page.get_by_role("slider", name="heads")).not_to_be_visible()  # buckets are the same in each head
    page.get_by_role("link", name="Bias", exact=True).click()
    expect(page.get_by_role("slider", name="heads")).to_have_attribute("aria-valuetext", "12")


def test_the_default_view_rings_where_each_head_has_halved(open_room):
    page = open_room("biases")
    expect(page.get_by_text(said(WORDS["Bias: halves"], first="1.39 tokens", last="177 tokens"))).to_be_visible()
    rings = page.locator(f"{MAIN} .main-svg .scatterlayer").first.locator(".point")
    expect(rings).to_have_count(7)  # the eighth lies beyond 128 tokens


@pytest.mark.parametrize("scheme", ["T5", "FIRE"])
def test_another_scheme_is_another_picture_in_the_address(open_room, scheme):
    page = open_room("biases")
    remember(page, graphics_only=True)
    choose(page, "scheme", scheme)
    expect_address(page, scheme=scheme)
    expect_changed(page)


def test_the_scheme_s_own_parameter_changes_the_picture(open_room):
    page = open_room("biases?scheme=KERPLE")
    remember(page, graphics_only=True)
    choose(page, "kernel", "power")
    expect_address(page, kernel="power")
    expect_changed(page)
    page.get_by_text(MORE).click()
    expect(metric(page, WORDS["Shortest: label"])).to_have_text("0.173 tokens")  # ln 2 / 4


def test_the_keyboard_adds_a_head(open_room):
    page = open_room("biases")
    remember(page, graphics_only=True)
    page.get_by_role("slider", name="heads").press("ArrowRight")
    expect_address(page, heads=9)
    expect_changed(page)
    expect(page.get_by_text(said(WORDS["Bias: halves"], found=Known(heads=9)))).to_be_visible()


def test_softmax_mass_is_under_more(open_room):
    page = open_room("biases")
    page.get_by_text(MORE).click()
    page.get_by_role("link", name="Softmax mass").click()
    expect_address(page, bias_view="Softmax mass")
    expect(page.get_by_text(WORDS["Mass: axis"]).first).to_be_visible()
