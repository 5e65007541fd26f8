"""Lessons as files and as links."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.teach.lesson import CONTENTS, Lesson, Step, lessons, read_lesson
from core.teach.lesson_link import LessonLink, read_lesson_link
from core.teach.own_step import MOST_KEPT, NOTE, TITLE, OwnStep
from core.teach.room_address import NAME, RoomAddress, room_address

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
Settings:
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
        (
            "Minutes: 12",
            "Minutes: ages",
            "lesson 'two' must begin with a title, minutes, an empty line and its goal, got "
            "'# Two clocks\\nMinutes: ages\\n\\nAfterwards one can read them.\\n\\n'",
        ),
        (
            "## The second",
            "### The second",
            "lesson 'two' must have at least 2 steps and then its summary, got 2",
        ),
        (
            "## In short",
            "## At length",
            "lesson 'two' must end with the section 'In short', got 'At length\\n\\nHands *turn*.\\n'",
        ),
        (
            "Room: home\n",
            "",
            "step 'The second' must have the lines Room, Settings and Controls, got "
            "['Settings:', 'Controls: base']",
        ),
        (
            "Controls: base",
            "Controls: base\nColour: red",
            "step 'The second' must have the lines Room, Settings and Controls, got "
            "['Room: home', 'Settings:', 'Controls: base', 'Colour: red']",
        ),
        (
            "Room: home",
            "Room: ../home",
            "a name in a room's address must be small letters, digits and _, got '../home'",
        ),
        (
            "Controls: base",
            "Controls: Base",
            "a control of step 'The second' must be named in small letters, digits and _, got 'Base'",
        ),
        ("Controls: base", "Controls: a b c d", "controls of step 'The second' must be at most 3, got 4"),
        (
            "### Why\nNothing moved.",
            "Nothing moved.",
            "step 'The second' must have a text, then ### Try and ### Why, got "
            "'Nothing moves.\\n\\n### Try\\nWait.\\n\\nNothing moved.'",
        ),
    ],
)
def test_another_form_is_refused(old, new, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        read_lesson("two", TEXT.replace(old, new))


def test_all_lessons_are_there_in_their_order():
    assert tuple(lessons()) == CONTENTS


@pytest.mark.parametrize("slug", CONTENTS)
def test_a_lesson_fits_into_a_class(slug):
    lesson = lessons()[slug]
    assert 10 <= lesson.minutes <= 20
    assert 5 <= len(lesson.steps) <= 9
    assert sum(bool(step.question) for step in lesson.steps) >= 2


# ---- What an address asks for beside a room's settings: it is read, cut, or named as ignored.


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
    asked = {"keep": ["base", "base", "at_pair"], "title": [" a\tb "], "note": ["one\ntwo"], "projector": ["true"]}
    assert read_lesson_link(asked, LESSONS) == LessonLink(
        own=OwnStep("a b", "one\ntwo", ("base", "at_pair")), projector=True
    )


@pytest.mark.parametrize(("said", "unfolded"), [("true", True), ("yes", False), ("", False)])
def test_a_step_may_be_unfolded(said, unfolded):
    assert read_lesson_link({"step": ["two-clocks.1"], "unfolded": [said]}, LESSONS).unfolded is unfolded


def test_a_link_names_the_question_that_it_comes_from():
    read = [read_lesson_link({"question": [name]}, LESSONS, {"swamp"}).question for name in ("swamp", "<b>", "")]
    assert read == ["swamp", "", ""]


def test_a_link_may_keep_no_control():
    assert read_lesson_link({"keep": [""]}, LESSONS).controls == ()


@pytest.mark.parametrize(
    ("asked", "ignored"),
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
def test_what_cannot_be_used_is_named(asked, ignored):
    assert read_lesson_link(asked, LESSONS).ignored == (ignored,)


def test_of_many_controls_the_first_are_kept():
    link = read_lesson_link({"keep": [f"c{i}" for i in range(40)]}, LESSONS)
    assert link.controls == tuple(f"c{i}" for i in range(MOST_KEPT))
    assert link.ignored == (f"keep: of 40 controls the first {MOST_KEPT} are kept.",)


words = st.lists(
    st.text(max_size=60) | st.sampled_from(["two-clocks.1", "two-clocks.9", "base", "true"]), max_size=4
)


@given(
    st.dictionaries(st.sampled_from(["step", "keep", "title", "note", "projector"]), words, max_size=5),
    st.integers(1, 300),
)
def test_no_address_is_refused(asked, times):
    link = read_lesson_link({name: [value * times for value in values] for name, values in asked.items()}, LESSONS)
    assert 1 <= link.number <= 2
    assert all(NAME.fullmatch(name) for name in link.controls or ())
    assert len(link.own.title) <= TITLE + 1
    assert len(link.own.note) <= NOTE + 1
    assert all(len(sentence) < 200 for sentence in link.ignored)
    assert not set(link.own.title + link.own.note.replace("\n", "")) & {chr(i) for i in range(32)}
