"""The room Clocks in Chromium: JavaScript against core, motion, and reports to the server."""

import json
import re

import numpy as np
import pytest
from playwright.sync_api import expect

from core.frequencies import inverse_frequencies
from core.schemes.analysis.learned_hands import learned_hands
from core.schemes.analysis.table import as_table
from core.schemes.sinusoidal import sinusoidal
from core.sinusoidal.hands import complete_turns, pairs_shown
from core.words.minilm.stored import position_table
from tests.browser.module import run
from tests.browser.visit import CHART, MAIN, PHONE, dragging, expect_address, go, open_more, settle, slider
from tests.patterns import Known, on_screen, page_words

WORDS = page_words("clocks")

# The slider's value and the time at every frame; no two are alike while the hands turn.
FRAMES = """(scrub, count) => new Promise((done) => {
  const values = [];
  const look = (time) => (values.push([scrub.value, time]) < count ? requestAnimationFrame(look) : done(values));
  requestAnimationFrame(look);
})"""
NINE_STEPS = """(scrub) => {
  for (let i = 0; i < 9; i++) {
    scrub.value = +scrub.value + 1;
    scrub.dispatchEvent(new Event("input", { bubbles: true }));
    scrub.dispatchEvent(new Event("change", { bubbles: true }));
  }
}"""


def clock(page):
    return page.locator(f"{MAIN} .clocks")


def readout(page):
    return clock(page).locator(".readout output")


def frames(page, count=12):
    return [value for value, _ in clock(page).locator(".scrub").evaluate(FRAMES, count)]


def picture(page):
    return clock(page).locator("canvas").evaluate("canvas => canvas.toDataURL()")


def expect_rest(page, position):
    """Wait until the hands rest at a position and the address names it."""
    expect(clock(page)).to_have_attribute("data-playing", "false")
    expect(readout(page)).to_have_text(f"{position:,}")
    expect_address(page, position=position)


