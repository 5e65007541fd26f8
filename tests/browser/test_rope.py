"""The room RoPE in Chromium: JavaScript against core, dragging, and reports to the server."""

import json
import math
import re

import numpy as np
import pytest
from playwright.sync_api import expect

from core.frequencies import inverse_frequencies
from core.schemes.rope import rope
from tests.browser.module import run
from tests.browser.visit import (
    MAIN,
    PHONE,
    await_drawing,
    dragging,
    expect_address,
    expect_changed,
    go,
    remember,
    settle,
    slider,
)
from tests.patterns import Known, on_screen, page_words

TURNING = page_words("rope")["Turning"]


def part(page, selector=""):
    return page.locator(f"{MAIN} .rotation {selector}".strip())


def product(page):
    return part(page, ".product")


def lock(page):
    return part(page, ".lock input")


def scrub(page, which):
    return part(page, f".controls .{which} input")


def place(page, selector, across=0.5, down=0.5):
    """A point of an element, as shares of its width and height."""
    box = part(page, selector).bounding_box()
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def expect_arrows(page, m, n, frequency=0.1):
    """Wait until both arrows are at their positions, and check the drawn tips against core."""
    expect(part(page, ".controls .query output")).to_have_text(f"{m:,}")
    expect(part(page, ".controls .key output")).to_have_text(f"{n:,}")
    expect(product(page)).to_have_text(f"{math.cos((m - n) * frequency):.3f}".replace("-", "−"))
    await_drawing(page)
    arrows = json.loads(part(page, ".dial canvas").get_attribute("data-arrows"))
    np.testing.assert_allclose(arrows, rope([[1, 0], [1, 0]], [m, n], scale=1 / frequency), atol=1e-6)


def test_locked_positions_keep_their_offset_within_the_sequence(page):
    moves = [
        ({"m": 12, "n": 5, "lock": 1}, "m", 20),
        ({"m": 12, "n": 5, "lock": 1}, "m", 3),
        ({"m": 12, "n": 5, "lock": 1}, "n", 127),
        ({"m": 5, "n": 12, "lock": 1}, "m", 127),
        ({"m": 12, "n": 5, "lock": 0}, "m", 500),
        ({"m": 12, "n": 5, "lock": 0}, "n", -2.4),
    ]
    moved = run(page, "rotation", "return inputs.moves.map((move) => module.movedTo(...move, 127));", moves=moves)
    assert [(to["m"], to["n"]) for to in moved] == [(20, 13), (7, 0), (127, 120), (120, 127), (127, 5), (12, 0)]


def test_the_map_shows_a_stretch_that_holds_the_position(page):
    at = [(0, 9), (9, 9), (127, 127), (128, 999), (999, 999)]
    pages = run(page, "rotation", "return inputs.at.map((at) => module.pageOf(...at));", at=at)
    assert pages == [0, 0, 0, 128, 872]


def test_both_turn_together_and_one_alone_changes_the_product_and_keys_in_quick_succession_all_count(open_room):
    page = open_room("rope")
    expect_arrows(page, 12, 5)
    expect(lock(page)).to_be_checked()
    remember(page, graphics_only=True)
    with dragging(page, *place(page, ".controls .query input", 12.5 / 128)):
        for share in (0.2, 0.5, 0.7):
            page.mouse.move(*place(page, ".controls .query input", share))
            expect(product(page)).to_have_text("0.765")
    expect_changed(page)
    await_drawing(page)
    m = int(part(page, ".controls .query output").inner_text())
    assert 80 < m < 100
    expect_address(page, m=m, n=m - 7)
    expect_arrows(page, m, m - 7)
    expect(page.locator(MAIN)).to_contain_text(on_screen(TURNING, reading=Known(pair=8, m=m)))
    settle(page)
    for _ in range(9):
        scrub(page, "query").press("ArrowRight")
    expect_arrows(page, m + 9, m + 2)
    expect_address(page, m=m + 9, n=m + 2)
    settle(page)
    expect_arrows(page, m + 9, m + 2)
    lock(page).uncheck()
    expect_address(page, lock=0)
    scrub(page, "key").press("ArrowRight")
    expect_arrows(page, m + 9, m + 3)
    expect_address(page, m=m + 9, n=m + 3, lock=0)
    page.reload()
    settle(page)
    expect_arrows(page, m + 9, m + 3)
    expect(lock(page)).not_to_be_checked()
    part(page).evaluate("element => { element.mounted = true; }")
    slider(page, "scale").press("ArrowRight")
    expect_address(page, scale=2)
    settle(page)
    assert part(page).evaluate("element => element.mounted")
    expect_arrows(page, m + 9, m + 3, frequency=0.05)


