"""The room Questions in Chromium: link, keys, class view, door into another room."""

from playwright.sync_api import expect

from core.teach.questions import CARDS
from pages.shared.contents import ROOMS
from tests.browser.visit import CHART, MAIN, expect_address, expect_settings, go, settle
from tests.patterns import on_screen, page_words

WORDS = page_words("questions")


def test_a_link_opens_an_answer_from_which_keys_and_a_door_lead_on(open_room):
    title = page_words("matrix")["Title"]
    page = open_room("questions?card=first-dims&guess=400&revealed=true&d_model=64")
    main = page.locator(MAIN)
    expect(main).to_contain_text(
        on_screen(WORDS["Wrong"], guess="400 dimensions", answer=WORDS("Answer: number", truth="158 dimensions"))
    )
    expect(page.locator(CHART)).to_contain_text(WORDS("Mark", guess="400 dimensions"))
    page.keyboard.press("PageDown")
    expect_address(page, card="swamp", guess=None, revealed=None)
    expect(main.get_by_role("button", name=WORDS["Reveal"])).to_be_visible()
    page.keyboard.press("PageUp")
    main.get_by_label(WORDS("Number: unit", unit="dimensions"), exact=True).fill("150")
    main.get_by_role("button", name=WORDS["Reveal"]).click()
    expect(main).to_contain_text(on_screen(WORDS["Right"], guess="150 dimensions"))
    expect(main).to_contain_text(WORDS("Score", right=1, answered=1))
    main.get_by_role("button", name=WORDS("Door", room=ROOMS["matrix"].title)).click()
    expect(main.locator("h1")).to_have_text(title)
    expect_settings(page, d_model=512, length=48)
    settle(page)


def test_a_sketch_is_the_button_that_chooses_it(open_room):
    page = open_room("questions?card=direction")
    main = page.locator(MAIN)
    expect(main.get_by_test_id("stButtonGroup").first).to_be_hidden()
    sketch = main.locator(".choose button").nth(2)
    sketch.click()
    expect_address(page, guess=list(CARDS["direction"].asks.draw()[1])[2])
    settle(page)
    expect(sketch).to_have_attribute("aria-pressed", "true")
    sketch.press("Enter")
    expect_address(page, guess=None)


def test_a_class_sees_all_choices_at_once_and_a_clicker_reveals_first_and_goes_on_second(app, new_page):
    for size in ({"width": 1400, "height": 900}, {"width": 1280, "height": 720}):
        page = go(new_page(viewport=size), f"{app}/questions?card=direction&class_view=true")
        heading_size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)")
        main = page.locator(MAIN)
        controls = [*main.locator(".choices li").all(), main.get_by_role("button", name=WORDS["Reveal"])]
        ends = [each.bounding_box()["y"] + each.bounding_box()["height"] for each in controls]
        assert max(ends) <= size["height"]
        expect(page.locator(CHART)).to_have_count(0)
        wide = "images => images.every((image) => image.complete && image.naturalWidth > 0)"
        assert main.locator(".choices img").evaluate_all(wide)
        letter = main.locator(".choices").first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert letter >= heading_size
    page.keyboard.press("PageDown")
    expect_address(page, card="direction", revealed="true")
    expect(main).to_contain_text(CARDS["direction"].settle().truth)
    expect(page.locator(CHART)).to_have_count(1)
    settle(page)
    page.keyboard.press("PageUp")
    expect_address(page, card="direction", revealed=None)
    settle(page)
    page.keyboard.press("ArrowRight")
    expect_address(page, card="direction", revealed="true")
    settle(page)
    page.keyboard.press(" ")
    expect_address(page, card="always-falls", revealed=None)
    page.keyboard.press("d")
    expect(page.locator("[data-testid=stApp]")).to_have_css("color-scheme", "dark")
    expect(page.get_by_role("menu")).to_have_count(0)
    settle(page)
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement")
