"""Steps of lessons in Chromium: what is in sight together on a laptop and on a phone, and the card at the end."""

import re

from playwright.sync_api import expect

from core.teach.lesson import lessons
from core.teach.questions import CARDS
from core.teach.questions.card import Shape
from pages.teach.lesson_way import link
from tests.browser.visit import PHONE, expect_address, go, go_on, settle
from tests.patterns import page_words

LAPTOP = {"width": 1280, "height": 720}
FRAME, QUESTIONS = page_words("teach/lesson_frame"), page_words("questions")
TALLEST = ("clock.1", "dot-product.1", "words.4", "rope.3", "context.4", "patch.6")  # most words, sketches, sliders
QUESTION = ".st-key-lesson_question"
PARTS = {
    "guess": f"{QUESTION} :is(.choose, [data-testid=stButtonGroup], [data-testid=stNumberInput])",
    "check": f"{QUESTION} [class*=_check] button",
    "try": ".st-key-lesson_try",
    "why": ".st-key-lesson_unfold button",
    "next": ".st-key-lesson_way a[rel=next]",
}
# What cannot be seen whole: beyond the screen, or below the bar with the way on.
OUT_OF_SIGHT = """(parts) => Object.keys(parts).filter((name) => {
  const part = [...document.querySelectorAll(parts[name])].find((each) => each.checkVisibility());
  const box = part?.getBoundingClientRect(), bar = ".st-key-lesson_way";
  if (!box || box.top < 0 || box.bottom > innerHeight) return true;
  const over = [box.top + 2, box.bottom - 2].map((y) => document.elementFromPoint(box.left + 4, y));
  return over.some((each) => !each || (!part.closest(bar) && each.closest(bar)));
})"""


IS_ON_TOP = """(part) => {
  const box = part.getBoundingClientRect();
  return part.contains(document.elementFromPoint(box.left + 8, box.top + box.height / 2));
}"""


def steps(*names):
    for name in names:
        slug, _, number = name.partition(".")
        lesson = lessons()[slug]
        for at in [int(number)] if number else range(1, len(lesson.steps) + 1):
            yield lesson, at, lesson.steps[at - 1]


def out_of_sight(page, *names):
    return page.evaluate(OUT_OF_SIGHT, {name: PARTS[name] for name in names})


def parts_of(step):
    """What a step offers at first."""
    asks = ("guess", "check") if step.question else ()
    return (*asks, *(() if step.guess_first else ("try",)), "why", "next")


def answer(page, step):
    """Make a guess and check it."""
    if isinstance(CARDS[step.question].asks, Shape):
        expect_sketches(page)
    number = page.locator(f"{QUESTION} input[type=number]")
    if number.count():
        number.fill("5")
    else:
        page.locator(f"{QUESTION} :is(.choose button, [data-testid=stButtonGroup] button)").locator(
            "visible=true"
        ).first.click()
    page.locator(PARTS["check"]).click()
    expect(page.locator(PARTS["check"])).to_have_count(0)
    settle(page)


def expect_sketches(page):
    """Sketches to choose from are buttons, two by two."""
    sketches = page.locator(f"{QUESTION} .choose button")
    expect(sketches).to_have_count(4)
    boxes = [sketch.bounding_box() for sketch in sketches.all()]
    assert len({round(box["x"]) for box in boxes}) == len({round(box["y"]) for box in boxes}) == 2
    assert all(box["width"] >= 120 for box in boxes)


def test_guess_check_try_why_and_next_are_in_sight_together_on_a_laptop(app, new_page):
    page = go(new_page(viewport=LAPTOP), f"{app}/")
    for lesson, number, step in steps("order", *TALLEST):
        go_on(page, f"{app}/{link(lesson, number)}")
        assert (step.title, out_of_sight(page, *parts_of(step))) == (step.title, [])


def test_a_verdict_takes_the_place_of_the_form_and_leaves_the_picture_where_it_is(app, new_page):
    page = go(new_page(viewport=LAPTOP), f"{app}/")
    for lesson, number, step in steps("clock.5", "context.4", "order.3"):
        go_on(page, f"{app}/{link(lesson, number)}")
        picture = page.locator(".st-key-lesson_shown")
        before = picture.bounding_box()
        answer(page, step)
        assert out_of_sight(page, "try", "why", "next") == []
        if not step.guess_first:
            assert picture.bounding_box()["y"] == before["y"]
        page.locator(PARTS["why"]).click()
        expect(page.locator(".st-key-lesson_why")).to_be_in_viewport(ratio=0.9)
        settle(page)
        assert out_of_sight(page, "next") == []
        page.locator(PARTS["next"]).click()
        expect(page.get_by_role("heading", name=lesson.steps[number].title, exact=True)).to_be_visible()
        settle(page)


