"""The room Questions in Chromium: link, keys, class view, door into another room."""

import re

from playwright.sync_api import expect

from tests.browser.visit import CHART, MAIN, expect_address, expect_settings, settle


def test_a_link_opens_an_answer_from_which_keys_and_a_door_lead_on(open_room):
    page = open_room("questions?card=first-dims&guess=400&revealed=true&d_model=64")
    main = page.locator(MAIN)
    expect(main).to_contain_text("Not so. You said “400 dimensions”. It is 158 dimensions.")
    expect(page.locator(CHART)).to_contain_text("you: 400 dimensions")
    page.keyboard.press("PageDown")
    expect_address(page, card="swamp", guess=None, revealed=None)
    expect(main.get_by_role("button", name="Reveal")).to_be_visible()
    page.keyboard.press("PageUp")
    main.get_by_label("Your guess (dimensions)", exact=True).fill("150")
    main.get_by_role("button", name="Reveal").click()
    expect(main).to_contain_text("Right. You said “150 dimensions”.")
    expect(main).to_contain_text("1 of 1 right")
    main.get_by_role("button", name="Look closer: Add or concatenate").click()
    expect(main.locator("h1")).to_have_text("Add or concatenate")
    expect_settings(page, d_model=512, length=48)
    expect(main.get_by_role("radio", name="Swamp")).to_have_attribute("aria-checked", "true")
    settle(page)


def test_a_class_sees_a_question_and_its_pictures_until_the_teacher_reveals(open_room):
    page = open_room("questions?card=direction&class_view=true")
    main = page.locator(MAIN)
    expect(main.locator("h1")).to_contain_text("tells which of the two positions comes first")
    expect(main.locator("figure img")).to_have_count(4)
    wide = "images => images.every(image => image.complete && image.naturalWidth > 0)"
    assert main.locator("figure img").evaluate_all(wide)
    expect(page.locator(CHART)).to_have_count(0)
    main.get_by_role("button", name=re.compile("^Reveal")).click()
    expect(main).to_contain_text("falls on both sides alike")
    expect(page.locator(CHART)).to_have_count(1)
    expect_address(page, card="direction", class_view="true", revealed="true")
    settle(page)