def expect_hands(page, position, pairs, d_model, scale=1):
    """Check that the drawn tips are the table's sines and cosines."""
    expect(clock(page).locator("canvas")).to_have_attribute("data-hands", re.compile(r"\["))
    tips = json.loads(clock(page).locator("canvas").get_attribute("data-hands"))
    row = sinusoidal([position], d_model, scale=scale)[0, : 2 * (d_model // 2)].reshape(-1, 2)
    np.testing.assert_allclose(tips, row[pairs], atol=1e-6)


def test_steps_land_on_whole_positions_within_the_table(page):
    steps = [(7, 1), (7, -1), (7.3, 1), (7.3, -1), (0, -1), (127, 1), (126.5, 1)]
    landed = run(page, "clocks", "return inputs.steps.map((s) => module.stepPosition(...s, 127));", steps=steps)
    assert landed == [8, 6, 8, 7, 0, 127, 127]
    assert run(page, "clocks", "return module.advancePosition(7, 0.5, 2, 127);") == 8
    assert run(page, "clocks", "return module.advancePosition(126.9, 0.5, 2, 127);") == 0  # round again


def test_a_hand_goes_along_the_dots_of_its_path_and_its_turns_are_counted(page):
    assert run(page, "clocks", "return module.stepPosition(1, -1, 510, 1);") == 1
    assert run(page, "clocks", "return module.advancePosition(510, 1, 2, 510, 1);") == 1
    angles = np.arange(40) * 2.5
    path = np.column_stack([np.sin(angles), np.cos(angles)])
    turns = run(page, "clocks", "return module.turnsAlong(inputs.path);", path=path.tolist())
    np.testing.assert_allclose(turns, angles / (2 * np.pi))
    for place, expected in {0: path[0], 7: path[7], 7.25: 0.75 * path[7] + 0.25 * path[8], 39: path[39]}.items():
        found = run(page, "clocks", "return module.along(...inputs.at);", at=[path.tolist(), place])
        np.testing.assert_allclose(found, expected)


def test_the_hands_of_a_real_models_table_play_over_its_rows_without_a_message(open_room):
    page = open_room("learned")
    expect(clock(page)).to_have_attribute("data-playing", "true")
    settle(page)
    message_count = len(page.witness.messages)
    values = frames(page)
    assert len(set(values)) == len(values)
    assert len(page.witness.messages) == message_count
    for control in ("ghost", "legend"):
        expect(clock(page).locator(f".{control}")).to_be_hidden()
    clock(page).get_by_role("button", name="Pause").click()
    expect(clock(page)).to_have_attribute("data-playing", "false")
    tips = learned_hands(as_table(position_table()[1:511])).tips
    canvas = clock(page).locator("canvas")
    for key, position in {"Home": 1, "ArrowLeft": 1, "ArrowRight": 2, "ArrowUp": 3, "End": 510}.items():
        canvas.press(key)
        expect_rest(page, position)
        drawn = json.loads(canvas.get_attribute("data-hands"))
        np.testing.assert_allclose(drawn, tips[:, position - 1], atol=5.1e-4)
    canvas.press("Tab")
    assert not canvas.evaluate("element => element.getRootNode().activeElement === element")


def test_with_less_motion_the_hands_of_a_table_start_paused(app, new_page):
    page = go(new_page(reduced_motion="reduce"), f"{app}/learned")
    expect(clock(page)).to_have_attribute("data-playing", "false")
    expect(readout(page)).to_have_text("100")


def test_the_clocks_of_a_table_are_in_sight_on_a_phone_and_what_they_are_compared_with_on_a_laptop(app, new_page):
    page = go(new_page(viewport=PHONE, reduced_motion="reduce"), f"{app}/learned")
    bar, canvas = page.locator("button.sheet").bounding_box(), clock(page).locator("canvas").bounding_box()
    assert canvas["y"] + canvas["height"] <= bar["y"]
    page.set_viewport_size({"width": 1280, "height": 720})
    settle(page)
    expect(page.locator(CHART).get_by_text("formula, base 10,000")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [326, 640, 1340])
def test_every_clock_fits_into_the_width(page, width):
    for count in (1, 2, 3, 12, 13, 64):
        grid = run(page, "clocks", "return module.grid(inputs.count, inputs.width);", count=count, width=width)
        assert grid["columns"] * grid["rows"] >= count > grid["columns"] * (grid["rows"] - 1)
        assert grid["columns"] * grid["cell"] <= width + 1e-9
        assert grid["cell"] >= min(80, width / count)


def test_hands_turn_at_every_frame_without_a_message_and_pause_at_a_whole_token_of_which_the_words_tell(open_room):
    page = open_room("clocks")
    open_more(page)
    of_position = page.locator(".st-key-where_clocks_stand")
    expect(of_position).to_be_hidden()
    expect(clock(page)).to_have_attribute("data-playing", "true")
    before, message_count = picture(page), len(page.witness.messages)
    values = frames(page)
    assert len(set(values)) == len(values)
    assert picture(page) != before
    expect(readout(page)).to_have_text(re.compile(r"^(1[1-9]|[2-9]\d|\d{3})\."))  # 2 tokens a second from 7
    assert len(page.witness.messages) == message_count
    clock(page).get_by_role("button", name="Pause").click()
    expect(clock(page)).to_have_attribute("data-playing", "false")
    before = picture(page)
    assert len(set(frames(page))) == 1
    assert picture(page) == before
    position = int(readout(page).inner_text())
    expect_address(page, position=position)
    expect(of_position).to_be_visible()
    expect(of_position).to_contain_text(f"At position {position} ")
    assert len(page.witness.messages) > message_count
    expect_hands(page, position, pairs_shown(512, 6, among=complete_turns(128, 512)), 512)


def test_another_setting_does_not_disturb_what_plays(open_room):
    page = open_room("clocks?d_model=64")
    expect(readout(page)).to_have_text(re.compile(r"^(9|\d{2,3})\."))
    clock(page).evaluate("element => { element.mounted = true; }")
    slider(page, "base").press("ArrowRight")
    expect_address(page, base=15000)
    settle(page)
    expect(clock(page)).to_have_attribute("data-playing", "true")
    assert clock(page).evaluate("element => element.mounted")
    assert float(frames(page, 1)[0]) > 9
    positions, times = np.array(clock(page).locator(".scrub").evaluate(FRAMES, 12), float).T
    passed = 2 * (np.ptp(times) + max(np.diff(times))) / 1000  # tokens; one frame more, whichever is drawn first
    assert 0 < positions[-1] - positions[0] <= passed  # no jump


def test_less_motion_starts_paused(app, new_page):
    page = go(new_page(reduced_motion="reduce"), f"{app}/clocks")
    expect(clock(page)).to_have_attribute("data-playing", "false")
    expect(readout(page)).to_have_text("7")
    assert len(set(frames(page))) == 1
    clock(page).get_by_role("button", name="Play").click()
    expect(clock(page)).to_have_attribute("data-playing", "true")


def test_a_link_opens_paused_at_its_position_which_every_key_and_button_moves(open_room):
    page = open_room("clocks?position=37&d_model=15&scale=4&clocks_shown=4&pairs=neighbours&first_pair=3")
    expect_rest(page, 37)
    expect_hands(page, 37, [3, 4, 5, 6], 15, scale=4)
    ink, before = clock(page).evaluate("element => getComputedStyle(element).color"), picture(page)
    page.emulate_media(color_scheme="dark")
    expect(clock(page)).not_to_have_css("color", ink)
    frames(page, 3)
    assert picture(page) != before
    canvas = clock(page).locator("canvas")
    for key, position in {"ArrowRight": 38, "ArrowLeft": 37, "End": 127, "Home": 0}.items():
        canvas.press(key)
        expect_rest(page, position)
    clock(page).locator(".scrub").evaluate(NINE_STEPS)  # in quick succession, however busy the machine is
    expect_rest(page, 9)
    page.go_back()
    expect_rest(page, 0)
    clock(page).locator(".scrub").press("ArrowRight")
    expect_rest(page, 1)
    clock(page).get_by_role("button", name="Back").click()
    expect_rest(page, 0)
    clock(page).get_by_role("button", name="On to").click()
    expect_rest(page, 1)
    canvas.press("ArrowDown")
    expect_address(page, pair=4)  # the second clock
    for state in ("true", "false"):
        canvas.press("Space")
        expect(clock(page)).to_have_attribute("data-playing", state)


def across(page, selector, share):
    """A point of a slider, as a share of its width."""
    box = clock(page).locator(selector).bounding_box()
    return box["x"] + share * box["width"], box["y"] + box["height"] / 2


def test_scrubbing_turns_the_hands_and_tells_on_release_and_the_ghost_keeps_its_angle(open_room):
    page, frequency, pictures = open_room("clocks?position=0&offset=5"), inverse_frequencies(512)[0], set()
    with dragging(page, *across(page, ".scrub", 0.05)):
        for share in (0.2, 0.4, 0.6, 0.75):
            page.mouse.move(*across(page, ".scrub", share))
            frames(page, 2)
            pictures.add(picture(page))
    assert len(pictures) == 4
    expect(readout(page)).to_have_text(re.compile(r"^9\d$"))
    frames(page, 2)
    position = int(readout(page).inner_text())
    expect_rest(page, position)
    open_more(page)
    sentence = page.get_by_text(on_screen(WORDS["Ghost"]))
    expect(sentence).to_contain_text(f"= 5 × {frequency:.4g} = {5 * frequency:.4g} radians")
    with dragging(page, *across(page, ".offset", 0.5)):
        page.mouse.move(*across(page, ".offset", 0.9))
        expect(clock(page).locator(".ghost output")).not_to_have_text("+5 tokens")
    frames(page, 2)
    offset = re.sub(r"\D", "", clock(page).locator(".ghost output").inner_text())
    expect_address(page, offset=offset, position=position)
    expect(sentence).to_contain_text(f"= {offset} × {frequency:.4g} = {int(offset) * frequency:,.4g} radians")


@pytest.mark.parametrize("projector", ["", "&projector=true"])
def test_a_click_on_a_clock_reads_its_pair(open_room, projector):
    page = open_room(f"clocks?position=7&d_model=64&clocks_shown=12&pairs=spread{projector}")
    canvas = clock(page).locator("canvas")
    box = canvas.bounding_box()
    canvas.click(position={"x": box["width"] * 0.75, "y": box["height"] * 0.75})  # the eleventh, of two rows
    expect_address(page, pair=28)
    expect(page.get_by_text(on_screen(WORDS["Reading"], one=Known(pair=28)))).to_be_visible()
    if not projector:
        open_more(page)
        value = sinusoidal([7], 64)[0, 56]
        expect(page.get_by_text("sin(7 / 10000^(56/64))")).to_contain_text(f"= {value:.3f}".replace("-", "−"))