def test_an_arrow_is_dragged_round_without_a_message(open_room):
    page = open_room("rope?lock=0")
    x, y = place(page, ".dial canvas")
    with dragging(page, *place(page, ".query.handle")):
        for angle in np.linspace(1.2, 1.2 + 2 * math.pi + 1, 60):  # once round and a radian more
            page.mouse.move(x + 100 * math.cos(angle), y - 100 * math.sin(angle))
        expect(part(page, ".ahead")).to_have_text(re.compile(r"^1 turn "))
    await_drawing(page)
    m = int(part(page, ".controls .query output").inner_text())
    assert abs(m - (12 + 10 * (2 * math.pi + 1))) <= 2  # 0.1 radians a token
    expect_address(page, m=m, lock=0)
    settle(page)
    expect_arrows(page, m, 5)


@pytest.mark.parametrize("projector", ["", "?projector=true"])
def test_the_map_is_clicked_along_its_line(open_room, projector):
    page = open_room(f"rope{projector}")
    page.mouse.click(*place(page, ".map canvas", 0.5, 0.5))
    await_drawing(page)
    m = int(part(page, ".controls .query output").inner_text())
    assert 60 <= m <= 68
    expect_arrows(page, m, m - 7)
    expect_address(page, m=m, n=m - 7)
    settle(page)
    lock(page).uncheck()
    expect_address(page, lock=0)
    settle(page)  # the page runs once more, which may move the map
    page.mouse.click(*place(page, ".map canvas", 0.9, 0.2))
    await_drawing(page)
    m, n = (int(part(page, f".controls .{which} output").inner_text()) for which in ("query", "key"))
    assert m < 30
    assert n > 100
    expect_arrows(page, m, n)


def test_every_pair_is_dragged_through_without_a_message_and_a_smaller_head_shows_its_slowest(open_room):
    page, frequencies, pictures = open_room("rope"), inverse_frequencies(64), set()
    with dragging(page, *place(page, ".controls .pair input", 8.5 / 32)):
        for share in (0.05, 0.5, 0.95):
            page.mouse.move(*place(page, ".controls .pair input", share))
            await_drawing(page)
            pair = int(part(page, ".controls .pair output").inner_text())
            expect_arrows(page, 12, 5, frequency=frequencies[pair])
            expect(part(page, ".turning")).to_have_text(f"{float(f'{frequencies[pair]:.4g}')!r} radians per token")
            pictures.add((pair, part(page, ".map canvas").evaluate("canvas => canvas.toDataURL()")))
    assert len(pictures) == 3
    expect_address(page, pair=pair, m=12, n=5)
    expect(page.locator(MAIN)).to_contain_text(on_screen(TURNING, reading=Known(pair=pair, pairs=32)))
    settle(page)
    heads = page.locator(f"{MAIN} input[type=range][aria-label='head_dim']")
    for _ in range(3):
        heads.press("ArrowLeft")
    expect(page.locator(MAIN)).to_contain_text(on_screen(TURNING, reading=Known(pair=3, pairs=4)))
    expect_arrows(page, 12, 5, frequency=10_000 ** (-6 / 8))
    expect(scrub(page, "pair")).to_have_attribute("max", "3")


def test_dial_and_sliders_are_in_sight_together_and_a_phone_scrolls_beside_the_arrows(app, new_page):
    page = go(new_page(viewport={"width": 1280, "height": 720}), f"{app}/rope")
    for selector in (".dial canvas", ".controls .query input", ".controls .pair input", ".map canvas"):
        box = part(page, selector).bounding_box()
        assert box["y"] + box["height"] < 720
    ink, image = part(page).evaluate("part => getComputedStyle(part).color"), "canvas => canvas.toDataURL()"
    light = part(page, ".map canvas").evaluate(image)
    page.emulate_media(color_scheme="dark")
    expect(part(page)).not_to_have_css("color", ink)
    settle(page)
    await_drawing(page)
    assert part(page, ".map canvas").evaluate(image) != light
    page.set_viewport_size(PHONE)
    touch = "element => getComputedStyle(element).touchAction"
    assert part(page, ".query.handle").evaluate(touch) == "none"
    assert part(page, ".dial canvas").evaluate(touch) == "auto"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
