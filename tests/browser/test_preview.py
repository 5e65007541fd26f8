"""What stands under the hand while a slider moves: pictures and words follow, the address does not."""

import pytest
from playwright.sync_api import expect

from tests.browser.module import run_file, run_kit
from tests.browser.visit import (
    CHART,
    MAIN,
    TOUCH_PHONE,
    change_room,
    expect_address,
    expect_settings,
    go,
    grasp,
    settle,
    slider,
    swipe,
    typed,
)
from tests.house import ROOT
from tests.patterns import page_words

FIVE_KEYS = """(input) => {
  input.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
  for (let key = 0; key < 5; key += 1) {
    input.stepDown();
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
  }
}"""
THERE_AND_BACK = """(input) => { // a drag to the next stop, then one that ends where it began, still held
  const tell = (...types) => types.forEach((type) => input.dispatchEvent(new Event(type, { bubbles: true })));
  const drag = (steps) => {
    input.value = Number(input.value) + steps;
    tell("input");
  };
  tell("pointerdown");
  drag(1);
  tell("pointerup", "change", "pointerdown");
  drag(1);
  drag(-1);
}"""
FINGER = """(input) => { // the middle of the thumb that a finger has
  const { left, top, width, height } = input.getBoundingClientRect(), thumb = 44;
  return [left + thumb / 2 + (input.value / input.max) * (width - thumb), top + height / 2];
}"""
WAVELENGTHS, SLOWEST = "waves?view=Wavelengths", f"{MAIN} strong"  # the last is the slowest wavelength


def slider_text(page, name):
    return slider(page, name).get_attribute("data-text")


def test_words_follow_by_the_server_and_the_address_on_release(open_room):
    page = open_room(WAVELENGTHS)
    before, address = page.locator("[data-testid=stMarkdown]").all_inner_texts(), page.url
    move = grasp(page, "base")
    move(-16)
    expect(page.locator(".st-key-preview")).to_be_attached()
    page.wait_for_function(
        "(before) => JSON.stringify([...document.querySelectorAll('[data-testid=stMarkdown]')]"
        ".map((text) => text.innerText)) !== JSON.stringify(before)",
        arg=before,
    )
    settle(page, is_held=True)
    assert page.url == address
    on_the_way = slider_text(page, "base")
    assert on_the_way != "10000"
    separated = f"{int(on_the_way):,}"
    assert separated != on_the_way
    expect(typed(page, "base")).to_have_value(separated)
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


def test_a_value_is_typed_where_the_law_allows_it_and_reset_by_a_double_click(new_page, app):
    page = go(new_page(fresh=True), f"{app}/matrix")  # with a history of its own
    entries, field = page.evaluate("history.length"), typed(page, "d_model")
    field.fill("100")
    field.press("Enter")
    expect_address(page, d_model=100)
    settle(page)
    expect(page.get_by_text("128 × 100 table")).to_be_visible()
    assert slider(page, "d_model").get_attribute("aria-valuetext") == "100 features"
    slider(page, "d_model").press("ArrowRight")
    expect_address(page, d_model=112)  # the next stop
    slider(page, "length").press("Home")
    expect_address(page, length=1)
    expect(slider(page, "length")).to_have_attribute("aria-valuetext", "1 token")
    page.go_back()
    field.fill("many")
    field.press("Enter")
    expect(field).to_have_value("112")
    page.locator(".st-key-d_model label").dblclick()
    expect_address(page, d_model=None)
    expect_settings(page, d_model=512)
    assert page.evaluate("history.length") == entries + 3


def test_where_another_number_is_typed_than_a_slider_may_hold_it_says_what_it_may(new_page, app):
    page = go(new_page(), f"{app}/matrix")
    field = typed(page, "d_model")
    bounds = page.get_by_text(page_words("shared/sliders")("Typed: whole", first="1", last="16,384"))
    for text, held in (("99999999", "16,384"), ("many", "16,384"), ("12.6", "13")):
        field.fill(text)
        field.press("Enter")
        expect(bounds).to_be_visible()
        expect(field).to_have_value(held)
    settle(page)
    expect_address(page, d_model=13)
    expect(bounds).to_be_visible()
    field.fill("100")
    field.press("Enter")
    expect(bounds).to_have_count(0)
    expect_address(page, d_model=100)


