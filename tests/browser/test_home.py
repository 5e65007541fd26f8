"""Home: words change places by pointer, touch and keys, and every number is core's."""

import re
from urllib.parse import parse_qs, urlsplit

import numpy as np
from playwright.sync_api import expect

from core.frequencies import inverse_frequencies
from core.schemes.analysis.identify import identify
from core.schemes.sinusoidal import sinusoidal
from core.words.minilm.order_likeness import likeness_of_orders
from core.words.orders import FIRST_SENTENCE, every_order
from tests.browser.module import run
from tests.browser.visit import (
    MAIN,
    TOUCH_PHONE,
    await_drawing,
    change_room,
    coarse_frames,
    go,
    go_on,
    settle,
    swipe,
)
from tests.patterns import on_screen, page_words

WORDS, FRAME, LEARNED = page_words("home"), page_words("teach/lesson_frame"), page_words("learned")
FREQUENCIES = inverse_frequencies(512)[[0, 22, 45]].tolist()
DATA = {
    "words": list(FIRST_SENTENCE),
    "orders": " ".join("".join(map(str, order)) for order in every_order(512).orders.tolist()),
    "hundredths": {"position": np.rint(100 * every_order(512).with_position).astype(int).ravel().tolist()},
}
SWAPPED = "the mat sat on the cat"


def word(page, name):
    return page.locator(".orders .word").filter(has_text=name)


def sentence(page):
    """The words in their order, as a screen reader announces them."""
    await_drawing(page)
    places_and_names = "all => all.map((word) => [+word.ariaValueNow, word.ariaLabel])"
    placed = sorted(page.locator(".orders .word").evaluate_all(places_and_names))
    assert [place for place, _ in placed] == list(range(6))
    return " ".join(name for _, name in placed)


def number(page):
    return page.locator(".orders output")


def lever(page):
    return page.get_by_role("switch", name=WORDS["Orders: switch"])


def largest(text):
    """Core's largest difference for an order of the words, as the page formats it."""
    every = every_order(512)
    (row,) = (i for i, order in enumerate(every.orders) if " ".join(FIRST_SENTENCE[p] for p in order) == text)
    return f"{every.with_position[row].max():.2f}" if row else "0"


def alike(text):
    """What a real model finds of an order of the words and the first sentence, as the page formats it."""
    real = likeness_of_orders()
    (row,) = (i for i, order in enumerate(real.orders) if " ".join(FIRST_SENTENCE[p] for p in order) == text)
    found = f"{real.with_positions[row]:.3f}" if row else "1"
    return WORDS("Orders: likeness", **{"with": found, "without": 1})


def hands(page, name):
    """Where the three hands of a word point, from the fastest, as (sine, cosine)."""
    read = "all => all.map((hand) => [hand.x2.baseVal.value, -hand.y2.baseVal.value])"
    tips = np.array(word(page, name).locator("line").evaluate_all(read))[::-1]
    return tips / np.linalg.norm(tips, axis=1, keepdims=True)


def at(position):
    return [[np.sin(position * f), np.cos(position * f)] for f in FREQUENCIES]


