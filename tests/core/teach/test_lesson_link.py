"""What an address asks for beside a room's settings: it is read, cut, or named as ignored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.teach.lesson import Lesson, Step
from core.teach.lesson_link import LessonLink, read_lesson_link
from core.teach.own_step import MOST_KEPT, NOTE, TITLE, OwnStep
from core.teach.room_address import NAME, room_address


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
        teacher_step=OwnStep("a b", "one\ntwo", ("base", "at_pair")), projector=True
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
    assert len(link.teacher_step.title) <= TITLE + 1
    assert len(link.teacher_step.note) <= NOTE + 1
    assert all(len(sentence) < 200 for sentence in link.ignored)
    assert not set(link.teacher_step.title + link.teacher_step.note.replace("\n", "")) & {chr(i) for i in range(32)}
