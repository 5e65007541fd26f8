"""Every step of every lesson opens its room as it says, with its controls; a link says what it ignores."""

import json
import re
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qs

import pytest

from core.long_context.trained.reading import READERS
from core.teach.lesson import lessons
from core.teach.questions import CARDS
from pages.shared.contents import ALL, ROOMS
from pages.shared.glossary import explain_terms
from pages.shared.lesson_link import of_steps
from pages.shared.plain_markdown import paragraphs, spans
from pages.shared.words import read
from pages.teach import handout, lesson_way, own_handout
from pages.teach.lesson_way import link
from pages.teach.question_words import because, settle_card
from tests.colours import WORDS as COLOURS
from tests.colours import colour_words
from tests.pages.charts import charts
from tests.pages.looks import colours_of, mounted
from tests.patterns import page_words
from tests.support.rooms import html, visit
from tests.support.sliders import slider_text, sliders

WORDS, ROOM_WORDS = read(lesson_way.WORDS), page_words("lessons")
QUESTION_WORDS = page_words("questions")
STEPS = [(lesson, number) for lesson in lessons().values() for number in range(1, len(lesson.steps) + 1)]
STEP_NAMES = [f"{lesson.slug}.{number}" for lesson, number in STEPS]


@pytest.mark.parametrize(("lesson", "number"), STEPS, ids=STEP_NAMES)
def test_a_step_opens_its_room_with_its_settings_and_controls_and_names_colours_that_it_shows(lesson, number):
    step = lesson.steps[number - 1]
    record = ROOMS[step.address.room]
    assert step.address.settings.keys() <= {*record.settings, *record.address}
    assert {name for name in step.controls if name in ALL} <= set(record.settings)  # others are hidden
    app = visit(step.address.room, {**step.address.settings, "step": [f"{lesson.slug}.{number}"]})
    assert [text.value for text in app.main.markdown[:2]] == [f"# {step.title}", explain_terms(step.text)[0]]
    assert not any(step.why[:40] in text.value for text in app.main.markdown)
    assert not any(WORDS["Ignored"] in caption.value for caption in app.caption)
    assert [name for name in step.controls if name not in app.session_state] == []
    assert {name: asked_of(app, name) for name in step.address.settings} == {
        name: list(values) for name, values in step.address.settings.items()
    }
    named, shown = colour_words(f"{step.text} {step.task} {step.why}"), colours_of(app)
    assert not {word for word in named if not COLOURS[word] & shown}


def asked_of(app, name):
    """Present value of a setting, as an address writes it."""
    if name in sliders(app):
        texts = slider_text(app, name)
        return texts if isinstance(texts, list) else [texts]
    value = app.session_state[name] if name in app.session_state else app.query_params[name]
    values = value if isinstance(value, list | tuple) else [value]
    return [str(one).lower() if isinstance(one, bool) else str(one) for one in values]


def test_an_address_of_a_step_that_showed_another_view_shows_the_way_to_its_picture():
    app = visit("rope", {"rotary_view": "Score", "step": "rope.2"})
    assert any(caption.value == WORDS["Elsewhere"] for caption in app.caption)
    assert 'href="rope?m=12&amp;n=5&amp;' in html(app)


def test_an_address_that_names_a_step_alone_opens_the_step_in_its_room():
    app = visit("home", {"step": "order.3", "projector": "true"})
    assert {name: app.query_params[name] for name in ("length", "step", "projector")} == {
        "length": "16",
        "step": "order.3",
        "projector": "true",
    }
    assert not any(caption.value == WORDS["Elsewhere"] for caption in app.caption)


@pytest.mark.parametrize("name", ["order.2", "order.3"])
def test_a_question_stands_in_the_place_of_a_picture_that_answers_it(name):
    lesson, number = STEPS[STEP_NAMES.index(name)]
    step = lesson.steps[number - 1]
    query = {**step.address.settings, "step": [name]}
    app = visit(step.address.room, query)
    assert any(caption.value == WORDS["Guess first"] for caption in app.caption)
    assert ".st-key-lesson_try)) { display: none }" in html(app)
    unfolded = visit(step.address.room, query | {"unfolded": "true"})
    assert not any(caption.value == WORDS["Guess first"] for caption in unfolded.caption)
    assert "lesson_try))" not in html(unfolded)


