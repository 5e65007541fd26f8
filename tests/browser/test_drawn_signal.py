"""The pad on which a signal is drawn, in Chromium: strokes, keys, and the address."""

import json
from urllib.parse import urlencode

from playwright.sync_api import expect

from core.beyond_text.learning import MAX_SAMPLES
from core.beyond_text.signal_fit import SAMPLES, SIGNAL
from core.teach.live.move import read_move
from core.teach.live.untrusted import LARGEST
from tests.browser.module import run, run_kit
from tests.browser.visit import settle

STROKES = """
  const flat = new Array(8).fill(0), now = (text) => module.values(text);
  return {
    read: now("0,-5,100"),
    across: module.valuesAfterStroke(flat, [0, 0], [1, 70]),
    back: module.valuesAfterStroke(flat, [0.5, 40], [0.2, -500]),
    point: module.valuesAfterStroke(flat, [0.99, 30], [0.99, 30]),
  };
"""


def test_a_stroke_sets_every_point_that_it_passes(page):
    page.goto("about:blank")
    strokes = run(page, "drawn_signal", STROKES)
    assert strokes["read"] == [0, -5, 100]
    assert strokes["across"] == [0, 10, 20, 30, 40, 50, 60, 70]
    assert strokes["back"][0] == 0
    assert strokes["back"][1] == -100  # held at the end
    assert strokes["back"][4:] == [40, 0, 0, 0]
    assert strokes["point"] == [0] * 7 + [30]


def test_a_class_follows_the_longest_signal_while_it_is_drawn(page):
    page.goto("about:blank")
    lowest = {count: ",".join(["-100"] * count) for count in (SAMPLES, MAX_SAMPLES)}
    query = urlencode({"signal": SIGNAL.options[-1], "drawn": lowest[MAX_SAMPLES]})
    readable_query = run_kit(page, "address", "return module.readable(inputs.query)", query=query)
    move = {"address": f"/fourier_features?{readable_query}", "hand": {"drawn": lowest[SAMPLES]}, "playing": {}}
    assert read_move(move, 0).to_json() == move | {"at": 0}
    assert len(json.dumps({"by": "a" * 8, "turn": 99_999, **move})) <= LARGEST


def test_a_drawn_signal_is_learned_and_stays_in_the_address(open_room):
    page = open_room("fourier_features?signal=drawn")
    pad = page.get_by_role("application")
    box = pad.bounding_box()
    page.mouse.move(box["x"] + 2, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 5, steps=20)
    page.mouse.up()
    page.wait_for_url("**drawn=100%2C100%2C*")
    settle(page)
    pad.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.wait_for_url("**drawn=100%2C90%2C*")
    page.reload()
    settle(page)
    expect(page.get_by_role("application")).to_have_attribute("data-drawn", ",".join(["100", "90", *["100"] * 62]))
    page.get_by_role("button", name="Flat line").click()
    page.wait_for_url("**drawn=0%2C0%2C*")
