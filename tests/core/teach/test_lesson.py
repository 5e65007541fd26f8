"""Lessons as files, as links, and of a teacher's own steps."""

import re
from urllib.parse import parse_qs, quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numeric.numerals import minus
from core.schemes.sinusoidal import sinusoidal
from core.teach.lesson import CONTENTS, Alternatives, Lesson, Step, lessons, read_lesson
from core.teach.lesson_link import MOST_STEPS, NAMES, LessonLink, read_lesson_link
from core.teach.live.question import CLAIM, MOST, OPTION, Question
from core.teach.own_step import LONGEST, MOST_OWN_CONTROLS, NOTE, TITLE, OwnStep, read_own_step
from core.teach.room_address import NAME, RoomAddress, room_address
from tests.support.untrusted import OFTEN, damaged, texts

# ---- Lessons as files and as links.

# ---- How lessons are read, and that the existing ones keep the rules.

TEXT = """# Two clocks
Minutes: 12

Afterwards one can read them.

## The first
Room: clocks
Settings: d_model=16 layers=1 layers=2 text=a+b%26c
Controls: d_model, length
Question: pairs

Look at it.

### Try
Move `d_model`.

### Why
It turns.

Twice.

## The second
Room: home
Controls: base

Nothing moves.

### Try
Wait.

### Why
Nothing moved.

## In short

Hands *turn*.
"""


def test_a_lesson_is_read_with_its_steps():
    lesson = read_lesson("two", TEXT)
    assert (lesson.title, lesson.minutes, lesson.goal) == ("Two clocks", 12, "Afterwards one can read them.")
    assert (lesson.summary, lesson.questions) == ("Hands *turn*.", ("pairs",))
    first, second = lesson.steps
    assert first == Step(
        "The first",
        RoomAddress("clocks", {"d_model": ("16",), "layers": ("1", "2"), "text": ("a b&c",)}),
        ("d_model", "length"),
        "pairs",
        "Look at it.",
        "Move `d_model`.",
        "It turns.\n\nTwice.",
    )
    assert (second.address, second.question) == (RoomAddress("home", {}), "")


