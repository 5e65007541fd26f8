"""The room Sentence in Chromium: the circle against core, walking, and hostile texts."""

import re

import numpy as np
from playwright.sync_api import expect

from core.schemes.sinusoidal import sinusoidal
from core.words.embedding import embed
from tests.browser.module import run
from tests.browser.visit import MAIN, await_drawing, dragging, expect_address, settle, slider
from tests.patterns import Known, on_screen, page_words

WORDS = page_words("sentence")
WALK, ROWS = "sentence?sentence_view=One+pair", "sentence?sentence_view=Embedding+%2B+encoding"


def circle(page):
    return page.locator(f"{MAIN} .circle")


def sentence(page):
    return page.get_by_role("textbox", name="Sentence")


def picture(page):
    return circle(page).locator("canvas").evaluate("canvas => canvas.toDataURL()")


_DRAWN = """([canvas, x, y]) => {
  const [sine, cosine] = JSON.parse(canvas.dataset.sum);
  return Math.abs(sine - x) < 2e-6 && Math.abs(cosine - y) < 2e-6;
}"""


def expect_walk(page, word, position, pair=0, d_model=512):
    """Check that picture, table and text show the word at a position as core computes it."""
    expect(circle(page).locator(".place")).to_have_text(f"{position}")
    row = embed([word], d_model)[0] + sinusoidal([position], d_model)[0]
    expected = row[2 * pair : 2 * pair + 2]
    cells = [f"{value:.3f}".replace("-", "−") for value in expected]
    expect(circle(page).locator("tr.sum td")).to_have_text(cells)
    canvas = circle(page).locator("canvas").element_handle()  # drawn in the frame after the table
    page.wait_for_function(_DRAWN, arg=[canvas, *map(float, expected)])
    moved = on_screen(WORDS["Pair"], word=word, position=position, at=Known(sum_x=expected[0], sum_y=expected[1]))
    expect(page.get_by_text(moved)).to_be_visible()


def test_the_browser_adds_the_encoding_as_core_does(page):
    frequencies = [10_000 ** (-2 * pair / 64) for pair in range(32)]
    body = "return inputs.frequencies.map((w) => module.sumAt([0.25, -2], inputs.position, w));"
    for position in (0, 7, 127):
        moved = run(page, "circle", body, position=position, frequencies=frequencies)
        row = sinusoidal([position], 64)[0]
        np.testing.assert_allclose(moved, row.reshape(-1, 2) + np.array([0.25, -2]), atol=1e-9)


def test_origin_and_circle_are_inside_every_picture(page):
    body = "return inputs.sizes.map((size) => module.frame(inputs.point, ...size));"
    sizes = [(326, 300), (560, 448), (900, 500)]
    for point in ((0, 0), (3.5, -2), (-0.04, 0.03), (-4, 4)):
        for (width, height), frame in zip(sizes, run(page, "circle", body, point=point, sizes=sizes), strict=True):
            ring = [(point[0] + np.sin(a), point[1] + np.cos(a)) for a in np.linspace(0, 2 * np.pi, 100)]
            for x, y in [(0, 0), *ring]:
                assert 40 < frame["x"] + frame["unit"] * x < width - 40
                assert 40 < frame["y"] - frame["unit"] * y < height - 40


def test_numbers_beside_dots_keep_their_distance(page):
    points = [[0, 0], [1, 0], [30, 0], [30, 20], [60, 0]]
    assert run(page, "circle", "return module.apart(inputs.points, 24);", points=points) == [0, 2, 4]


def test_one_pair_is_one_tab_away_and_the_word_and_its_sum_are_dragged_without_a_message_until_release(open_room):
    page = open_room("sentence")
    same = on_screen(WORDS["Twice"], first=2, second=11, reading=Known(embedding="1.000"))
    expect(page.get_by_text(same)).to_be_visible()
    chart = page.locator(f"{MAIN} .js-plotly-plot")
    expect(chart.locator(".g-gtitle, .annotation-text").filter(has_text="= sum")).to_be_visible()
    expect(chart.locator(".yaxislayer-above text", has_text=re.compile(r"brother.* · 9"))).to_be_visible()
    expect(chart.locator(".shapelayer path")).to_have_count(6)
    page.get_by_role("link", name="One pair").click()
    expect_address(page, sentence_view="One pair")
    expect_walk(page, "playing", 2)
    settle(page)
    box, plane = circle(page).locator(".handle").bounding_box(), circle(page).locator("canvas").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    word = embed(["playing"], 512)[0][:2]
    fitted = run(
        page,
        "circle",
        "return module.frame(inputs.point, ...inputs.size);",
        point=[*word],
        size=[plane["width"], plane["height"]],
    )
    centre = (
        plane["x"] + fitted["x"] + fitted["unit"] * word[0],
        plane["y"] + fitted["y"] - fitted["unit"] * word[1],
    )
    with dragging(page, x, y):
        for angle in np.arange(2, 9.01, 0.25):  # once round and further: a radian is a token in pair 0
            page.mouse.move(centre[0] + 100 * np.sin(angle), centre[1] - 100 * np.cos(angle))
        expect(circle(page).locator(".place")).to_have_text("9")
    expect_address(page, word_position=9)
    expect_walk(page, "playing", 9)
    settle(page)
    box, pictures = circle(page).get_by_role("slider").bounding_box(), set()
    with dragging(page, box["x"] + 0.1 * box["width"], box["y"] + box["height"] / 2):
        for share in (0.2, 0.4, 0.6):
            page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
            await_drawing(page)
            pictures.add(picture(page))
    assert len(pictures) == 3
    await_drawing(page)
    position = int(circle(page).locator(".place").inner_text())
    assert 60 < position < 90
    expect_address(page, word=2, word_position=position, word_pair=0)
    settle(page)
    expect_walk(page, "playing", position)


def test_every_key_and_button_walks_and_another_pair_turns_slower(open_room):
    page = open_room(WALK)
    for key, position in {"ArrowRight": 3, "ArrowLeft": 2, "End": 127, "Home": 0}.items():
        circle(page).locator("canvas").press(key)
        expect_walk(page, "playing", position)
    circle(page).get_by_role("button", name="Back").click()
    circle(page).get_by_role("button", name="On to").click()
    circle(page).get_by_role("slider").press("ArrowRight")
    expect_walk(page, "playing", 2)
    expect_address(page, word_position=2)
    circle(page).get_by_role("combobox", name="word").select_option("ball · 15")
    expect_walk(page, "ball", 15)  # at its own position
    circle(page).get_by_role("combobox", name="pair").select_option("116")
    expect_walk(page, "ball", 15, pair=116)
    expect_address(page, word=15, word_position=15, word_pair=116)
    page.go_back()
    expect_walk(page, "ball", 15)


def test_a_link_opens_at_its_walk_and_follows_the_sidebar(open_room):
    page = open_room(f"{WALK}&word=5&word_position=40&word_pair=0&d_model=64")
    expect_walk(page, "brown", 40, d_model=64)
    slider(page, "d_model").press("ArrowRight")
    expect_walk(page, "brown", 40, d_model=80)