def test_a_step_sets_a_value_by_a_touch():
    step = lessons()["order"].steps[4]
    app = visit(step.address.room, {**step.address.settings, "step": ["order.5"]})
    app.get_by_key("lesson_choose_read_by").set_value("sinusoidal").run()
    assert (app.query_params["read_by"], app.session_state["read_by"]) == ("sinusoidal", "sinusoidal")
    assert any("**sinusoidal** has a loss of 1.09" in markdown.value for markdown in app.main.markdown)
    app.get_by_key("lesson_choose_your_text").set_value(list(step.choices[1].names)[1]).run()
    assert any("**sinusoidal** has a loss of 0.84" in markdown.value for markdown in app.main.markdown)


def test_a_step_shows_only_the_readers_among_which_it_lets_choose():
    step = lessons()["order"].steps[4]
    names = set(step.choices[0].names)
    for query, shown in (({"step": ["order.5"]}, names), ({}, {*READERS})):
        app = visit(step.address.room, {**step.address.settings, **query})
        pictures = [json.loads(text) for text in mounted(app) if '"readers"' in text]
        assert [{each["name"] for each in picture["readers"]} for picture in pictures] == [shown]


def test_a_lesson_asks_again_at_its_end_what_an_earlier_one_asked():
    recall = lessons()["clock"].recall
    app = visit("lessons", {"ending": "clock"})
    app.get_by_key("recall_clock_guess").set_value(True).run()
    assert not charts(app)
    app.button(key="recall_clock_check").click().run()
    assert charts(app)[-1].alt.startswith(settle_card(recall).evidence.y)
    assert len(visit("lessons", {"ending": "clock", "projector": "true"}).button) == 0


LAYOUT = r"\b(left|right) (picture|panel|box)|\b[Ll]eft,|at the right|R²|\b(green|pink|violet|olive)\b"


def test_a_step_names_pictures_by_their_titles_and_lines_by_their_names():  # a phone stacks pictures
    texts = {name: lesson.steps[n - 1] for name, (lesson, n) in zip(STEP_NAMES, STEPS, strict=True)}
    matches = {name: re.search(LAYOUT, f"{step.text} {step.task} {step.why}") for name, step in texts.items()}
    assert not {name: each[0] for name, each in matches.items() if each}


def test_the_first_lesson_needs_no_probe():
    first = next(iter(lessons().values()))
    assert not any("probe" in f"{step.text} {step.task} {step.why}" for step in first.steps)


def test_a_step_unfolds_its_reason_and_the_answer_to_its_question_and_then_leads_on():
    lesson = lessons()["clock"]
    step = lesson.steps[4]
    app = visit("waves", {**step.address.settings, "step": ["clock.5"]})
    app.button(key="lesson_unfold").click().run()
    assert app.query_params["unfolded"] == "true"
    page = " ".join(text.value for text in app.main.markdown)
    for paragraph in step.why.split("\n\n"):
        assert paragraph in page
    assert QUESTION_WORDS["Answer: false"] in page
    assert charts(app)[-1].alt.startswith(settle_card(step.question).evidence.y)
    assert "lesson_unfold" not in [button.key for button in app.button]
    assert re.findall(r'rel="next" class="main">([^<]+)', html(app)) == [WORDS["On"]]


def test_each_term_is_marked_where_it_first_stands_beside_the_room_the_question_too():
    app = visit("waves", {"view": "Wavelengths", "step": ["clock.5"]})
    beside = [text.value for text in app.main.markdown]
    (claim,) = (text for text in beside if text.startswith("## "))
    assert "[encodings](#term-encoding " in claim
    assert sum(text.count("#term-base ") for text in beside) == 1


