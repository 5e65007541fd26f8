"""One shared slider stands above the picture; a button brings the others, on a phone on a sheet below."""

import pytest
from playwright.sync_api import expect

from tests.browser.visit import MAIN, PHONE, TOUCH_PHONE, settle

CANVAS, SLIDERS, OTHER = f"{MAIN} canvas", ".st-key-shared_settings", ".st-key-scale"


@pytest.fixture
def phone(new_page, app):
    """Open a room on a phone."""

    def open_on_phone(room):
        page = new_page(fresh=True, **TOUCH_PHONE)
        page.goto(f"{app}/{room}")
        settle(page)
        return page

    return open_on_phone


def strip(page):
    return page.locator("button.sheet")


def test_the_sheet_leaves_the_picture_in_sight_and_a_tap_beside_it_closes_it_and_marks_no_cell(phone):
    page = phone("matrix")
    strip(page).tap()
    expect(strip(page)).to_have_attribute("aria-expanded", "true")
    sheet, picture = page.locator(SLIDERS), page.locator(CANVAS).first
    expect(page.locator(OTHER)).to_be_in_viewport(ratio=1)
    top, picture_box = sheet.bounding_box()["y"], picture.bounding_box()
    assert sheet.bounding_box()["width"] == pytest.approx(PHONE["width"])
    assert 0 < picture_box["y"] < top - 200  # at least 200 pixels of it
    strip(page).tap()
    expect(strip(page)).to_have_attribute("aria-expanded", "false")
    expect(page.locator(OTHER)).to_be_hidden()
    strip(page).tap()
    expect(page.locator(".st-key-base")).to_be_in_viewport()
    address, message_count = page.url, len(page.witness.messages)
    page.touchscreen.tap(200, 250)
    expect(strip(page)).to_have_attribute("aria-expanded", "false")
    expect(page.locator(OTHER)).to_be_hidden()
    settle(page)
    assert page.url == address
    assert len(page.witness.messages) == message_count
    page.touchscreen.tap(200, 250)  # without the sheet the same tap marks a cell
    page.wait_for_url("**dimension=**")
    settle(page)
    page.get_by_test_id("stExpandSidebarButton").tap()
    expect(page.get_by_test_id("stSidebarNav")).to_be_in_viewport()
    expect(strip(page)).to_have_attribute("aria-expanded", "false")


def test_a_tap_before_the_script_has_come_counts_once_and_an_open_sheet_does_not_cover_the_next_room(phone):
    page, routes = phone("images"), []  # has no strip

    def hold(route):
        routes.append(route)

    page.route("**/controls/sheet.js*", hold)
    page.get_by_test_id("stExpandSidebarButton").tap()
    page.get_by_test_id("stSidebarNav").get_by_text("Timesteps").tap()
    page.wait_for_url("**/timesteps")
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
    strip(page).tap()
    with page.expect_request_finished(lambda request: "sheet.js" in request.url):
        routes.pop().continue_()
    page.unroute("**/controls/sheet.js*")
    expect(strip(page)).to_have_attribute("aria-expanded", "true")
    for leave in (page.reload, page.go_back):
        leave()
        settle(page)
        expect(page.locator(".st-key-base")).to_be_hidden()
        if leave == page.reload:
            strip(page).tap()
            expect(strip(page)).to_have_attribute("aria-expanded", "true")
    expect(page.locator("html")).not_to_have_attribute("data-sheet", "open")


def test_on_a_wide_screen_the_button_brings_the_other_sliders_into_the_row(new_page, app):
    page = new_page(fresh=True)
    page.goto(f"{app}/rope")
    settle(page)
    shown, brought = page.locator(".st-key-length"), page.locator(".st-key-base")
    expect(shown).to_be_visible()
    expect(brought).to_be_hidden()
    strip(page).click()
    expect(brought).to_be_visible()
    assert brought.bounding_box()["y"] == shown.bounding_box()["y"]
    page.goto(f"{app}/clocks")  # what this app is for: all in sight
    settle(page)
    expect(page.locator(OTHER)).to_be_visible()
    expect(strip(page)).to_be_hidden()