def centre(page, name):
    box = word(page, name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + 60, box["width"]


def at_rest(page):
    """Wait until no word is moving and no hand unfolds."""
    there = "() => [...document.querySelectorAll('.orders .word')].every((word) => word.style.transform === "
    page.wait_for_function(f"{there}`translateX(${{100 * word.ariaValueNow}}%)`)")
    expect(page.locator(".orders").first).to_have_attribute("style", re.compile("--card-ground: transparent"))


def query(page):
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def test_the_pure_part_agrees_with_core(page):
    rng = np.random.default_rng(0)
    orders = [rng.permutation(6).tolist() for _ in range(60)]
    read = "[module.reading(order, inputs.data.words), module.differencesOf(order, inputs.data, `position`)]"
    body = f"return inputs.orders.map((order) => {read});"
    every = every_order(512)
    for order, (reading, differences) in zip(
        orders, run(page, "orders", body, orders=orders, data=DATA), strict=True
    ):
        assert [FIRST_SENTENCE[place] for place in reading] == [FIRST_SENTENCE[place] for place in order]
        (row,) = np.flatnonzero((every.orders == reading).all(axis=1))
        np.testing.assert_allclose(differences, every.with_position[row], atol=0.005001)
    body = (
        "return inputs.positions.map((position) => inputs.all.map((frequency) => module.tip(position, frequency)));"
    )
    tips = run(page, "orders", body, positions=[0, 0.5, 5], all=FREQUENCIES)
    table = sinusoidal([0, 0.5, 5], 512).reshape(3, 256, 2)[:, [0, 22, 45]]
    np.testing.assert_allclose(tips, table, atol=1e-12)


def test_what_names_no_order_is_none(page):
    texts = ["", "the-cat-sat-on-the", "the-cat-sat-on-the-dog", "the-the-the-cat-sat-on", "-" * 999]
    body = "return inputs.texts.map((text) => module.orderOf(text, inputs.words));"
    assert run(page, "orders", body, texts=texts, words=DATA["words"]) == [None] * 5


def test_a_drag_turns_the_clocks_and_changes_two_words(open_room):
    page = open_room()
    expect(page.get_by_role("heading", name=WORDS["Title"], level=1)).to_be_visible()
    assert sentence(page) == SWAPPED
    expect(number(page)).to_have_text("0")
    expect(page.locator(".orders .change")).to_have_text(["0"] * 6)
    np.testing.assert_allclose(hands(page, "cat"), [[0, 1]] * 3, atol=1e-6)  # folded while there is no position
    most = f"{every_order(512).with_position.max():.2f}"
    expect(page.locator(".most")).to_have_text(WORDS("Orders: most", most=most))
    messages = len(page.witness.messages)
    assert "0.973" in alike(SWAPPED)
    expect(page.locator(".likeness")).to_have_text(alike(SWAPPED))
    lever(page).click()
    expect(number(page)).to_have_text("1.55")
    expect(page.locator(".announcement")).to_have_text(re.compile("1.55"))
    at_rest(page)
    x, y, width = centre(page, "cat")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 1.3 * width, y)
    await_drawing(page)
    np.testing.assert_allclose(hands(page, "cat"), at(3.7), atol=0.02)
    page.mouse.move(x - 4 * width, y)
    page.mouse.up()
    at_rest(page)
    assert sentence(page) == " ".join(FIRST_SENTENCE)
    expect(number(page)).to_have_text("0")
    expect(page.locator(".likeness")).to_have_text(alike(" ".join(FIRST_SENTENCE)))
    expect(page.locator(".meaning")).to_have_text(WORDS["Orders: same"])
    expect(page.locator(".announcement")).to_have_text(WORDS("Orders: moved", word="cat", position=1, largest="0"))
    np.testing.assert_allclose(hands(page, "cat"), at(1), atol=1e-3)
    assert query(page) == {"order": "the-cat-sat-on-the-mat", "positions": "on"}
    assert len(page.witness.messages) == messages  # nothing is requested from the server
    assert not [url for url in page.witness.requests if "arrow" in url.lower()]


def test_a_causal_mask_tells_a_little_of_the_order(open_room):
    page = open_room()
    page.get_by_role("switch", name=WORDS["Orders: mask"]).click()
    masked = every_order(512, causal=True)
    (row,) = (i for i, order in enumerate(masked.orders) if " ".join(FIRST_SENTENCE[p] for p in order) == SWAPPED)
    expect(number(page)).to_have_text(f"{masked.without_position[row].max():.2f}")
    expect(page.locator(".meaning")).to_have_text(WORDS["Orders: masked"])
    most = f"{masked.without_position.max():.2f}"  # of another scale than without the mask, which is said
    expect(page.locator(".most")).to_have_text(WORDS("Orders: most_mask", most=most))
    assert query(page) == {"mask": "on"}
    lever(page).click()
    expect(number(page)).to_have_text(f"{masked.with_position[row].max():.2f}")
    most = f"{masked.with_position.max():.2f}"
    expect(page.locator(".most")).to_have_text(WORDS("Orders: most_both", most=most))
    assert query(page) == {"positions": "on", "mask": "on"}


