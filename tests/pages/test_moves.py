"""The five moves: one page whatever the number, which leads on, and to which the addresses of old moves lead."""

import re
from html import unescape

import numpy as np
import pytest

from components.kit.files import read_inline
from core.frequencies import inverse_frequencies
from core.teach.lesson import lessons
from core.teach.lesson_link import MOVES, read_lesson_link
from core.words.orders import every_order
from pages.teach import moves
from tests.patterns import page_words
from tests.support.rooms import visit

WORDS = page_words("teach/moves")


def shown(room, query):
    """HTML and data of the picture at an address."""
    app = visit(room, query)
    bodies = [str(element.proto.body) for element in app.get("html") if 'class="moves"' in element.proto.body]
    assert len(bodies) == 1
    assert not app.title
    return bodies[0]


@pytest.mark.parametrize("room", ["clocks", "waves", "rope", "stretch"])
def test_an_address_of_a_move_in_a_room_leads_to_the_moves(room):
    assert shown(room, {"base": "64", "move": "3"}) == shown("home", {"move": "3"})


def test_a_move_changes_nothing_that_the_server_sends():  # else the picture would begin anew instead of changing
    assert len({shown("home", {"move": f"{number}"}) for number in range(1, MOVES + 2)}) == 1


def test_each_move_leads_on_and_the_last_into_the_first_lesson_and_to_rooms():
    html = unescape(shown("home", {"move": "1"}))
    onward = re.findall(r'<a href="([^"]*)"[^>]* rel="next"', html)
    assert onward[:-1] == [moves.address(number) for number in range(2, MOVES + 2)]
    assert f"step={next(iter(lessons()))}.1" in onward[-1]
    assert re.findall(r'<a href="([^"]*)"[^>]* rel="prev"', html) == [moves.address(n) for n in range(1, MOVES + 1)]
    for room in moves.ROOMS:
        assert f'<a href="{room}"' in html


def test_every_number_comes_from_core():
    _, _, data = read_inline(shown("home", {"move": "1"}))
    every = every_order(512)
    differences = np.reshape(data["hundredths"]["position"], (-1, 6)) / 100
    np.testing.assert_allclose(differences, every.with_position, atol=0.005001)
    assert data["without"] == 0
    assert set(data["frequencies"]) <= set(inverse_frequencies(512))
    assert f"{every.with_position.max():.2f}" in data["texts"]["most"]
    pairs = [inverse_frequencies(512).tolist().index(frequency) for frequency in data["frequencies"]]
    np.testing.assert_allclose(data["shares"], [(256.5 + pair) / 512 for pair in pairs])


@pytest.mark.parametrize("text", ["0", "7", "x", "", "1e9", "١"])
def test_what_names_no_move_is_none(text):
    assert read_lesson_link({"move": [text]}, lessons()).move == 0


def test_the_moves_take_ninety_seconds():  # eighteen words and a drag in eighteen seconds each
    assert all(len(WORDS[f"Text: title_{number}"].split()) <= 18 for number in range(1, MOVES + 1))