def test_a_picture_may_wait_for_the_guess():
    later = TEXT.replace("Question: pairs", "Question: pairs\nPicture: after the guess")
    assert [step.guess_first for step in read_lesson("two", later).steps] == [True, False]
    refused = "Picture of step 'The first' must be 'after the guess', of a step with a question, got 'never'"
    with pytest.raises(ValueError, match=f"^{refused}$"):
        read_lesson("two", later.replace("after the guess", "never"))
    with pytest.raises(ValueError, match="of a step with a question, got 'after the guess'"):
        read_lesson("two", later.replace("Question: pairs\n", ""))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Minutes: 12", "Minutes: ages", "lesson 'two' must begin with a title, minutes, an empty line and its"),
        ("## The second", "### The second", "lesson 'two' must have at least 2 steps and then its summary, got 2"),
        ("## In short", "## At length", "lesson 'two' must end with the section 'In short', got 'At length"),
        ("Room: home\n", "", "step 'The second' must have a line Room, and may have Settings and Controls, got "),
        ("Room: home", "Room: ../home", "a name in a room's address must be small letters, digits and _, got '../"),
        ("Controls: base", "Controls: Base", "a control of step 'The second' must be named in small letters"),
        ("Controls: base", "Controls: a b c d", "controls of step 'The second' must be at most 3, got 4"),
        ("Controls: base", "Shows: both", "Shows of step 'The second' must be one of the first picture, "),
        ("Controls: base", "Choose: text: a=b", "Choose of step 'The second' must be setting: value=name | "),
        ("### Why\nNothing", "Nothing", "step 'The second' must have a text, then ### Try and ### Why, got "),
    ],
)
def test_a_lesson_with_missing_or_wrong_lines_is_refused(old, new, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        read_lesson("two", TEXT.replace(old, new))


def test_all_lessons_are_there_in_their_order():
    assert tuple(lessons()) == CONTENTS


@pytest.mark.parametrize("slug", CONTENTS)
def test_a_lesson_fits_into_a_class(slug):
    lesson = lessons()[slug]
    assert 10 <= lesson.minutes <= 20
    assert 5 <= len(lesson.steps) <= 9
    assert sum(bool(step.question) for step in lesson.steps) >= 2


def test_a_lesson_ends_with_a_question_of_an_earlier_one():
    asked = []
    for lesson in lessons().values():
        assert (lesson.recall in asked) == bool(asked), lesson.slug  # the first has none before it
        asked += lesson.questions


def test_the_row_that_the_first_lesson_works_out_by_hand_is_that_of_its_picture():
    step = next(each for each in lessons()["order"].steps if each.address.room == "matrix")
    d_model, row = (int(step.address.settings[name][0]) for name in ("d_model", "position"))
    numbers = sinusoidal([row], d_model)[0]
    assert (d_model, row) == (4, 3)
    worked_out = minus(", ".join(f"{number:.4f}" for number in numbers))
    assert worked_out in step.why
    assert worked_out not in step.text + step.task  # it is asked first


def test_a_step_offers_a_few_values_of_a_setting_and_one_of_two_pictures():
    lines = "Choose: text: a+b%26c=one text | x=y=another\nShows: the second picture\nControls: d_model, length"
    step = read_lesson("two", TEXT.replace("Controls: d_model, length", lines)).steps[0]
    assert step.choices == (Alternatives("text", {"a b&c": "one text", "x=y": "another"}),)
    assert step.shows == 2


# ---- Requests of an address besides a room's settings are read, cut, or named as ignored.


def step(title, *controls):
    return Step(title, room_address("clocks"), controls, "", "Text.", "Try.", "Why.")


STEPS = (step("One", "base"), step("Two", "d_model", "length"))
LESSON = Lesson("two-clocks", "Two clocks", 12, "Goal", STEPS, "In short")
LESSONS = {"two-clocks": LESSON}


def test_a_plain_address_asks_for_nothing():
    assert read_lesson_link({}, LESSONS) == LessonLink()


def test_a_step_says_which_controls_stay():
    link = read_lesson_link({"step": ["two-clocks.2"], "keep": ["base"], "title": ["mine"]}, LESSONS)
    assert link == LessonLink(LESSON, 2)
    assert link.controls == ("d_model", "length")
    assert link.step.title == "Two"


def test_a_teachers_link_keeps_controls_title_and_note():
    query = {"keep": ["base", "base", "at_pair"], "title": [" a\tb "], "note": ["one\ntwo"], "projector": ["true"]}
    assert read_lesson_link(query, LESSONS) == LessonLink(
        teacher_step=OwnStep("a b", "one\ntwo", ("base", "at_pair")), projector=True
    )


@pytest.mark.parametrize(("value", "unfolded"), [("true", True), ("yes", False), ("", False)])
def test_a_step_may_be_unfolded(value, unfolded):
    assert read_lesson_link({"step": ["two-clocks.1"], "unfolded": [value]}, LESSONS).unfolded is unfolded


def test_a_link_names_the_question_that_it_comes_from():
    read = [read_lesson_link({"question": [name]}, LESSONS, {"swamp"}).question for name in ("swamp", "<b>", "")]
    assert read == ["swamp", "", ""]


def test_a_link_may_keep_no_control():
    assert read_lesson_link({"keep": [""]}, LESSONS).controls == ()


@pytest.mark.parametrize(
    ("query", "ignored"),
    [
        ({"ignored": ["address"]}, "the address, which was too long for a server on the way."),
        ({"step": ["two-clo"]}, "step=“two-clo” names no lesson."),
        ({"step": ["other.1"]}, "step=“other.1” names no lesson."),
        ({"step": [""]}, "step=“” names no lesson."),
        ({"step": ["x" * 100_000]}, f"step=“{'x' * 40}…” names no lesson."),
        ({"step": ["two-clocks.0"]}, "step=two-clocks.0: the steps of this lesson are 1 to 2."),
        ({"step": ["two-clocks.99"]}, "step=two-clocks.99: the steps of this lesson are 1 to 2."),
        ({"keep": ["</style>"]}, "keep=“</style>” names no control."),
        ({"title": ["t" * 81]}, "title: of 81 characters the first 80 are shown."),
        ({"note": ["n" * 100_000]}, "note: of 100,000 characters the first 1,000 are shown."),
    ],
)
def test_an_ignored_value_of_a_link_is_named(query, ignored):
    assert read_lesson_link(query, LESSONS).ignored == (ignored,)


def test_of_many_controls_the_first_are_kept():
    link = read_lesson_link({"keep": [f"c{i}" for i in range(40)]}, LESSONS)
    assert link.controls == tuple(f"c{i}" for i in range(MOST_OWN_CONTROLS))
    assert link.ignored == (f"keep: of 40 controls the first {MOST_OWN_CONTROLS} are kept.",)


words = st.lists(
    st.text(max_size=60) | st.sampled_from(["two-clocks.1", "two-clocks.9", "base", "true"]), max_size=4
)


@given(
    st.dictionaries(st.sampled_from(["step", "keep", "title", "note", "projector"]), words, max_size=5),
    st.integers(1, 300),
)
def test_every_address_gives_a_valid_lesson_link(query, times):
    link = read_lesson_link({name: [value * times for value in values] for name, values in query.items()}, LESSONS)
    assert 1 <= link.number <= 2
    assert all(NAME.fullmatch(name) for name in link.controls or ())
    assert len(link.teacher_step.title) <= TITLE + 1
    assert len(link.teacher_step.note) <= NOTE + 1
    assert all(len(sentence) < 200 for sentence in link.ignored)
    assert not set(link.teacher_step.title + link.teacher_step.note.replace("\n", "")) & {chr(i) for i in range(32)}


# ---- Several steps and a teacher's own question in one address: read back as written, or named as ignored.

ROOMS = {"waves": {"dims", "base"}, "clocks": {"base"}, "home": ()}
QUESTION_QUERY = {"ask": ["Which?"], "choice": ["one", "two"], "right": ["2"]}
QUESTION = Question("choices", text="Which?", options=("one", "two"), truth=1)


def read(*steps, **query):
    return read_lesson_link({"go": list(steps)} | query, {}, (), ROOMS)


def test_a_link_of_several_steps_shows_the_one_it_stands_at():
    steps = ("waves?dims=3;base=500;title=Look", "clocks?note=a;keep=base", "home")
    link = read(*steps, at=["2"], projector=["true"], title=["of no step"])
    assert link.teacher_step == OwnStep("", "a", ("base",), address=room_address("clocks"), source_text=steps[1])
    assert [step.address for step in link.steps] == [
        room_address("waves", "dims=3 base=500"),
        room_address("clocks"),
        room_address("home"),
    ]
    assert (link.number, link.controls, link.projector, link.is_one_of_several) == (2, ("base",), True, True)
    assert link.ignored == ()
    assert read(*steps).teacher_step.title == "Look"
    assert read(*steps, at=["3"]).controls == ()  # without "keep" no control stays


def test_a_question_stands_in_a_link_of_one_step_and_of_several():
    assert read_lesson_link(QUESTION_QUERY, {}).teacher_step == OwnStep(asks=QUESTION)
    assert read("home?ask=Which?;choice=one;choice=two;right=2").teacher_step.asks == QUESTION


printable = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=20)


