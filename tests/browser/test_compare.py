"""The room Compare in Chromium: curves, the clickable timeline, lessons by link."""

from playwright.sync_api import expect

from core.schemes import SCHEMES
from tests.browser.visit import CHART, click_in_chart, expect_address, settle

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
