"""Five moves: one picture that becomes the next, by mouse, finger, keys and a clicker, without the server."""

import io
import re

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from core.frequencies import inverse_frequencies
from core.schemes.rope import rope
from core.schemes.sinusoidal import sinusoidal
from core.teach.lesson_link import MOVES
from core.words.orders import FIRST_SENTENCE, SECOND_SENTENCE, every_order, partners
from tests.browser.module import run, run_file
from tests.browser.visit import TOUCH_PHONE, await_drawing, beyond_the_screen, coarse_frames, go, settle, swipe
from tests.house import ROOT
from tests.patterns import page_words

WORDS = page_words("teach/moves")
FREQUENCIES = inverse_frequencies(512)[[0, 22, 45, 67, 90, 112]]
SIZES = {"laptop": (1280, 720), "phone": (390, 844)}


def title(page, number):
    return page.get_by_role("heading", level=1, name=WORDS[f"Text: title_{number}"])


def handle(page, name):
    return page.locator(f"[data-handle={name}]")


def number(page):
    return page.locator(".moves .number output")


def at_rest(page, move):
    """Wait until a move's picture stands."""
    page.wait_for_function("(move) => document.querySelector('.moves').dataset.at === `${move}`", arg=move)


def drag(page, name, x, y=0):
    box = handle(page, name).bounding_box()
    start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*start)
    page.mouse.down()
    for step in range(1, 5):
        page.mouse.move(start[0] + x * step / 4, start[1] + y * step / 4)
    page.mouse.up()


def test_the_pure_part_agrees_with_core(page):
    table = run(
        page,
        "moves",
        "return [...module.tableValues(inputs.table, inputs.layout)];",
        table={"d_model": 512, "base": 10_000},
        layout={"interleaved": False, "last_is_base": False, "first_position": 0},
    )
    expected = sinusoidal(np.arange(64), 512, layout="concatenated")
    np.testing.assert_allclose(np.reshape(table, (64, 512)), expected, atol=1e-12)
    film = ROOT / "components/pictures/moves/film.js"
    pairs, frequency = [[0, 0], [16, 12], [3, 60], [63, 0]], float(FREQUENCIES[2])
    body = "return inputs.pairs.map(([m, n]) => module.scoreAt(m, n, inputs.frequency));"
    scores = run_file(page, film, body, pairs=pairs, frequency=frequency)
    ends = rope(np.tile(np.eye(512)[45], (64, 1)), np.arange(64))  # a vector of length 1 in pair 45 alone
    np.testing.assert_allclose(scores, [ends[m] @ ends[n] for m, n in pairs], atol=1e-12)
    body = "return inputs.moved.map((one) => module.movedPair(...one));"
    moved = [[[16, 12], "query", 70], [[16, 12], "key", 20], [[16, 12], "both", 24], [[16, 12], "both", -9]]
    assert run_file(page, film, body, moved=moved) == [[63, 12], [16, 20], [26, 22], [4, 0]]


@pytest.mark.parametrize(("width", "height"), SIZES.values(), ids=SIZES)
def test_a_presenters_keys_lead_through_the_moves_which_fill_the_screen(app, new_page, width, height):
    page = go(new_page(viewport={"width": width, "height": height}), f"{app}/?move=1")
    for move in range(1, MOVES + 2):
        expect(title(page, move)).to_be_in_viewport(ratio=1)
        at_rest(page, move)
        assert beyond_the_screen(page) == []
        assert page.locator(".moves").evaluate("(moves) => moves.scrollHeight <= moves.clientHeight")
        expect(page.locator(".moves a[rel=next]:visible")).to_be_in_viewport(ratio=1)
        for each in page.locator(".moves .handle:visible").all():
            box = each.bounding_box()
            assert min(box["width"], box["height"]) > 43.9
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        page.keyboard.press("PageDown")
    page.wait_for_url("**step=order.1**")
    settle(page)
    page.go_back()
    expect(title(page, 6)).to_be_visible()
    page.go_back()
    expect(title(page, 5)).to_be_visible()
    assert page.url.endswith("?move=5")