@given(printable, printable, st.lists(printable, min_size=2, max_size=6, unique=True), st.integers(1, 6))
def test_texts_come_back_as_they_were_written(title, note, options, right):
    right = min(right, len(options))
    pairs = [("title", title), ("note", note), ("ask", title), *(("choice", each) for each in options)]
    escaped = [(name, "".join(quote(c) if c in "%;+" else c for c in text)) for name, text in pairs]
    step_text = "waves?" + ";".join(f"{name}={text}" for name, text in [*escaped, ("right", str(right))])
    query = parse_qs(urlencode({"go": [step_text, "home"]}, doseq=True))  # as an address carries it
    link = read_lesson_link(query, {}, (), ROOMS)
    assert link.ignored == ()
    assert (link.teacher_step.title, link.teacher_step.note) == (title, note)
    assert link.teacher_step.asks == Question("choices", text=title, options=tuple(options), truth=right - 1)


@pytest.mark.parametrize(
    ("step", "ignored"),
    [
        ("//evil.example/waves?dims=3", "go=“//evil.example/waves” names no room."),
        ("javascript:alert(1)", "go=“javascript:alert(1)” names no room."),
        ("", "go=“” names no room."),
        ("../waves", "go=“../waves” names no room."),
        ("waves?go=clocks", "a step in waves that is itself a step of a lesson."),
        ("waves?step=order.1", "a step in waves that is itself a step of a lesson."),
        ("waves?at=2", "a step in waves that is itself a step of a lesson."),
        ("waves?" + "dims=1;" * 100, "a step in waves with more than 80 values."),
        ("waves?note=" + "x" * LONGEST, f"a step of {LONGEST + 11:,} characters; {LONGEST:,} is the most."),
    ],
)
def test_a_step_that_cannot_be_shown_is_named_and_left_out(step, ignored):
    link = read("clocks", step, "home", at=["2"])
    assert [each.address.room for each in link.steps] == ["clocks", "home"]
    assert link.teacher_step.address.room == "home"
    assert link.ignored == (ignored,)
    assert read(step).steps == ()


