"""The room A real model in Chromium: ids by pointer, keys and touch, heads on the map, lines under the hand."""

import json

import numpy as np
import pytest
from playwright.sync_api import expect

from core.words import minilm
from tests.browser.axe import load_axe, violations
from tests.browser.module import run
from tests.browser.visit import (
    MAIN,
    TOUCH_PHONE,
    await_drawing,
    dragging,
    expect_address,
    go,
    settle,
    show_in,
    swipe,
)
from tests.house import ROOT

CAT = "The cat sat on the mat"
GOLDEN = json.loads((ROOT / "tests/core/words/minilm/golden.json").read_text("utf-8"))["cases"]


def ids(page):
    return page.locator(f"{MAIN} .ids b")


def likeness(page):
    """Of the sentence to itself with right ids, as it is written."""
    return page.locator(f"{MAIN} .likenesses output").first


def expect_likeness(page, position_ids):
    value = minilm.likeness(minilm.run(CAT), minilm.run(CAT, position_ids))
    expect(likeness(page)).to_have_text(f"{value:.3f}")


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_numbers_are_the_golden_ones(open_room):
    page = open_room("real_model")
    case = next(each for each in GOLDEN if each["sentence"] == CAT)
    assert ids(page).all_inner_texts() == [str(place) for place in range(len(case["tokens"]))]
    trained, shifted = (np.array(case["variants"][name]["embedding"]) for name in ("trained", "shifted by 100"))
    outputs = page.locator(f"{MAIN} .likenesses output")
    assert outputs.all_inner_texts()[:3] == ["1.000", "0.973", "0.946"]  # by float32 1, 0.9726, 0.9456
    expect(page.locator(f"{MAIN} .says")).to_contain_text("100% to the token before")
    page.get_by_role("combobox", name="Position ids").click()
    page.get_by_role("option", name="from 100").click()
    expect(ids(page).first).to_have_text("100")
    expect_address(page, ids="from 100")
    settle(page)
    assert float(likeness(page).inner_text()) == pytest.approx(trained @ shifted, abs=0.003)


def test_an_id_is_dragged_and_lines_and_likeness_follow_before_it_rests(open_room):
    page = open_room("real_model")
    x, y = middle(ids(page).nth(2))
    before = page.locator(f"{MAIN} .lines").evaluate("canvas => canvas.toDataURL()")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40, steps=4)
    await_drawing(page)  # a move is handled in the next frame
    expect(ids(page).nth(2)).not_to_have_text("2")
    held = int(ids(page).nth(2).inner_text())
    expect_likeness(page, [0, 1, held, 3, 4, 5, 6, 7])  # the hand is still down
    assert page.locator(f"{MAIN} .lines").evaluate("canvas => canvas.toDataURL()") != before
    expect_address(page, ids=None)
    page.mouse.up()
    expect_address(page, ids=f"0,1,{held},3,4,5,6,7")
    settle(page)
    expect_likeness(page, [0, 1, held, 3, 4, 5, 6, 7])
    page.go_back()
    expect_address(page, ids=None)
    expect(likeness(page)).to_have_text("1.000")
    expect(ids(page).nth(2)).to_have_text("2")


def test_an_id_that_was_changed_can_be_read_and_its_ring_is_whole(open_room):
    page = open_room("real_model?ids=511,1,40,3,4,5,6,7")
    load_axe(page)
    for scheme in ("light", "dark"):
        show_in(page, scheme)
        assert violations(page, "color-contrast") == []
    ids(page).first.focus()
    ring, clip = ids(page).first.bounding_box(), page.locator(f"{MAIN} .scroll").bounding_box()
    reach = 4  # pixels of the ring with its offset
    assert ring["x"] - clip["x"] >= reach
    assert clip["y"] + clip["height"] - (ring["y"] + ring["height"]) >= reach