def test_a_move_is_played_to_its_end_although_frames_have_the_same_time(app, new_page):
    page = new_page()
    coarse_frames(page)
    go(page, f"{app}/?move=1")
    page.keyboard.press("PageDown")
    at_rest(page, 2)


def dial_of(page, place):
    """Pixels of the clock on the card at a place, without its rim."""
    card = page.locator(f".moves .word[aria-valuenow='{place}']").bounding_box()
    half = 0.3 * card["width"]
    x, y = card["x"] + card["width"] / 2, card["y"] + card["height"] / 2 + 6
    clip = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half}
    return np.asarray(Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("L"), dtype=float)


def ink(pixels):
    return (pixels.max() - pixels).sum()


def drag_word(page, name, places):
    """Drag a word by so many places and wait until all stand."""
    box = page.get_by_role("slider", name=name, exact=True).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 60
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + places * box["width"] / 0.88, y, steps=4)
    page.mouse.up()
    page.mouse.move(5, 5)
    await_drawing(page)


def test_every_card_has_all_hands_also_the_one_whose_clock_opens(app, new_page):
    page = go(new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce"), f"{app}/?move=1")
    at_rest(page, 1)
    without = [ink(dial_of(page, place)) for place in range(6)]
    np.testing.assert_allclose(without, without[0], rtol=0.05)
    page.get_by_role("switch", name=WORDS["Text: switch"]).click()
    expect(number(page)).to_have_text("1.55")
    await_drawing(page)
    opened = ink(dial_of(page, 5))
    drag_word(page, "sat", -1)
    expect(page.get_by_role("slider", name="sat")).to_have_attribute("aria-valuenow", "1")
    dragged = ink(dial_of(page, 1))
    assert ink(dial_of(page, 5)) == pytest.approx(opened, rel=0.05)
    drag_word(page, "on", 1)
    expect(page.get_by_role("slider", name="on", exact=True)).to_have_attribute("aria-valuenow", "4")
    assert ink(dial_of(page, 1)) == pytest.approx(dragged, rel=0.05)


def test_the_first_move_is_done_after_the_switch_and_a_drag(app, new_page):
    page = go(new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce"), f"{app}/?move=1")
    at_rest(page, 1)
    page.get_by_role("switch", name=WORDS["Text: switch"]).click()
    expect(number(page)).to_have_text("1.55")
    expect(page.locator(".moves")).to_have_attribute("data-done", "false")
    for name, by in (("sat", -1), ("on", 1)):
        before = number(page).inner_text()
        drag_word(page, name, by)
        expect(number(page)).not_to_have_text(before)
        largest = number(page).inner_text()
        expect(page.locator(".answer")).to_have_text(WORDS("Text: done_1", largest=largest))
        expect(page.locator(".moves")).to_have_attribute("data-done", "true")


def test_the_last_move_is_done_after_both_drags_and_stays_done(app, new_page):
    page = go(new_page(viewport={"width": 1280, "height": 720}), f"{app}/?move=5")
    at_rest(page, 5)
    film = page.locator(".moves")
    drag(page, "both", 150)
    expect(page.locator(".answer")).to_have_text(WORDS("Text: bar_5", score=number(page).inner_text()))
    expect(film).to_have_attribute("data-done", "false")
    drag(page, "query", 120)
    expect(film).to_have_attribute("data-done", "false")
    drag(page, "both", -100)
    expect(film).to_have_attribute("data-done", "true")
    drag(page, "query", -60)
    distance = int(handle(page, "query").get_attribute("aria-valuenow")) - int(
        handle(page, "key").get_attribute("aria-valuenow")
    )
    expect(page.locator(".answer")).to_have_text(WORDS("Text: done_5_apart", distance=distance))
    expect(film).to_have_attribute("data-done", "true")


def test_each_drag_is_answered_without_the_server(app, new_page):
    page = go(new_page(viewport={"width": 1280, "height": 720}), f"{app}/?move=1")
    expect(number(page)).to_have_text("0")
    messages = len(page.witness.messages)
    page.get_by_role("switch", name=WORDS["Text: switch"]).click()
    every = every_order(512)
    order = np.argsort(partners(FIRST_SENTENCE, SECOND_SENTENCE))
    (row,) = np.flatnonzero((every.orders == order).all(axis=1))
    largest = f"{every.with_position[row].max():.2f}"
    expect(number(page)).to_have_text(largest)
    expect(page.locator(".answer")).to_have_text(WORDS("Text: on_1", before="0", largest=largest))
    expect(page.locator(".announcement")).to_have_text(re.compile(re.escape(largest)))
    cat = page.get_by_role("slider", name="cat")
    box = cat.bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 40 - 4 * box["width"] * 1.13, box["y"] + 60, steps=4)
    page.mouse.up()
    expect(cat).to_have_attribute("aria-valuenow", "1")
    expect(page.locator(".answer")).to_have_text(WORDS["Text: same"])
    expect(number(page)).to_have_text("0")
    assert len(page.witness.messages) == messages
    for move, x, y in ((2, 300, 0), (3, 200, 0), (4, 0, 150)):
        page.keyboard.press("PageDown")
        at_rest(page, move)
        messages = len(page.witness.messages)
        if move == 3:  # the reader draws the waves, from their beginning
            expect(handle(page, "position")).to_have_attribute("aria-valuenow", "0")
        drag(page, "position", x, y)
        expect(page.locator(".moves")).to_have_attribute("data-done", "true")
        position = int(handle(page, "position").get_attribute("aria-valuenow"))
        turns = position * FREQUENCIES / (2 * np.pi)
        facts = {"position": position, "fast": f"{turns[0]:.1f}", "slow": f"{turns[-1]:.2f}"}
        expect(page.locator(".answer")).to_have_text(WORDS(f"Text: done_{move}", **facts))
        assert len(page.witness.messages) == messages
    page.keyboard.press("PageDown")
    at_rest(page, 5)
    drag(page, "query", 120)
    expect(page.locator(".moves")).to_have_attribute("data-done", "false")
    query, key = (int(handle(page, name).get_attribute("aria-valuenow")) for name in ("query", "key"))
    score = f"{np.cos((query - key) * FREQUENCIES[2]):.2f}".replace("-", "−")
    expect(number(page)).to_have_text(score)
    expect(page.locator(".answer")).to_have_text(WORDS("Text: apart_5", distance=query - key))
    drag(page, "both", 150)
    expect(page.locator(".answer")).to_have_text(WORDS("Text: done_5", distance=query - key, score=score))
    assert int(handle(page, "query").get_attribute("aria-valuenow")) > query


def test_a_finger_drags_and_the_page_stands(app, new_page):
    page = go(new_page(**TOUCH_PHONE), f"{app}/?move=2")
    at_rest(page, 2)
    box = handle(page, "position").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    swipe(page, [(x + 15 * step, y - 4 * step) for step in range(9)])
    expect(page.locator(".moves")).to_have_attribute("data-done", "true")
    assert int(handle(page, "position").get_attribute("aria-valuenow")) > 20
    assert page.locator(".moves").evaluate("(moves) => moves.scrollTop") == 0


def test_keys_move_what_has_the_focus_and_tab_passes_through(app, new_page):
    page = go(new_page(reduced_motion="reduce"), f"{app}/?move=5")
    at_rest(page, 5)
    handle(page, "query").focus()
    page.keyboard.press("ArrowRight")
    expect(handle(page, "query")).to_have_attribute("aria-valuenow", "17")
    expect(page.locator(".announcement")).to_have_text(re.compile("5"))
    names = []
    for _ in range(6):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.dataset.handle ?? document.activeElement.innerText"))
    assert names[:2] == ["key", "both"]
    assert names[2:5] == [WORDS["Leave"], WORDS["Back"], WORDS["On: ending"]]
    handle(page, "both").focus()
    page.keyboard.press("Home")
    expect(handle(page, "key")).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("PageUp")  # with reduced motion the move before is there at once
    await_drawing(page)
    await_drawing(page)
    assert page.locator(".moves").get_attribute("data-at") == "4"
    assert page.locator(".moves").evaluate("(moves) => moves.getAnimations({ subtree: true }).length") == 0