def test_keys_pressed_in_a_row_are_one_step_in_the_history(new_page, app):
    page = go(new_page(fresh=True), f"{app}/matrix")  # with a history of its own
    entries, thumb = page.evaluate("history.length"), slider(page, "base")
    thumb.evaluate(FIVE_KEYS)
    expect_address(page, base=2000)
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    expect_settings(page, base=10_000)


def test_a_thumb_that_is_back_where_it_began_lets_go_though_the_answer_came_before(new_page, app):
    page = go(new_page(), f"{app}/waves")
    slider(page, "scale").evaluate(THERE_AND_BACK)
    expect_address(page, scale=2)
    settle(page, is_held=True)
    slider(page, "scale").dispatch_event("pointerup")
    page.wait_for_function("() => !Object.keys(window.clockfaceHand).length")


def test_settings_go_along_by_the_menu_in_one_step_and_presets_are_one_step(new_page, app):
    page = go(new_page(fresh=True), f"{app}/matrix?base=500&position=5")  # with a history of its own
    entries = page.evaluate("history.length")
    change_room(page, "Waves")
    expect_address(page, base=500, position=None)
    settle(page)
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    expect_address(page, base=500, position=5)
    page.go_forward()
    expect_address(page, base=500)
    settle(page)
    page.get_by_role("button", name="Presets").click()
    page.get_by_role("menuitem", name="Small").click()
    expect_address(page, base=None, d_model=32, length=16)
    expect_settings(page, base=10_000, d_model=32, length=16)
    assert page.evaluate("history.length") == entries + 2


@pytest.mark.parametrize(("took", "others", "pause"), [(100, 0, 25), (100, 2, 225), (900, 1, 1000)])
def test_the_next_value_on_the_way_waits_for_a_busy_server_but_not_for_ever(page, took, others, pause):
    file = ROOT / "components/page/preview_runs/preview_runs.js"
    assert (
        run_file(page, file, "return module.pauseAfter(inputs.took, inputs.others);", took=took, others=others)
        == pause
    )


TYPED = {  # what a slider with these stops makes of a text: with stops alone, of whole numbers, of any numbers
    "100": ("128", "100", "100"),
    "1,000": ("512", "512", "512"),
    " 5e2 ": ("512", "500", "500"),
    "64.25": ("64", "64", "64.25"),
    "−7": ("2", "2", "2"),
    "all": ("all", "all", "all"),
    "many": (None, None, None),
    "1e400": (None, None, None),
}


@pytest.mark.parametrize("text", TYPED)
def test_a_typed_text_is_the_nearest_value_that_is_allowed(page, text):
    script = "return inputs.kinds.map((holds) => module.readTyped({ stops: inputs.stops, holds }, inputs.text));"
    kinds, stops = ["stops", "whole", "number"], ["2", "64", "128", "512", "all"]
    assert tuple(run_kit(page, "slider", script, kinds=kinds, stops=stops, text=text)) == TYPED[text]


def test_a_finger_moves_a_slider_along_it_and_scrolls_the_page_across_it(new_page, app):
    page = go(new_page(fresh=True, **TOUCH_PHONE), f"{app}/waves")
    (x, y), thumb = slider(page, "base").evaluate(FINGER), slider(page, "base")
    assert thumb.bounding_box()["height"] >= 44
    swipe(page, [(x + 6 * step, y + step / 2) for step in range(12)])
    page.wait_for_url("**base=*")
    settle(page)
    address, moved = page.url, slider_text(page, "base")
    assert int(moved) > 10_000
    swipe(page, [(x, y - 15 * step) for step in range(12)])
    page.wait_for_function("() => document.querySelector('[data-testid=stMain]').scrollTop > 100")
    settle(page)
    assert slider_text(page, "base") == moved
    assert page.url == address
