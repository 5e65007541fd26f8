"""The room Compare in Chromium: curves, the clickable timeline, lessons by link."""

from playwright.sync_api import expect

from core.schemes import SCHEMES
from pages.shared.words import read
from tests.browser.visit import CHART, click_in_chart, expect_address, expect_changed, open_more, remember, settle
from tests.house import ROOT
from tests.said import said

WORDS = read(ROOT / "pages/compare.md")

BY_FAMILY = [  # points of the timeline stand in the order of their families
    scheme.name
    for family in dict.fromkeys(scheme.family for scheme in SCHEMES.values())
    for scheme in SCHEMES.values()
    if scheme.family == family
]


def lesson(page, name):
    return page.get_by_role("heading", name=f"{name}, {SCHEMES[name].year}")


def click_point(page, name):
    points = page.locator(CHART).first.locator(".scatterlayer .point")
    expect(points).to_have_count(len(SCHEMES))
    point = points.nth(BY_FAMILY.index(name))
    point.scroll_into_view_if_needed()
    box = point.bounding_box()
    click_in_chart(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def names_at_the_ends(page):
    chart = page.locator(CHART).first
    chart.scroll_into_view_if_needed()  # charts are drawn when they come near the screen
    expect(chart.locator(".annotation-text").first).to_be_visible()
    return chart.locator(".annotation-text").all_text_contents()


def test_a_link_opens_its_schemes(open_room):
    page = open_room("compare?schemes=KERPLE&schemes=xPos&head=2")
    assert sorted(names_at_the_ends(page)) == ["KERPLE", "xPos"]
    open_more(page)
    expect(page.get_by_text(said(WORDS["Drawn: bias"], head=2, heads=8))).to_be_visible()


def test_a_click_on_the_timeline_opens_the_lesson_and_stays_in_the_address(open_room):
    page = open_room("compare?compare_view=Timeline")
    expect(lesson(page, "RoPE")).to_be_visible()
    for name in ("Shaw", "FIRE", "sinusoidal"):
        click_point(page, name)
        expect_address(page, lesson=name)
        expect(lesson(page, name)).to_be_visible()
        settle(page)


def test_the_keyboard_walks_the_timeline(open_room):
    page = open_room("compare?lesson=T5")
    expect(lesson(page, "T5")).to_be_visible()
    page.get_by_role("combobox", name="Explain").fill("ALiBi")
    page.keyboard.press("Enter")
    expect_address(page, lesson="ALiBi")
    expect(lesson(page, "ALiBi")).to_be_visible()


def test_another_head_is_another_curve(open_room):
    page = open_room("compare")
    remember(page, graphics_only=True)
    page.get_by_role("slider", name="head of the biases").press("ArrowLeft")
    expect_address(page, head=3)
    expect_changed(page)


def test_taking_a_scheme_away_takes_its_curve_away(open_room):
    page = open_room("compare")
    remember(page, graphics_only=True)
    page.get_by_role("button", name="Remove T5").or_(page.get_by_label("Remove T5")).first.click()
    expect_changed(page)
    assert "T5" not in names_at_the_ends(page)
