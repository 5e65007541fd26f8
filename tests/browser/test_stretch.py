"""The Stretch room in Chromium."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from core.scaling.linear import RULE as LINEAR
from pages.shared.words import read, sections
from tests.browser.test_model import open_view
from tests.browser.visit import CHART, MAIN, click_in_chart, expect_address, expect_changed, remember, settle
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


def test_the_default_view_is_red_without_a_rule_and_each_rule_removes_it(open_room):
    page = open_room("stretch")
    shares = {"Unscaled": "17.7%", "Linear": "0%", "NTK": "5.6%", "YaRN": "0%"}
    expect(strips(page)).to_have_text([WORDS("Strip", name=name, share=share) for name, share in shares.items()])
    expect(page.locator(f"{MAIN} .heatmaplayer image")).to_have_count(4)


def test_a_link_opens_lengths_rules_pair_and_view(open_room):
    page = open_room(
        "stretch?context=8192&context=131072&base=500000&rules=Unscaled&rules=Llama+3&at_pair=40"
        "&stretch_view=Numbers"
    )
    expect(page.get_by_role("cell", name="18,438")).to_be_visible()  # horizon of Llama 3 before scaling
    open_view(page, "Rules")
    expect(strips(page)).to_have_count(2)
    expect(page.get_by_text(said(WORDS["Linked"], complete=35, pairs=64))).to_be_visible()
    further(page, "One pair")
    expect(page.get_by_role("spinbutton", name="pair")).to_have_value("40")


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


def test_every_view_is_one_click_away(open_room):
    page = open_room("stretch")
    for name, text in {
        "What each rule does": said(next(iter(sections(LINEAR.explanation).values()))),
        "YaRN’s two ramps": heading(WORDS["Ramps"]),
        "Attention": said(WORDS["Attention"]),
        "Cached keys": said(WORDS["Cached"], effective=57),
        "Numbers": "13,649",
    }.items():
        further(page, name)
        expect(page.get_by_text(text).first).to_be_visible()
        expect_address(page, stretch_view={"What each rule does": "Rules"}.get(name, name))


def test_the_phone_does_not_scroll_sideways(new_page, app):
    page = new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{app}/stretch?stretch_view=Numbers")
    expect(page.get_by_text("13,649").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