def test_on_a_phone_the_verdict_is_seen_then_its_picture_then_what_there_is_to_try(app, new_page):
    page = go(new_page(viewport=PHONE), f"{app}/")
    for lesson, number, step in steps("order.2", "order.3", "context.4"):
        go_on(page, f"{app}/{link(lesson, number)}")
        assert out_of_sight(page, "why", "next") == []
        for part in ("guess", "check"):
            page.locator(PARTS[part]).locator("visible=true").first.scroll_into_view_if_needed()
            assert out_of_sight(page, "why", "next") == []
        answer(page, step)
        verdict = page.locator(f"{QUESTION} p:has(> strong)").first
        expect(verdict).to_be_in_viewport(ratio=1)
        assert verdict.evaluate(IS_ON_TOP), step.title
        room = page.locator(".st-key-lesson_room > :has(> .st-key-lesson_shown)")
        in_order = [page.locator(".st-key-lesson_answer"), page.locator(PARTS["try"]), room]
        tops = [part.bounding_box()["y"] for part in in_order if part.count()]
        assert tops == sorted(tops)
        page.locator(PARTS["try"]).scroll_into_view_if_needed()
        expect(page.locator(PARTS["try"])).to_be_in_viewport(ratio=1)
        page.locator(PARTS["why"]).click()
        expect(page.locator(".st-key-lesson_why")).to_be_in_viewport()
        settle(page)
        assert out_of_sight(page, "next") == []


def test_on_a_phone_a_picture_is_whole_and_stays_above_its_words_where_it_leaves_room(app, new_page):
    page = go(new_page(viewport=PHONE), f"{app}/")
    for lesson, number, step in steps("order.1", "order.6", "order.8"):
        go_on(page, f"{app}/{link(lesson, number)}")
        shown = page.locator(".st-key-lesson_shown")
        place = shown.locator("xpath=..")
        hidden = "each => [each.scrollHeight - each.clientHeight, getComputedStyle(each).overflowY]"
        assert place.evaluate(hidden) == [0, "visible"], step.title
        is_tall = shown.bounding_box()["height"] > 0.6 * PHONE["height"]
        assert (place.get_attribute("data-tall") is not None) == is_tall
        top = shown.bounding_box()["y"]
        if is_tall:  # between what is to be seen and what is to be done
            said, done = (page.locator(f".st-key-lesson_{part} p").first.bounding_box() for part in ("text", "try"))
            assert said["y"] < top < done["y"]
        else:
            page.locator("[data-testid=stMain]").evaluate("main => { main.scrollTop = main.scrollHeight }")
            assert 0 <= shown.bounding_box()["y"] <= top


def test_what_was_moved_in_a_step_outlives_its_reason(app, new_page):
    page = go(new_page(viewport=LAPTOP), f"{app}/{link(lessons()['order'], 1)}")
    page.get_by_role("switch").first.click()
    page.wait_for_url("**positions=on**")
    page.locator(PARTS["why"]).click()
    expect_address(page, step="order.1", unfolded="true", positions="on")


def test_a_lesson_ends_with_a_card_that_can_be_kept(app, new_page):
    lesson = lessons()["order"]
    page = go(new_page(viewport=LAPTOP), f"{app}/{link(lesson, 7)}")
    answer(page, lesson.steps[6])
    page.locator(PARTS["next"]).click()
    expect(page.get_by_role("heading", name=lesson.steps[7].title, exact=True)).to_be_visible()
    settle(page)
    page.get_by_role("link", name=FRAME["On: ending"]).click()
    card = page.locator(".lesson-card")
    expect(card).to_contain_text("You guessed")
    settle(page)
    assert "guess=true" in page.url
    with page.expect_download() as download:
        page.get_by_role("button", name="SVG").click()
    drawing = download.value.path().read_text("utf-8")
    assert re.search(r"<text[^>]*>“Beyond its last row", drawing)
    again = go(new_page(), page.url)  # shared
    expect(again.locator(".lesson-card")).to_contain_text("You guessed")


def test_words_stand_beside_the_picture_on_a_projector(app, new_page):
    page = go(new_page(viewport=LAPTOP), f"{app}/")
    for lesson, number, step in steps("order.1", "clock.1", "words.4"):
        go_on(page, f"{app}/{link(lesson, number, projector=True)}")
        words, room = (page.locator(f".st-key-lesson_{part}").bounding_box() for part in ("text", "room"))
        assert words["x"] + words["width"] <= room["x"], step.title
        assert abs(words["y"] - room["y"]) < 5, step.title
        assert room["x"] + room["width"] <= LAPTOP["width"], step.title


def test_a_choice_of_a_step_is_lit_at_the_first_click(app, new_page):
    page = go(new_page(viewport=LAPTOP), f"{app}/{link(lessons()['order'], 5)}")
    buttons = page.locator(".st-key-lesson_try")
    for alternatives in lessons()["order"].steps[4].choices:
        for name in reversed(alternatives.names.values()):
            button = buttons.get_by_role("radio", name=name, exact=True)
            button.click()
            settle(page)
            expect(button).to_have_attribute("aria-checked", "true")


def test_quick_keys_do_not_load_the_page_anew(open_room):
    page = open_room("?step=order.1&unfolded=true")
    page.evaluate("() => { window.isHere = true }")
    for key in ["PageDown"] * 7 + ["PageUp"] * 5:
        page.keyboard.press(key)
        page.wait_for_timeout(80)  # a quick hand
    settle(page)
    assert page.evaluate("() => window.isHere")
