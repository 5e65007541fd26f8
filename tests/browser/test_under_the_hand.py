"""Pictures follow slider values that the server has not received yet; at rest they show the pixels of its data."""

import json
from urllib.parse import urlencode

import numpy as np
import pytest
from playwright.sync_api import expect

from core.schemes.sinusoidal import columns, sinusoidal
from core.sinusoidal.dimensions import columns_at
from core.sinusoidal.hands import complete_turns, pairs_shown
from tests.browser.hand import HOLD_HAND, MOVE_HAND
from tests.browser.module import run
from tests.browser.visit import MAIN, await_drawing, expect_address, go, go_on, settle, slider
from tests.patterns import page_words

LARGEST = {"length": 1_048_576, "d_model": 16_384}
ROOMS = {  # canvases, address, sliders' values in the order in which the hand passes them
    "matrix": (
        "canvas",
        {"position": 3, "dimension": 5},
        [{"d_model": 15}, {"d_model": 1280}, {"length": 1}, {"length": 896, "base": 2}, {"scale": 7}, LARGEST],
    ),
    "waves": (
        ".waves canvas",
        {"position": 40},
        [{"scale": 7}, {"d_model": 15}, {"d_model": 1}, {"base": 2}, {"length": 14}, {"window": 32}, LARGEST],
    ),
    "waves, chosen": (
        ".waves canvas",
        {"position": 40, "dims": "0,5-6,30,900", "window": "64"},
        [{"d_model": 16}, {"d_model": 1024}, {"length": 48}, {"base": 300, "scale": 2}, {"window": 16}],
    ),
    "clocks": (
        ".clocks canvas",
        {"position": 37.5, "pair": 40, "offset": 11},
        [{"d_model": 15}, {"base": 50}, {"scale": 12}, {"length": 20}, {"clocks_shown": 48}, LARGEST],
    ),
    "rope": (
        ".rotation canvas",
        {"m": 100, "n": 30, "pair": 20, "lock": 0},
        [{"head_dim": 16}, {"base": 50}, {"scale": 7}, {"length": 20}, {"length": 1_048_576, "head_dim": 256}],
    ),
}


# A canvas has this width until it is painted for the first time.
PAINTED = """canvas => new Promise((done) => {
  const look = () => (canvas.width === 300 ? requestAnimationFrame(look) : done());
  look();
})"""


def hand(page, **values):
    """Put these values under the hand, as a slider does."""
    page.evaluate(MOVE_HAND, values)
    await_drawing(page)


def pictures(page, selector):
    await_drawing(page)
    page.locator(f"{MAIN} {selector}").first.evaluate(PAINTED)
    return page.locator(f"{MAIN} {selector}").evaluate_all("all => all.map((canvas) => canvas.toDataURL())")


def address(app, name, **values):
    return f"{app}/{name.split(',')[0]}?{urlencode(values)}"


@pytest.mark.parametrize("name", ROOMS)
def test_the_last_picture_of_a_drag_is_that_of_the_server(app, new_page, name):
    selector, query, stops = ROOMS[name]
    page = new_page()
    page.add_init_script(
        f"({HOLD_HAND})({json.dumps(stops[0])});"
    )  # from the start, so that no waves remain as thin lines
    go(page, address(app, name, **query))
    message_count, under_the_hand = len(page.witness.messages), []
    for values in stops:
        hand(page, **values)
        under_the_hand.append(pictures(page, selector))
    assert len(page.witness.messages) == message_count
    assert len({"".join(images) for images in under_the_hand}) == len(stops)
    page = new_page()
    go(page, address(app, name, **query))
    for values, images in zip(stops, under_the_hand, strict=True):
        go_on(page, address(app, name, **query | values))
        assert pictures(page, selector) == images, values


MOVES = {  # room → setting → stops by which its slider is moved, and the value there
    "matrix": {"scale": (1, 2), "d_model": (-1, 448), "length": (1, 160)},
    "waves": {"scale": (1, 2), "d_model": (-1, 448), "length": (1, 160)},
    "clocks?position=9": {"base": (-1, 7000), "d_model": (-1, 448)},
    "rope": {"scale": (1, 2), "base": (-1, 7000)},
}
DRAG = """(input, stops) => {
  input.value = +input.value + stops;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}"""
LET_GO = "(input) => input.dispatchEvent(new Event('change', { bubbles: true }))"


@pytest.mark.parametrize("name", MOVES)
def test_nothing_moves_when_the_server_has_answered(open_room, name):
    selector, *_ = ROOMS[name.split("?")[0]]
    page = open_room(name)
    for setting, (stops, value) in MOVES[name].items():
        before, thumb = pictures(page, selector), slider(page, setting)
        thumb.evaluate(DRAG, stops)
        preview = pictures(page, selector)
        assert preview != before
        thumb.evaluate(LET_GO)
        expect_address(page, **{setting: value})
        settle(page)
        await_drawing(page)  # the picture has taken the answer
        assert pictures(page, selector) == preview
        page.wait_for_function("() => !Object.keys(clockfaceHand).length")
        assert pictures(page, selector) == preview


@pytest.mark.parametrize("room", ["matrix", "clocks"])
def test_longer_readings_leave_the_picture_where_it_is(open_room, room):
    page = open_room(room)
    canvas = page.locator(f"{MAIN} {ROOMS[room][0]}").first
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 844})
        settle(page)
        tops = set()
        for values in ({}, {"d_model": 2048}, {"length": 1_048_576}, LARGEST):
            hand(page, **values)
            tops.add(canvas.bounding_box()["y"])
        assert len(tops) == 1, width


