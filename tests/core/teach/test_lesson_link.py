"""What an address asks for beside a room's settings: read, cut to measure, or named as ignored."""

from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.teach.lesson import NAME, Lesson, Step
from core.teach.lesson_link import MOST_KEPT, NOTE, TITLE, Guide, read_guide


def step(title, *controls):
    return Step(title, "clocks", MappingProxyType({}), controls, "", "Words.")


LESSON = Lesson("two-clocks", "Two clocks", 12, "Goal", (step("One", "base"), step("Two", "d_model", "length")))
LESSONS = {"two-clocks": LESSON}


def test_a_plain_address_asks_for_nothing():
    assert read_guide({}, LESSONS) == Guide()


def test_a_step_says_which_controls_stay():
    guide = read_guide({"step": ["two-clocks.2"], "keep": ["base"], "title": ["mine"]}, LESSONS)
    assert guide == Guide(LESSON, 2, ("d_model", "length"))
    assert guide.step.title == "Two"


def test_a_teachers_link_keeps_controls_title_and_note():
    asked = {"keep": ["base", "base", "at_pair"], "title": [" a\tb "], "note": ["one\ntwo"], "projector": ["true"]}
    assert read_guide(asked, LESSONS) == Guide(
        kept=("base", "at_pair"), title="a b", note="one\ntwo", projector=True
    )


def test_a_link_may_keep_no_control():
    assert read_guide({"keep": [""]}, LESSONS).kept == ()


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
def test_what_cannot_be_is_named(asked, ignored):
    assert read_guide(asked, LESSONS).ignored == (ignored,)


def test_of_many_controls_the_first_are_kept():
    guide = read_guide({"keep": [f"c{i}" for i in range(40)]}, LESSONS)
    assert guide.kept == tuple(f"c{i}" for i in range(MOST_KEPT))
    assert guide.ignored == (f"keep: of 40 controls the first {MOST_KEPT} are kept.",)


words = st.lists(
    st.text(max_size=60) | st.sampled_from(["two-clocks.1", "two-clocks.9", "base", "true"]), max_size=4
)


@given(
    st.dictionaries(st.sampled_from(["step", "keep", "title", "note", "projector"]), words, max_size=5),
    st.integers(1, 300),
)
def test_no_address_is_refused(asked, times):
    guide = read_guide({name: [value * times for value in values] for name, values in asked.items()}, LESSONS)
    assert 1 <= guide.number <= 2
    assert all(NAME.fullmatch(name) for name in guide.kept or ())
    assert len(guide.title) <= TITLE + 1
    assert len(guide.note) <= NOTE + 1
    assert all(len(sentence) < 200 for sentence in guide.ignored)
    assert not set(guide.title + guide.note.replace("\n", "")) & {chr(i) for i in range(32)}
