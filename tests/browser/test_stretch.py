"""The Stretch room in Chromium."""

import re

from playwright.sync_api import expect

from tests.browser.visit import CHART, MAIN, click_in_chart, expect_address, expect_changed, remember


def strips(page):
    """Titles of the coverage strips."""
    return page.locator(f"{MAIN} .annotation-text").filter(has_text="never seen")


def chart(page, index):
    return page.locator(CHART).nth(index)


def click_at(page, index, across, down):
    """Click into a chart at a share of its width and height."""
    box = chart(page, index).bounding_box()
    click_in_chart(page, box["x"] + across * box["width"], box["y"] + down * box["height"])


def test_the_default_view_is_red_without_a_rule_and_each_rule_removes_it(open_room):
    page = open_room("stretch")
    expect(strips(page)).to_have_text([
        "Unscaled: 17.7 % never seen", "Linear: 0 % never seen", "NTK: 5.6 % never seen", "YaRN: 0 % never seen",
    ])  # fmt: skip
    expect(page.locator(f"{MAIN} .heatmaplayer image")).to_have_count(4)
    expect(page.get_by_role("heading", name="Pair 52 of 64")).to_be_visible()


def test_a_link_opens_lengths_rules_pair_and_view(open_room):
    page = open_room(
        "stretch?context=8192&context=131072&base=500000&rules=Unscaled&rules=Llama+3&at_pair=40"
        "&stretch_view=Numbers"
    )
    expect(strips(page)).to_have_count(2)
    expect(page.get_by_text("35 of 64 pairs")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="pair")).to_have_value("40")
    expect(page.get_by_role("cell", name="18,438")).to_be_visible()  # horizon of Llama 3 before scaling


def test_a_rule_is_added_and_the_keyboard_stretches_further(open_room):
    page = open_room("stretch")
    page.get_by_test_id("stButtonGroup").filter(has_text="rules").get_by_text("Dynamic NTK").click()
    expect(strips(page)).to_have_count(5)
    page.wait_for_url(re.compile(r"rules=Dynamic"))
    remember(page, graphics_only=True)
    page.get_by_role("slider", name="context length").last.press("ArrowRight")
    expect(page.get_by_text("when the text grows to 65,536 tokens")).to_be_visible()
    expect_changed(page)
    page.wait_for_url(re.compile(r"context=65536"))


def test_a_click_on_a_cell_or_a_curve_goes_down_to_one_pair(open_room):
    page = open_room("stretch")
    click_at(page, 0, 0.95, 0.13)  # in the strip of Unscaled
    expect(page.get_by_role("heading", name=re.compile(r"Pair (5[3-9]|6\d) of 64"))).to_be_visible()
    assert re.search(r"at_pair=[56]\d", page.url)
    click_at(page, 1, 0.25, 0.25)  # in the panel of ratios
    expect(page.get_by_role("heading", name=re.compile(r"Pair 1?\d of 64"))).to_be_visible()
    expect(page.get_by_text("nothing can be new to it")).to_be_visible()


def test_every_view_is_one_click_away(open_room):
    page = open_room("stretch")
    for name, text in {
        "Rules": "Divides every frequency by the factor",
        "YaRN’s two ramps": "One name, two ramps",
        "Attention": "Random scores of variance 1",
        "Cached keys": "effective factor of 57",
        "Numbers": "13,649",
    }.items():
        page.get_by_role("tab", name=name).click()
        expect(page.get_by_text(text).first).to_be_visible()
        expect_address(page, stretch_view=name)


def test_the_phone_does_not_scroll_sideways(new_page, app):
    page = new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{app}/stretch?stretch_view=Numbers")
    expect(page.get_by_text("13,649").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