def test_the_table_reads_the_kept_cell_under_the_hand(open_room):
    page = open_room("matrix?layout=interleaved&position=100&dimension=60")
    output, note = page.locator(f"{MAIN} .stBidiComponent output"), page.get_by_text("every cell drawn")
    for d_model, dimension in ((64, 60), (16, 15), (1024, 60)):
        hand(page, d_model=d_model)
        value = sinusoidal([100], d_model)[0, dimension]
        expect(output).to_contain_text(f"position 100 · dimension {dimension}: ")
        expect(output).to_contain_text(f"= {value:.4f}".replace("-", "−"))
    hand(page, length=50, d_model=64)
    expect(output).to_contain_text("position 49 · dimension 60: ")
    expect(note).to_have_text("50 × 64 table, every cell drawn.")
    hand(page)
    expect(output).to_contain_text("position 100 · dimension 60: ")


def test_waves_and_their_values_follow_and_what_was_there_stays_as_thin_lines(open_room):
    page = open_room("waves?position=40&dims=0-1,20-21")
    canvas, notes = page.locator(f"{MAIN} .waves canvas"), page.locator(f"{MAIN} .waves .notes")
    start = pictures(page, ".waves canvas")
    for base in (5000, 300):
        hand(page, base=base)
        values = json.loads(canvas.get_attribute("data-values"))
        np.testing.assert_allclose(values, columns_at([40], [0, 1, 20, 21], columns(512, base=base))[0], atol=1e-12)
        expect(notes).to_contain_text("thin lines")
    hand(page)  # back where it began
    expect(notes).not_to_contain_text("thin lines")
    assert pictures(page, ".waves canvas") == start
    slider(page, "scale").evaluate(DRAG, 1)
    slider(page, "scale").evaluate(LET_GO)
    expect_address(page, scale=2)
    page.wait_for_function("() => !Object.keys(clockfaceHand).length")  # the slider has the answer
    expect(notes).to_contain_text("thin lines")
    page.get_by_role("button", name="On to").click()
    expect_address(page, position=41)
    settle(page)
    expect(notes).to_contain_text("thin lines")
    page.get_by_role("button", name=page_words("waves")["Choose"]).click()
    page.get_by_role("textbox", name="Dimensions").fill("0-1,30-31")
    page.keyboard.press("Enter")
    expect_address(page, dims="0-1,30-31")
    expect(notes).not_to_contain_text("thin lines")


@pytest.mark.parametrize(
    ("room", "values"), [("waves", {"length": 2}), ("clocks?position=7&clocks_shown=12", {"d_model": 12})]
)
def test_what_stands_below_a_smaller_picture_does_not_jump_up(open_room, room, values):
    page = open_room(room)
    canvas = page.locator(f"{MAIN} .{room.split('?')[0]} canvas")
    below, height = page.get_by_role("button", name="Copy link"), canvas.bounding_box()["height"]
    start = below.bounding_box()["y"]
    hand(page, **values)
    assert canvas.bounding_box()["height"] < height
    assert below.bounding_box()["y"] == pytest.approx(start, abs=1)
    hand(page)
    assert canvas.bounding_box()["height"] == height
    assert below.bounding_box()["y"] == pytest.approx(start, abs=1)


def test_clocks_go_on_playing_under_the_hand(open_room):
    page = open_room("clocks?d_model=64&position=7")
    clock, canvas = page.locator(f"{MAIN} .clocks"), page.locator(f"{MAIN} .clocks canvas")
    hand(page, scale=4)
    row = sinusoidal([7], 64, scale=4)[0].reshape(-1, 2)
    hands = json.loads(canvas.get_attribute("data-hands"))
    np.testing.assert_allclose(hands, row[pairs_shown(64, 6, among=complete_turns(128, 64, scale=4))], atol=1e-12)
    clock.get_by_role("button", name="Play").click()
    for d_model in (128, 16, 1, 256):
        before = float(clock.locator(".scrub").input_value())
        hand(page, d_model=d_model)
        expect(clock).to_have_attribute("data-playing", "true")
        page.wait_for_function(
            "([scrub, before]) => +scrub.value > before",
            arg=[clock.locator(".scrub").element_handle(), before],
        )
    hand(page, length=16)
    expect(clock.locator(".scrub")).to_have_attribute("max", "15")


def test_arrows_and_their_numbers_follow(open_room):
    page = open_room("rope?m=100&n=30&pair=20&lock=0")
    rotation = page.locator(f"{MAIN} .rotation")
    hand(page, head_dim=16, length=64)
    expect(rotation.locator(".controls .query output")).to_have_text("63")
    expect(rotation.locator(".controls .pair output")).to_have_text("7")
    value = np.cos((63 - 30) * 10_000 ** (-14 / 16))
    expect(rotation.locator(".product")).to_have_text(f"{value:.3f}".replace("-", "−"))
    hand(page)
    expect(rotation.locator(".controls .query output")).to_have_text("100")
    expect(rotation.locator(".controls .pair output")).to_have_text("20")


def test_periods_below_clocks_are_written_as_numbers_of_tokens(page):
    periods = run(
        page, "clocks", "return inputs.numbers.map(module.tokens);", numbers=[6.2832, 60_611.477, 4.0094e9, 99.96]
    )
    assert periods == ["6.28", "60,611", "4.01 × 10⁹", "100"]