def test_a_checked_guess_takes_the_place_of_the_form_and_is_marked_in_the_picture():
    app = visit("similarity", {"d_model": "64", "step": ["dot-product.2"]})
    for guess in (5, 50):
        assert "you: " not in "".join(str(chart.spec) for chart in charts(app))
        app.number_input(key="lesson_dot-product_2_guess").set_value(guess).run()
        app.button(key="lesson_dot-product_2_check").click().run()
        assert f"you: {guess} tokens" in str(charts(app)[-1].spec)  # below the room's chart, which stays there
        assert len(app.number_input) == 0
        if guess == 5:  # after a right one nothing is left to guess
            app.button(key="lesson_dot-product_2_again").click().run()
    assert not [button for button in app.button if button.key == "lesson_dot-product_2_again"]


def test_the_last_step_leads_to_what_was_guessed_and_measured():
    lesson = lessons()["order"]
    app = visit("learned", {**lesson.steps[6].address.settings, "step": "order.7"})
    app.get_by_key("lesson_order_7_guess").set_value(True).run()  # the last question is not answered
    app.button(key="lesson_order_7_check").click().run()
    app.query_params.clear()
    app.query_params.update({"step": "order.8", **lesson.steps[7].address.settings})
    app.switch_page("pages/matrix.py").run()
    room, query = way(app, "next")
    assert (room, query) == ("lessons", {"ending": ["order"], "guess": ["", "", "true", ""]})
    card = html(visit(room, query))
    assert f"✗ {ROOM_WORDS('Ending: guess', guess='true')}" in card
    assert ROOM_WORDS("Ending: score", right=0, count=1) in card  # what was skipped is not counted as wrong
    assert paragraphs(lesson.summary) in card


def test_an_ending_shows_the_guesses_of_its_address_and_leads_to_the_next_lesson():
    query = {"ending": "order", "guess": ["false", "falls as 1/t", "<b>", ""]}
    app = visit("lessons", query)
    page = html(app)
    assert page.count("✓") == 2
    assert page.count(ROOM_WORDS["Ending: no guess"]) == 2
    for slug in lessons()["order"].questions:
        assert spans(because(CARDS[slug])) in page
    assert way(app, "next")[1]["step"] == ["clock.1"]
    assert way(app, "prev")[1]["step"] == ["order.8"]
    last = visit("lessons", {"ending": "four-trades", "projector": "true"})
    assert way(last, "next")[0] == "lessons"
    assert "guess" not in way(visit("matrix", {"step": "order.8", "projector": "true"}), "next")[1]


def test_a_step_leaves_out_the_rooms_title_and_common_mistake():
    app = visit("waves", {"step": ["clock.2"]})
    assert not app.title
    assert not any("Common mistake" in text.value for text in app.main.markdown)


def test_a_steps_link_says_room_settings_and_step():
    lesson = next(iter(lessons().values()))
    address = link(lesson, 2, projector=True)
    room, _, query = address.partition("?")
    assert room == {"home": "./"}.get(lesson.steps[1].address.room, lesson.steps[1].address.room)
    assert query.endswith(f"step={lesson.slug}.2&projector=true")


def test_a_cut_link_opens_the_room_and_says_so():
    app = visit("similarity", {"step": "dot-prod"})
    assert app.caption[0].value == WORDS["Ignored"] + " step\\=“dot\\-prod” names no lesson\\."
    assert app.title[0].value == "Two positions"


def test_a_link_keeps_only_its_controls_and_names_those_that_do_not_exist():
    app = visit("similarity", {"keep": ["base", "no_such"], "title": "<i>T</i>", "note": "*n* <script>x</script>"})
    page = html(app)
    assert "<h2>&lt;i&gt;T&lt;/i&gt;</h2>" in page
    assert "*n* &lt;script&gt;x&lt;/script&gt;" in page
    assert ":not(.st-key-base):not(.st-key-no_such)" in page
    assert any("no\\_such" in caption.value for caption in app.caption)
    assert "preset" not in app.session_state


