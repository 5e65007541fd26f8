"""Several steps and a teacher's own question in one address: read back as written, bounded, or named as ignored."""

from urllib.parse import parse_qs, quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.teach.lesson_link import MOST_STEPS, read_lesson_link
from core.teach.live.question import CLAIM, MOST, OPTION, Question
from core.teach.own_step import LONGEST, NOTE, OwnStep, read_own_step
from core.teach.room_address import room_address

ROOMS = {"waves": {"dims", "base"}, "clocks": {"base"}, "home": ()}
ASKED = {"ask": ["Which?"], "choice": ["one", "two"], "right": ["2"]}
QUESTION = Question("choices", text="Which?", options=("one", "two"), truth=1)


def read(*steps, **asked):
    return read_lesson_link({"go": list(steps)} | asked, {}, (), ROOMS)


def test_a_link_of_several_steps_shows_the_one_it_stands_at():
    steps = ("waves?dims=3;base=500;title=Look", "clocks?note=a;keep=base", "home")
    link = read(*steps, at=["2"], projector=["true"], title=["of no step"])
    assert link.teacher_step == OwnStep("", "a", ("base",), address=room_address("clocks"), written=steps[1])
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
    assert read_lesson_link(ASKED, {}).teacher_step == OwnStep(asks=QUESTION)
    assert read("home?ask=Which?;choice=one;choice=two;right=2").teacher_step.asks == QUESTION


texts = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=20)


@given(texts, texts, st.lists(texts, min_size=2, max_size=6, unique=True), st.integers(1, 6))
def test_texts_come_back_as_they_were_written(title, note, options, right):
    right = min(right, len(options))
    pairs = [("title", title), ("note", note), ("ask", title), *(("choice", each) for each in options)]
    escaped = [(name, "".join(quote(c) if c in "%;+" else c for c in text)) for name, text in pairs]
    written = "waves?" + ";".join(f"{name}={text}" for name, text in [*escaped, ("right", str(right))])
    asked = parse_qs(urlencode({"go": [written, "home"]}, doseq=True))  # as an address carries it
    link = read_lesson_link(asked, {}, (), ROOMS)
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


def test_what_no_room_declares_is_left_out_of_a_step():
    step, ignored = read_own_step("waves?dims=3;sentence=x;projector=true", ROOMS)
    assert step.address == room_address("waves", "dims=3")
    assert ignored == ("“sentence” is no setting of waves.", "“projector” is no setting of waves.")


def test_what_a_teacher_says_is_bound_in_a_step_as_elsewhere():
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
    ("asked", "message"),
    [
        ({"ask": [""]}, "text must be 1 to 160 characters long, got ''"),
        ({"ask": ["x" * 9_999]}, "text must be 1 to 160 characters long, got"),
        ({"choice": []}, "options must be a list of 2 to 6 texts, got []"),
        ({"choice": list("abcdefg")}, "options must be a list of 2 to 6 texts, got"),
        ({"choice": ["a", "a"]}, "options must be different from each other, got ['a', 'a']"),
        ({"choice": ["a", ""]}, "an option must be 1 to 60 characters long, got ''"),
        ({"right": []}, "right must be a whole number from 1 to 2, got ''"),
        ({"right": ["0"]}, "right must be a whole number from 1 to 2, got 0"),
        ({"right": ["3"]}, "right must be a whole number from 1 to 2, got 3"),
        ({"right": ["two"]}, "right must be a whole number from 1 to 2, got 'two'"),
    ],
)
def test_a_question_that_breaks_the_law_of_a_live_class_is_named(asked, message):
    link = read_lesson_link(ASKED | asked, {})
    assert link.teacher_step.asks is None
    (told,) = link.ignored
    assert told.startswith(f"the question: {message}")


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
