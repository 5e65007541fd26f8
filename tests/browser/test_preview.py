"""What stands under the hand while a slider moves: pictures and words follow, the address does not."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.module import run_file
from tests.browser.visit import CHART, MAIN, expect_address, expect_settings, settle, slider
from tests.house import ROOT

DEAF = """() => {
  const write = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name !== "aria-valuetext" || !this.closest(".st-key-shared_settings")) write.call(this, name, value);
  };
}"""
WAVELENGTHS, SLOWEST = "waves?view=Wavelengths", f"{MAIN} strong"  # the last is the slowest wavelength


def grasp(page, name):
    """Press the pointer on a slider's thumb; returns a function that moves it by a number of pixels."""
    thumb = slider(page, name).locator("..").bounding_box()
    x, y = thumb["x"] + thumb["width"] / 2, thumb["y"] + thumb["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    return lambda by: page.mouse.move(x + by, y)


def slider_text(page, name):
    return slider(page, name).get_attribute("aria-valuetext")


def test_words_follow_by_the_server_and_the_address_on_release(open_room):
    page = open_room(WAVELENGTHS)
    before, address = page.locator("[data-testid=stMarkdown]").all_inner_texts(), page.url
    move = grasp(page, "base")
    move(-16)
    expect(page.locator(".st-key-hand")).to_be_attached()
    page.wait_for_function(
        "(before) => JSON.stringify([...document.querySelectorAll('[data-testid=stMarkdown]')]"
        ".map((text) => text.innerText)) !== JSON.stringify(before)",
        arg=before,
    )
    settle(page)
    assert page.url == address
    on_the_way = slider_text(page, "base")
    assert on_the_way != "10000"
    separated = f"{int(on_the_way):,}"
    assert separated != on_the_way
    expect(page.locator(".st-key-base [data-testid=stSliderThumbValue]")).to_have_text(separated)
    page.mouse.up()
    expect_address(page, base=on_the_way)
    settle(page)
    expect_settings(page, base=on_the_way)


def test_where_a_setting_leaves_nothing_to_draw_a_picture_comes_back_under_the_hand(open_room):
    page = open_room("timesteps?d_model=1")
    expect(page.locator(CHART)).to_have_count(0)
    grasp(page, "d_model")(60)
    expect(page.locator(CHART).first).to_be_visible()
    page.mouse.up()


def test_back_at_the_start_the_committed_picture_returns(open_room):
    page = open_room(WAVELENGTHS)
    slowest = page.locator(SLOWEST).last
    start = slowest.inner_text()
    move = grasp(page, "base")
    move(-60)
    expect(slowest).not_to_have_text(start)
    move(0)
    expect(slowest).to_have_text(start)
    page.mouse.up()
    settle(page)
    expect_settings(page, base=10_000)
    assert "base" not in page.url


def test_where_no_slider_is_found_all_works_on_release(open_room, page):
    page.add_init_script(f"({DEAF})()")
    page = open_room(WAVELENGTHS)
    slowest = page.locator(SLOWEST).last
    start = slowest.inner_text()
    move, message_count = grasp(page, "base"), len(page.witness.messages)
    move(-60)
    settle(page)
    assert len(page.witness.messages) == message_count
    assert slowest.inner_text() == start
    page.mouse.up()
    expect(slowest).not_to_have_text(start)
    page.wait_for_url(re.compile("base="))


def test_an_address_that_says_another_value_than_a_slider_at_rest_is_corrected(open_room):
    page = open_room("shift?d_model=64&scale=2&k=3")
    expect(page.locator(".st-key-offset [data-testid=stSliderTickBar] p")).to_have_text(["-1,000", "1,000"])
    entries = page.evaluate("history.length")
    page.evaluate("history.replaceState(null, '', '?d_model=128&base=5000&k=3')")
    expect_address(page, d_model=64, scale=2, base=None, k=3)
    assert page.evaluate("history.length") == entries
    expect_settings(page, d_model=64, base=10_000, scale=2)


@pytest.mark.parametrize(("took", "others", "pause"), [(100, 0, 25), (100, 2, 225), (900, 1, 1000)])
def test_the_next_value_on_the_way_waits_for_a_busy_server_but_not_for_ever(page, took, others, pause):
    file = ROOT / "components/page/slider_watcher/slider_watcher.js"
    assert (
        run_file(page, file, "return module.pauseAfter(inputs.took, inputs.others);", took=took, others=others)
        == pause
    )
