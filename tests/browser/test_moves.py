"""Five moves by a presenter's keys, and without a word of the room."""

import pytest
from playwright.sync_api import expect

from core.teach.room_address import MOVES
from tests.browser.visit import MAIN, go, settle
from tests.patterns import page_words

WORDS = page_words("teach/moves")
SIZES = {"laptop": (1280, 720), "phone": (390, 844)}


@pytest.mark.parametrize(("width", "height"), SIZES.values(), ids=SIZES)
def test_five_moves_by_the_page_keys_and_then_the_first_lesson(app, new_page, width, height):
    page = go(new_page(viewport={"width": width, "height": height}), f"{app}/?positions=on&move=1")
    for number, move in enumerate(MOVES, 1):
        expect(page.locator(f"{MAIN} h1")).to_have_text(WORDS[f"Move: {number}"])
        settle(page)
        expect(page.locator(".moves a[rel=next]")).to_be_in_viewport(ratio=1)
        expect(page.locator(f"{MAIN} :is(.stBidiComponent:not(.st-key-hand), .orders)").first).to_be_in_viewport()
        for control in move.controls:
            expect(page.locator(f".st-key-{control} .stSlider")).to_be_in_viewport()
        expect(page.locator(f"{MAIN} [data-testid=stMarkdown]:visible")).to_have_count(0)
        page.keyboard.press("PageDown")
    page.wait_for_url("**step=order.1**")
    settle(page)