def test_arrow_keys_move_the_chosen_word_and_tab_follows_the_order(open_room):
    page = open_room("?positions=on")
    word(page, "mat").focus()
    for press, text in [
        ("ArrowLeft", "mat the sat on the cat"),
        ("ArrowLeft", "mat the sat on the cat"),  # there is no place before the first
        ("ArrowRight", "the mat sat on the cat"),
        ("ArrowRight", "the sat mat on the cat"),
    ]:
        page.keyboard.press(press)
        assert sentence(page) == text
        expect(number(page)).to_have_text(largest(text))
        expect(page.locator(".likeness")).to_have_text(alike(text))
    expect(word(page, "mat")).to_be_focused()
    announcement = WORDS("Orders: moved", word="mat", position=2, largest=largest("the sat mat on the cat"))
    expect(page.locator(".announcement")).to_have_text(announcement)
    page.keyboard.press("Tab")
    expect(page.get_by_role("slider", name="on", exact=True)).to_be_focused()
    lever(page).focus()
    page.keyboard.press("Space")
    expect(lever(page)).to_have_attribute("aria-checked", "false")
    expect(number(page)).to_have_text("0")
    announcement = WORDS("Orders: turned", what=WORDS["Orders: switch"], state=WORDS["Orders: off"], largest="0")
    expect(page.locator(".announcement")).to_have_text(announcement)
    assert query(page) == {"order": "the-sat-mat-on-the-cat"}


def test_with_reduced_motion_a_word_is_there_at_once(app, new_page):
    page = go(new_page(reduced_motion="reduce"), f"{app}/?positions=on")
    word(page, "cat").focus()
    page.keyboard.press("ArrowLeft")
    await_drawing(page)
    np.testing.assert_allclose(hands(page, "cat"), at(4), atol=1e-3)
    assert page.evaluate("document.querySelector('.orders').getAnimations({ subtree: true }).length") == 0


def test_hands_unfold_to_the_end_although_frames_have_the_same_time(app, new_page):
    page = new_page()
    coarse_frames(page)
    go(page, f"{app}/")
    lever(page).click()
    at_rest(page)
    np.testing.assert_allclose(hands(page, "cat"), at(5), atol=1e-3)


def test_a_finger_drags_a_word_and_scrolls_the_page(app, new_page):
    page = go(new_page(**TOUCH_PHONE), f"{app}/?positions=on")
    scrolled = "() => document.querySelector('[data-testid=stMain]').scrollTop"
    x, y, width = centre(page, "mat")
    swipe(page, [(x + width * step / 8, y) for step in range(9)])
    at_rest(page)
    assert sentence(page) == "the sat mat on the cat"
    expect(number(page)).to_have_text(largest("the sat mat on the cat"))
    assert page.evaluate(scrolled) == 0
    for x, y in [centre(page, "sat")[:2], (190, 600)]:  # up from a word, and from beside the words
        before = page.evaluate(scrolled)
        swipe(page, [(x, y - 15 * step) for step in range(9)])
        page.wait_for_function(f"before => ({scrolled})() > before + 40", arg=before)
    assert sentence(page) == "the sat mat on the cat"


def test_a_link_opens_what_it_says_whatever_it_says(page, app):
    for opening, asks, text, on in (
        (go, "?order=mat-cat-the-on-sat-the&positions=on", "mat cat the on sat the", True),
        (go_on, "?order=mat-cat-the-on-sat-dog&positions=maybe", SWAPPED, False),
        (go_on, "?order=" + "%3Cb%3E-" * 300 + "&order=the&positions=", SWAPPED, False),
    ):
        opening(page, f"{app}/{asks}")
        assert sentence(page) == text
        expect(number(page)).to_have_text(largest(text) if on else "0")


