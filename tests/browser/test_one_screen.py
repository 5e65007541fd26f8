"""One screen, one idea: what a room shows as it opens is counted; on a wide screen in test_accessibility."""

import pytest
from playwright.sync_api import expect

from pages.shared import contents
from tests.browser.visit import MAIN, go, settle

COUNTED = [stem for stem in contents.ROOMS if stem not in ("lessons", "questions", "class", "verified")]
MOST = {"height": 1350, "words": 220, "elements": 26, "tabs": 3}  # at 1400 × 900
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
SCREENS = 3 * 844  # pixels of a phone
MOST_ROOMS = 18
COUNT = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  const block = document.querySelector("[data-testid=stMainBlockContainer]");
  const seen = (element) => element.getClientRects().length && element.getBoundingClientRect().height > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  return {
    height: main.scrollHeight,
    words: block.innerText.split(/\\s+/).filter((word) => /[A-Za-z]{2}/.test(word)).length,
    elements: all("[data-testid=stElementContainer]").length,
    tabs: Math.max(all("[role=tab]").length, all("nav.views a").length),
  };
}"""
PICTURES = f"{MAIN} :is(.stBidiComponent:not(.st-key-hand), .orders)"


def open_at(page, app, stem):
    go(page, f"{app}/{'' if stem == 'home' else stem}")
    settle(page)
    return page


def too_much(page):
    """What a room that has just been opened shows more of than one screen holds."""
    counts = page.evaluate(COUNT)
    return {name: f"{counts[name]} of {most}" for name, most in MOST.items() if counts[name] > most}


@pytest.mark.parametrize("stem", COUNTED)
def test_on_a_phone_it_has_three_screens_with_the_picture_on_the_first(app, new_page, stem):
    page = open_at(new_page(reduced_motion="reduce", **PHONE), app, stem)
    expect(page.locator(PICTURES).first).to_be_in_viewport()
    assert page.evaluate(COUNT)["height"] <= SCREENS
    tops = page.locator("figure.clockface-plot").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert all(top < 844 for top in tops)  # what is read together lies side by side


def test_the_menu_has_few_rooms():
    assert sum(map(contents.is_in_menu, contents.ROOMS)) <= MOST_ROOMS