def test_what_is_written_is_not_covered_by_its_count(open_room):
    page = open_room("real_model")
    field = page.get_by_role("textbox", name="Sentence", exact=True)
    field.fill("The river sings under the old stones of the bridge at night")
    count = page.get_by_test_id("InputInstructions").first
    box, line = count.bounding_box(), field.bounding_box()
    assert box["y"] + box["height"] <= line["y"]
    assert box["y"] >= page.get_by_test_id("stTextInput").first.bounding_box()["y"] - 1


def test_ids_and_heads_by_keys(open_room):
    page = open_room("real_model")
    ids(page).nth(0).focus()
    page.keyboard.press("ArrowRight")
    expect(ids(page).nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(ids(page).nth(1)).to_have_text("2")
    expect_address(page, ids="0,2,2,3,4,5,6,7")
    page.keyboard.type("77")
    expect_address(page, ids="0,77,2,3,4,5,6,7")
    expect_likeness(page, [0, 77, 2, 3, 4, 5, 6, 7])
    page.keyboard.press("Backspace")
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowUp")
    expect_address(page, ids=None)  # 7 - 10 is 0, and 1 is right
    chart = page.locator(f"{MAIN} canvas.map")
    chart.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(f"{MAIN} .lines")).to_have_attribute("data-head", "1.2")
    page.keyboard.press("End")
    expect_address(page, head="1.11")
    settle(page)
    x, y = middle(chart)
    with dragging(page, x, y):  # in which nothing is asked for: all heads are there
        expect(page.locator(f"{MAIN} .lines")).not_to_have_attribute("data-head", "1.11")
    chart.focus()
    settle(page)
    page.keyboard.press("Tab")
    assert not chart.evaluate("canvas => canvas.matches(':focus')")


def test_a_finger_moves_an_id_and_chooses_a_head_and_positions_are_switched_off(app, new_page):
    page = go(new_page(**TOUCH_PHONE), f"{app}/real_model")
    settle(page)
    ids(page).nth(4).scroll_into_view_if_needed()
    await_drawing(page)
    expect(likeness(page)).to_be_in_viewport(ratio=1)  # together with what moves it
    x, y = middle(ids(page).nth(4))
    swipe(page, [(x, y), (x, y - 8), (x, y - 16), (x, y - 24)])
    expect_address(page, ids=f"0,1,2,3,{4 + 4},5,6,7")
    expect_likeness(page, [0, 1, 2, 3, 8, 5, 6, 7])
    settle(page)
    chart = page.locator(f"{MAIN} canvas.map")
    box = chart.bounding_box()
    chart.tap(position={"x": box["width"] - 5, "y": box["height"] - 5})  # once it stands still
    expect_address(page, head="5.11")
    settle(page)
    page.get_by_text("Positions", exact=True).tap()
    expect_address(page, positions="off")
    settle(page)
    expect(page.locator(f"{MAIN} .likenesses output").nth(1)).to_have_text("1.000")
    expect(page.locator(f"{MAIN} .attention")).to_have_class("attention off")


def test_whatever_is_reported_becomes_ids_and_a_head(page):
    page.goto("about:blank")
    body = "return inputs.texts.map((text) => module.idsOf(text, 3, 511));"
    read = run(page, "attention", body, texts=["4,5,600", "-1,x", "", "9" * 400])
    assert read == [[4, 5, 511], [0, 0, 0], [0, 0, 0], [511, 0, 0]]
    body = "return inputs.texts.map((text) => module.headOf(text, 6, 12));"
    assert run(page, "attention", body, texts=["5.11", "6.0", "-1.2", "<b>", "1"]) == [[5, 11], *[[0, 2]] * 4]
    steps = run(page, "attention", "return [0, 8, -16, 300].map(module.steps);")
    assert steps[:3] == [0, 1, -2]
    assert steps[3] > 100
    widths = run(page, "attention", "return [800, 1010, 1400].map((wanted) => module.leastWidth(wanted, 1000));")
    assert widths == [800, 1000, 1400]