def test_a_hundred_kilobytes_of_note_are_cut_and_named():
    app = visit("waves", {"note": "x" * 100_000, "keep": "y" * 100_000})
    assert "of 100,000 characters the first 1,000" in app.caption[0].value.replace("\\", "")
    assert len(html(app)) < 60_000


TEACHER_STEPS = [
    "waves?dims=3;base=500;keep=base;title=Look *here*;note=*n* <b>;ask=Is it $x$?;choice=a *b*;choice=c;right=2",
    "clocks?ask=Which?;choice=one;choice=two;right=1",
    "home",
]


def way(app, rel):
    """Where a link of the way leads: room and query."""
    href = unescape(re.search(rf'href="([^"]+)" target="_self"[^>]*rel="{rel}"', html(app))[1])
    room, _, query = href.partition("?")
    return {"./": "home"}.get(room, room), parse_qs(query, keep_blank_values=True)


def test_a_student_goes_through_a_teachers_own_steps_and_answers_the_questions():
    app = visit("waves", {"dims": "3", "base": "500", "at": "1", "go": [*TEACHER_STEPS, "verified?go=home"]})
    assert [text.value for text in app.main.markdown[:2]] == ["# Look \\*here\\*", "## Is it \\$x\\$\\?"]
    assert WORDS("Place", number=1, last=3) in html(app)
    assert "*n* &lt;b&gt;" in html(app)
    assert ":not(.st-key-base):not([class*=st-key-lesson_]" in html(app)
    assert "verified that is itself a step of a lesson" in app.caption[0].value
    assert not app.title
    answer(app, 0)
    assert verdict_of(app) == QUESTION_WORDS(
        "Wrong", guess="a \\*b\\*", answer=QUESTION_WORDS("Answer: number", truth="c")
    )
    room, query = way(app, "next")
    assert (room, query["at"], query["go"]) == ("clocks", ["2"], TEACHER_STEPS)
    app = visit(room, query)
    assert app.main.markdown[0].value == "# Clocks"
    app.button(key="lesson_unfold").click().run()
    assert verdict_of(app) == QUESTION_WORDS("Answer: number", truth="one")
    answer(app, 0)
    assert verdict_of(app).startswith(QUESTION_WORDS("Right", guess="one", answer=""))
    assert way(app, "prev")[0] == "waves"
    app = visit(*way(app, "next"))
    assert WORDS("Place", number=3, last=3) in html(app)
    assert 'rel="next"' not in html(app)


def test_a_step_whose_view_is_gone_leads_to_the_view_in_its_place(monkeypatch):
    views = ROOMS["biases"].views._replace(formerly={"Gone": "compare:Timeline"})
    monkeypatch.setitem(ROOMS, "biases", replace(ROOMS["biases"], views=views))
    steps = ["clocks", "biases?bias_view=Gone;length=64;scheme=T5"]
    room, query = way(visit("clocks", {"at": "1", "go": steps}), "next")
    assert (room, query) == (
        "compare",
        {"compare_view": ["Timeline"], "length": ["64"], "at": ["2"], "go": steps},
    )
    app = visit(room, query)
    assert not any(WORDS["Elsewhere"] in caption.value for caption in app.caption)


def answer(app, choice):
    app.radio[0].set_value(choice).run()
    next(button for button in app.button if button.label == QUESTION_WORDS["Check"]).click().run()


def verdict_of(app):
    below = [text.value for text in app.main.markdown]
    return below[next(i for i, text in enumerate(below) if text.startswith("## ")) + 1]


def test_a_link_of_one_step_may_ask_a_question_beside_its_sliders_or_above_the_whole_row():
    question = {"ask": "Which?", "choice": ["one", "two"], "right": "2"}
    for query, shows_all in ((question, True), (question | {"keep": "base"}, False)):
        app = visit("similarity", query)
        assert app.title[0].value == "Two positions"
        assert (":not(.st-key-base)" in html(app)) != shows_all
        answer(app, 1)
        assert verdict_of(app).startswith(QUESTION_WORDS("Right", guess="two", answer=""))


