"""The room Waves in Chromium: JavaScript against core, the line across the waves, what is drawn."""

import json

import numpy as np
import pytest
from playwright.sync_api import expect

from core.schemes.sinusoidal import columns
from core.sinusoidal.dimensions import columns_at
from tests.browser.module import run
from tests.browser.visit import (
    MAIN,
    PHONE,
    await_drawing,
    dragging,
    expect_address,
    go,
    go_on,
    note_sizes,
    settle,
    sizes,
    slider,
    swipe,
)
from tests.patterns import on_screen, page_words

WORDS = page_words("waves")
FOUR = [0, 1, 78, 79, 168, 169, 510, 511]  # the dimensions that the room shows at first


def waves(page, selector=""):
    return page.locator(f"{MAIN} .waves {selector}".strip())


def picture(page):
    await_drawing(page)
    return waves(page, "canvas").evaluate("canvas => canvas.toDataURL()")


def place(page, share, selector="canvas", left=48, right=16):
    """A point at a share of the axis of positions."""
    box = waves(page, selector).bounding_box()
    return box["x"] + left + share * (box["width"] - left - right), box["y"] + box["height"] / 2


def values(page):
    await_drawing(page)
    return json.loads(waves(page, "canvas").get_attribute("data-values"))


def position(page):
    return int(waves(page, ".place").inner_text().replace(",", ""))


def expect_line(page, at, dimensions=FOUR, d_model=512, **shape):
    """Wait until the line is at a position, and check the values that it shows against core."""
    expect(waves(page, ".place")).to_have_text(f"{at:,}")
    expected = columns_at([at], dimensions, columns(d_model), **shape)[0]
    np.testing.assert_allclose(values(page), expected, atol=1e-6)


def test_a_curve_lies_on_its_wave_and_has_points_enough(page):
    body = "return module.curve(inputs.wave, 100, 50);"
    for dimension in (0, 1, 31):
        frequency = columns(32).frequencies[dimension]
        wave = {"cosine": bool(dimension % 2), "frequency": frequency}
        points = np.array(run(page, "waves", body, wave=wave))
        assert points[[0, -1], 0].tolist() == [0, 100]
        assert np.diff(points[:, 0]).max() <= min(2, 2 * np.pi / frequency / 24) + 1e-9  # a pixel, 1/24 turn
        expected = columns_at(points[:, 0], [dimension], columns(32))[:, 0]
        np.testing.assert_allclose(points[:, 1], expected, atol=1e-6)


def test_no_line_is_drawn_where_a_pixel_covers_half_a_turn(page):
    body = "return inputs.windows.map((window) => module.isResolved(1, window, 300));"
    assert run(page, "waves", body, windows=[16, 314, 315, 300 * np.pi, 1e6]) == [True, True, False, False, False]


@pytest.mark.parametrize("end", [1, 2, 16, 128, 1_048_576])
def test_ticks_are_round_and_not_too_many(page, end):
    for most in (3.2, 10):
        ticks = run(page, "waves", "return module.ticks(inputs.end, inputs.most);", end=end, most=most)
        assert ticks[0] == 0
        assert end / 2.5 < ticks[-1] <= end
        assert 2 <= len(ticks) <= most + 1
        step = ticks[1]
        assert np.unique(np.diff(ticks)).tolist() == [step]
        assert str(step).rstrip("0") in {"1", "2", "5"}


def test_places_beside_the_axis_are_its_ends(page):
    body = "return inputs.x.map((x) => module.positionAt(x, {left: 50, across: 200}, 100));"
    assert run(page, "waves", body, x=[-9, 50, 51.1, 150, 250, 999]) == [0, 0, 1, 50, 99, 99]


