"""The Attention biases room in Chromium."""

from playwright.sync_api import expect

from pages.shared.words import read
from tests.browser.visit import MAIN, expect_address, expect_changed, remember
from tests.house import ROOT

MORE = read(ROOT / "pages/shared/room.md")["More"]
WORDS = read(ROOT / "pages/biases.md")


def choose(page, group, word):
    """Press a button of a group of buttons."""
    buttons = page.get_by_test_id("stButtonGroup").filter(has_text=group)
    buttons.get_by_role("radio", name=word, exact=True).click()


def test_scheme_parameter_and_heads_change_the_picture_and_stand_in_the_address(open_room):
    page = open_room("biases")
    rings = page.locator(f"{MAIN} .main-svg .scatterlayer").first.locator(".point")
    expect(rings).to_have_count(7)  # the eighth head halves beyond 128 tokens
    remember(page, graphics_only=True)
    page.get_by_role("slider", name="heads").press("ArrowRight")
    expect_address(page, heads=9)
    expect_changed(page)
    for group, word, address in (("scheme", "KERPLE", "scheme"), ("kernel", "power", "kernel")):
        remember(page, graphics_only=True)
        choose(page, group, word)
        expect_address(page, **{address: word})
        expect_changed(page)
    page.get_by_text(MORE).click()
    page.get_by_role("link", name="Softmax mass").click()
    expect_address(page, bias_view="Softmax mass", heads=9)
    expect(page.get_by_text(WORDS["Mass: axis"]).first).to_be_visible()
