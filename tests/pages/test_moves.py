"""Five moves: each shows its sentence, its room's picture and its control, and leads on."""

import re

import pytest

from core.teach.lesson import lessons
from core.teach.lesson_link import read_lesson_link
from core.teach.room_address import MOVES
from pages.teach import moves
from tests.pages.test_rooms import visit
from tests.patterns import page_words

WORDS = page_words("teach/moves")


def visit_move(number):
    there = MOVES[number - 1].address
    return visit(there.room, {**{name: values[0] for name, values in there.settings.items()}, "move": f"{number}"})


@pytest.mark.parametrize("number", range(1, len(MOVES) + 1))
def test_a_move_is_a_sentence_a_picture_and_the_way_on(number):
    app = visit_move(number)
    assert [title.value for title in app.title] == [WORDS[f"Move: {number}"]]
    body = next(each.proto.body for each in app.get("html") if 'class="moves"' in each.proto.body)
    onward = re.search(r'<a href="([^"]*)"[^>]* rel="next"', body)[1]
    first = next(iter(lessons().values()))
    assert (
        onward.partition("?")[0]
        == (moves.address(number + 1) if number < len(MOVES) else f"./?step={first.slug}.1").partition("?")[0]
    )
    assert set(MOVES[number - 1].controls) <= {each.key for each in app.select_slider}


@pytest.mark.parametrize("text", ["0", "6", "x", "", "1e9", "١"])
def test_what_names_no_move_is_none(text):
    assert read_lesson_link({"move": [text]}, lessons()).move == 0


def test_the_moves_take_ninety_seconds():  # eighteen words and a drag in eighteen seconds each
    assert all(len(WORDS[f"Move: {number}"].split()) <= 20 for number in range(1, len(MOVES) + 1))