def test_a_picture_is_taken_with_its_clocks_and_back_and_a_table_keep_the_order(open_room):
    page = open_room("?positions=on")
    word(page, "cat").focus()
    page.keyboard.press("ArrowLeft")
    text, address = sentence(page), query(page)
    page.get_by_role("radio", name="Picture").click()
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="SVG").click()
    drawing = download.value.path().read_text("utf-8")
    assert drawing.count("<circle") == 12  # a rim and a hub a clock
    assert f">{largest(text)}<" in drawing
    page.get_by_role("radio", name="Data").click()
    expect(page.get_by_test_id("stDataFrame")).to_be_visible()
    settle(page)
    assert (sentence(page), query(page)) == (text, address)
    change_room(page, "Waves")
    expect(page.locator(f"{MAIN} h1")).to_have_text("Waves")
    settle(page)
    assert query(page) == {}
    page.go_back()
    expect(page.get_by_role("heading", name=WORDS["Title"], level=1)).to_be_visible()
    settle(page)
    assert (sentence(page), query(page)) == (text, address)
    expect(number(page)).to_have_text(largest(text))


def test_three_ways_in_and_six_cards(app, new_page):
    page = go(new_page(viewport={"width": 1280, "height": 720}), f"{app}/")
    for selector in (".orders output", ".orders .mask", ".home .ways a >> nth=2", ".orders .change >> nth=5"):
        expect(page.locator(selector)).to_be_in_viewport(ratio=1)
    expect(page.locator(".home .rooms a")).to_have_count(6)
    expect(page.get_by_role("link", name=WORDS["Own table"])).to_be_in_viewport(ratio=1)
    broken = "all => all.filter((image) => !image.complete || !image.naturalWidth).map((image) => image.src)"
    assert page.locator(".home img").evaluate_all(broken) == []
    card = page.locator(".home .rooms a").filter(has_text="base")
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + box["height"] - 5)  # its corner
    expect(page.locator(f"{MAIN} h1")).to_have_text("Waves")
    settle(page)
    page.go_back()
    settle(page)
    page.locator(".home .ways a").nth(1).click()
    expect(page.get_by_text(on_screen(FRAME["Place"], number=1))).to_be_visible()


def test_the_finder_leads_to_a_view_with_the_readers_settings(open_room):
    page = open_room("?base=500")
    field = page.get_by_test_id("stSelectbox").locator("input")
    expect(field).to_be_in_viewport()
    field.press_sequentially("binary")
    expect(page.get_by_text("Binary counter · Waves")).to_be_visible()
    field.press("ArrowDown")
    field.press("Enter")
    page.wait_for_url("**/waves**")
    settle(page)
    assert query(page) == {"base": "500", "view": "Binary counter"}
    expect(page.locator("nav.views [aria-current]")).to_have_text("Binary counter")


def test_the_finder_takes_words_in_any_order_and_says_when_it_has_nothing(open_room):
    page = open_room()
    field = page.get_by_test_id("stSelectbox").locator("input")
    field.fill("zebra")
    field.press("Enter")
    expect(page.get_by_text(on_screen(page_words("shared/finder")["Nothing"], text="zebra"))).to_be_visible()
    settle(page)
    field.fill("layout rope")
    field.press("Enter")
    first = page.locator(".found a").first
    expect(first).to_contain_text("rotate_half")
    first.click()
    page.wait_for_url("**/rope?**")
    settle(page)
    assert query(page) == {"rotary_view": "Layouts"}


def test_an_own_table_is_three_clicks_from_home(open_room):
    page = open_room()
    page.get_by_role("link", name=WORDS["Own table"]).click()
    field = page.get_by_role("textbox", name=LEARNED["Upload: paste"])
    values = sinusoidal(3, 16, base=100.0).round(4)
    field.fill(str(values.tolist()))
    field.press("Control+Enter")
    mistake = identify(values).faults[0]
    expect(page.locator(MAIN)).to_contain_text(mistake.sentence)
    expect(page.get_by_test_id("stCode")).to_contain_text(mistake.mends)
    assert "0.8415" not in page.url