def test_a_teachers_step_asked_for_in_another_room_shows_the_way():
    app = visit("verified", {"go": TEACHER_STEPS, "at": "2"})
    assert any(WORDS["Elsewhere"] in caption.value for caption in app.caption)
    assert 'href="clocks?at=2&amp;go=' in html(app)


def marks(page, heading):
    """Of each lesson, whether its card says this beside its minutes."""
    return [ROOM_WORDS[heading] in mark for mark in re.findall("<small>(.*?)</small>", page)]


def test_the_room_lists_every_lesson_and_its_handout_and_marks_the_first():
    app = visit("lessons", {})
    page = html(app)
    assert marks(page, "First") == [True, *[False] * (len(lessons()) - 1)]
    assert page.count('class="lesson-drawing"') == len(lessons())
    for lesson in lessons().values():
        assert f"step={lesson.slug}.1" in page
        assert f'href="{handout.handout_link(lesson)}"' in page
        assert any(lesson.title in text.value for text in app.main.markdown)


@pytest.mark.parametrize("lesson", lessons().values(), ids=lessons())
def test_a_handout_asks_and_leaves_the_answers_to_a_sheet_of_their_own(lesson):
    sheet, answers = handout.sheet(lesson, ROOM_WORDS), handout.answers(lesson, ROOM_WORDS)
    for number, step in enumerate(lesson.steps, 1):
        title = f"<h2>{number}. {step.title}</h2>"
        assert title in sheet
        assert title in answers
        assert paragraphs(step.text) in sheet
        assert spans(step.task) in sheet
        assert paragraphs(step.why) in answers
        assert paragraphs(step.why) not in sheet
    questions = [step.question for step in lesson.steps if step.question]
    reasons = [spans(because(CARDS[slug])) for slug in questions]
    assert all(reason in answers and reason not in sheet for reason in reasons)
    assert sheet.count("<svg") == answers.count("<svg") == len(questions)
    assert not re.search(r"<script|<button|src=", sheet + answers)


def test_a_teachers_steps_have_a_handout_with_their_words_as_plain_text():
    steps = of_steps(TEACHER_STEPS).steps
    sheet, answers = (make(steps, ROOM_WORDS) for make in (own_handout.own_sheet, own_handout.own_answers))
    for number, title in enumerate(("Look *here*", "Clocks", "Home"), 1):
        assert f"<h2>{number}. {title}</h2>" in sheet
    assert "<p>*n* &lt;b&gt;</p>" in sheet
    assert re.findall(r"[☐☑] [^<]+", sheet) == ["☐ a *b*", "☐ c", "☐ one", "☐ two"]
    assert re.findall(r"[☐☑] [^<]+", answers) == ["☐ a *b*", "☑ c", "☑ one", "☐ two"]
    assert "Home" not in answers  # it asks nothing
    app = visit("lessons", {"handout": [*TEACHER_STEPS, "verified?go=home"]})
    assert "verified that is itself a step of a lesson" in app.caption[0].value
    assert app.title[1].value == WORDS["Own"]
    assert [text.value for text in app.main.markdown][1:3] == [
        f"##### {ROOM_WORDS[f'Handout: {kind}']}" for kind in ("Sheet", "Answers")
    ]


def test_a_lesson_all_of_whose_questions_are_answered_is_marked_as_done():
    first, second, *_ = lessons().values()
    app = visit("lessons", {})
    app.session_state["questions_answered"] = dict.fromkeys((*first.questions, *second.questions[1:]), "")
    app.run()
    assert marks(html(app), "Done") == [True, *[False] * (len(lessons()) - 1)]


def test_an_unknown_handout_is_the_list():
    assert len(visit("lessons", {"handout": "<b>"}).toggle) == 1
