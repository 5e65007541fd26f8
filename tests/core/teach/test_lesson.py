"""How lessons are read, and that the existing ones keep the rules."""

import re

import pytest

from core.teach.lesson import CONTENTS, Step, lessons, read_lesson
from core.teach.room_address import RoomAddress

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
