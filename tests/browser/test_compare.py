"""The Compare room in Chromium: curves, the clickable timeline, lessons by link."""

from playwright.sync_api import expect

from core.schemes import SCHEMES
from tests.browser.visit import CHART, expect_address, expect_changed, remember


def lesson(page, name):
    return page.get_by_role("heading", name=f"{name}, {SCHEMES[name].year}")


def names_at_the_ends(page):
    return page.locator(CHART).first.locator(".annotation-text").all_text_contents()


def test_a_link_opens_its_schemes_and_its_lesson(open_room):
    page = open_room("compare?schemes=KERPLE&schemes=xPos&lesson=T5&head=2")
    assert sorted(names_at_the_ends(page)) == ["KERPLE", "xPos"]
    expect(lesson(page, "T5")).to_be_visible()
    expect(page.get_by_text("head 2 of 8")).to_be_visible()


def test_the_keyboard_walks_the_timeline(open_room):
    page = open_room("compare")
    chosen = page.get_by_role("radio", name="RoPE", exact=True)
    chosen.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
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


def test_the_phone_does_not_scroll_sideways(new_page, app):
    page = new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{app}/compare")
    expect(lesson(page, "RoPE")).to_be_visible(timeout=30_000)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
