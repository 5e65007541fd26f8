"""The Tab key leaves every part of every page, and no picture takes away keys that it has no use for."""

import pytest
from playwright.sync_api import expect

from core.schemes.sinusoidal import sinusoidal
from core.teach.lesson import lessons
from core.teach.lesson_link import MOVES
from pages.shared.contents import SECTIONS
from pages.teach import moves
from pages.teach.lesson_way import link
from tests.browser import keyboard
from tests.browser.visit import go, go_on, settle, upload
from tests.pages.views import addresses
from tests.support.tables import npy

STEPS = {slug: [link(each, at) for at in range(1, len(each.steps) + 1)] for slug, each in lessons().items()}
PLACES = {
    **{section: addresses(stem for stem in stems if stem != "questions") for section, stems in SECTIONS.items()},
    "questions": ["questions", "questions?revealed=true"],  # all cards have the same controls
    "moves": [moves.address(number) for number in range(1, MOVES + 2)],
    **STEPS,
}


@pytest.mark.parametrize("places", PLACES.values(), ids=PLACES)
def test_tab_goes_through_everything_forwards_and_back(places, app, new_page):
    page, faults = go(new_page(reduced_motion="reduce"), f"{app}/"), {}
    for place in places:
        go_on(page, f"{app}/{place}")
        faults[place] = keyboard.faults(page)
    assert not any(faults.values()), faults


def test_tab_goes_through_a_readers_own_table_and_what_the_finder_found(app, new_page):
    page = go(new_page(reduced_motion="reduce"), f"{app}/learned?table=own")
    upload(page, "pe.npy", npy(sinusoidal(64, 48, base=100.0)))
    expect(page.get_by_test_id("stCode")).to_have_count(1)
    assert keyboard.faults(page) == []
    go_on(page, f"{app}/")
    page.get_by_test_id("stSelectbox").locator("input").fill("layout rope")
    page.keyboard.press("Enter")
    expect(page.locator(".found a").first).to_be_visible()
    settle(page)
    assert keyboard.faults(page) == []


def test_a_part_that_holds_the_focus_or_takes_a_key_is_found(page):
    page.set_content("<main class='clockface'><button id=a>a</button><input><canvas tabindex=0></canvas></main>")
    assert keyboard.faults(page) == []
    page.evaluate("() => { document.querySelector('canvas').onkeydown = ({ key }) => key === 'Home'; }")
    assert [fault.split()[:4] for fault in keyboard.faults(page)] == [["the", "focus", "stays", "at"]] * 2
    page.evaluate("() => { document.querySelector('canvas').onkeydown = ({ key }) => key !== 'F5'; }")
    assert [fault.split()[0] for fault in keyboard.faults(page)] == ["“F5”"]
    page.evaluate("() => { document.querySelector('input').tabIndex = 0; a.onkeydown = ({ key }) => key !== ' '; }")
    assert {fault.split()[0] for fault in keyboard.faults(page)} == {"“", "“F5”"}  # wherever the round begins