def test_on_a_projector_the_line_is_dragged_across_all_waves_without_a_message(open_room, page):
    note_sizes(page)
    open_room("waves?projector=true")
    expect_line(page, 42)
    assert {13 * 1.25, 14 * 1.25} <= sizes(page)
    edges, pictures = {"left": 48 * 1.25, "right": 16 * 1.25}, set()
    expect(waves(page, ".notes")).to_have_text(WORDS["Curves: dots"])
    with dragging(page, *place(page, 0.3, **edges)):
        for share in (0.1, 0.5, 0.73, 1.2):
            page.mouse.move(*place(page, share, **edges))
            await_drawing(page)
            at = position(page)
            assert at == min(round(128 * share), 127)
            expect_line(page, at)
            pictures.add(picture(page))
    assert len(pictures) == 4
    expect_address(page, position=127)
    expect(page.get_by_text(on_screen(WORDS["Curves: all"], position=127))).to_be_visible()
    page.reload()
    settle(page)
    expect_line(page, 127)


def test_the_slider_and_every_key_move_the_line(open_room):
    page = open_room("waves?position=5&d_model=64&dims=0-3")
    with dragging(page, *place(page, 0.2, "input", 0, 0)):
        page.mouse.move(*place(page, 0.6, "input", 0, 0))
        await_drawing(page)
        at = position(page)
        assert 70 < at < 84
        expect_line(page, at, range(4), 64)
    expect_address(page, position=at)
    settle(page)
    for _ in range(9):
        waves(page, "canvas").press("ArrowRight")
    expect_address(page, position=at + 9)
    for key, to in {"ArrowLeft": at + 8, "Shift+ArrowRight": at + 18, "End": 127, "Home": 0}.items():
        waves(page, "canvas").press(key)
        expect_address(page, position=to)
        expect_line(page, to, range(4), 64)
    waves(page).get_by_role("button", name="On to").click()
    expect_address(page, position=1)
    waves(page, "input").press("ArrowRight")
    expect_address(page, position=2)
    page.go_back()
    settle(page)
    expect_line(page, 1, range(4), 64)


def test_another_setting_moves_the_values_and_keeps_the_line_and_fewer_positions_end_it_sooner(app, open_room):
    page = open_room("waves?position=100&dims=0,5,1022&d_model=1024")
    waves(page).evaluate("element => { element.mounted = true; }")
    before = picture(page)
    slider(page, "scale").press("ArrowRight")
    expect_address(page, scale=2)
    settle(page)
    expect_line(page, 100, [0, 5, 1022], 1024, scale=2)
    assert picture(page) != before
    assert waves(page).evaluate("element => element.mounted")
    go_on(page, page.url + "&window=16")
    expect_line(page, 15, [0, 5, 1022], 1024, scale=2)
    expect_address(page, position=100)
    expect(waves(page, "input")).to_have_attribute("max", "15")
    go_on(page, f"{app}/waves?length=1&d_model=1")
    expect_line(page, 0, [0], 1)
    expect(waves(page, "input")).to_be_disabled()
    page.mouse.click(*place(page, 0.9))
    expect_line(page, 0, [0], 1)


def test_a_finger_drags_across_and_scrolls_down_a_phone(app, new_page):
    page = new_page(viewport=PHONE, has_touch=True, device_scale_factor=3)
    go(page, f"{app}/waves?d_model=16384")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert waves(page, "canvas").evaluate("canvas => canvas.width / canvas.clientWidth") == 3
    waves(page, "canvas").scroll_into_view_if_needed()
    x, y = place(page, 0.8)
    swipe(page, [(x, y - down) for down in range(0, 201, 20)])
    await_drawing(page)
    assert place(page, 0.8)[1] < y - 100  # the page has moved
    expect(waves(page, ".place")).to_have_text("42")  # the line has not
    x, y = place(page, 0.8)
    swipe(page, [(x - back, y) for back in range(0, 101, 10)])
    await_drawing(page)
    at = position(page)
    assert at == pytest.approx(128 * (0.8 - 100 / 294), abs=1)
    expect_address(page, position=at)