def test_a_setting_that_its_room_does_not_declare_is_ignored():
    step, ignored = read_own_step("waves?dims=3;sentence=x;projector=true", ROOMS)
    assert step.address == room_address("waves", "dims=3")
    assert ignored == ("“sentence” is no setting of waves.", "“projector” is no setting of waves.")


def test_a_teachers_note_in_a_step_is_cut_to_its_limit():
    step, ignored = read_own_step("waves?note=" + "x" * 3000, ROOMS)
    assert len(step.note) == NOTE + 1
    assert ignored == ("note: of 3,000 characters the first 1,000 are shown.",)


@pytest.mark.parametrize("at", ["0", "9", "x", "-1", "1e9", "９"])
def test_a_step_that_is_not_there_is_the_nearest_one(at):
    link = read("clocks", "home", at=[at])
    assert link.number == (2 if at == "9" else 1)
    assert link.ignored == (f"at=“{at}”: the steps of this lesson are 1 to 2.",)


def test_of_many_steps_the_first_are_shown():
    link = read(*["clocks"] * 400)
    assert len(link.steps) == MOST_STEPS
    assert link.ignored == (f"go: of 400 steps the first {MOST_STEPS} are shown.",)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"ask": [""]}, "text must be 1 to 160 characters long, got ''"),
        ({"choice": list("abcdefg")}, "options must be a list of 2 to 6 texts, got"),
        ({"right": []}, "right must be a whole number from 1 to 2, got ''"),
    ],
)
def test_a_question_that_breaks_the_law_of_a_live_class_is_named(query, message):
    link = read_lesson_link(QUESTION_QUERY | query, {})
    assert link.teacher_step.asks is None
    (sentence,) = link.ignored
    assert sentence.startswith(f"the question: {message}")


pieces = st.sampled_from(
    ["waves", "?", ";", "=", "&", "%", "+", "%3B", "go", "ask", "choice", "right", "1", "keep"]
)

steps = st.lists(pieces | st.text(max_size=9), max_size=30).map("".join)


@given(st.lists(steps | steps.map("waves?".__add__), max_size=20), st.text(max_size=3), st.integers(1, 300))
def test_whatever_stands_in_a_link_is_read(go, at, times):
    link = read(*(step * times for step in go), at=[at])
    assert len(link.steps) <= MOST_STEPS
    assert 1 <= link.number <= max(len(link.steps), 1)
    assert all(step.address.room in ROOMS for step in link.steps)
    assert all(set(step.address.settings) <= set(ROOMS[step.address.room]) for step in link.steps)
    assert all(len(sentence) < 200 for sentence in link.ignored)
    for asks in (step.asks for step in link.steps if step.asks):
        assert len(asks.text) <= CLAIM
        assert 2 <= len(asks.options) <= MOST
        assert all(len(option) <= OPTION for option in asks.options)
        assert 0 <= asks.truth < len(asks.options)


OWN = "waves?dims=3;keep=base;title=Look;ask=Which%3B?;choice=one;choice=two;right=2"
parts = texts | damaged(st.sampled_from(["order.1", "clock.99", "true", "base", "address", "two sines", OWN]))
many = st.lists(parts, max_size=3) | parts.map(lambda part: [part] * 30)


@OFTEN
@given(st.dictionaries(st.sampled_from(NAMES), many, max_size=5))
def test_any_address_is_a_link_to_something(query):
    read_lesson_link(query, lessons(), (), {"waves": ("dims", "base")})
