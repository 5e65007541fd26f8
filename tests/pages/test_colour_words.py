"""Words that name a colour agree with the pictures that they are about."""

import pytest

from pages.shared.contents import ROOMS
from pages.shared.words import sections
from tests.colours import ELSE, WORDS, colour_words
from tests.house import ROOT
from tests.pages.looks import colours_of
from tests.support.rooms import visit

TEXTS = sorted(
    path for folder in ("pages", "lessons", "core", "model_configs") for path in (ROOT / folder).rglob("*.md")
)
BALLS = "I am playing with the brown ball and my brother is playing with the red ball"


def of_room(path):
    """What a room says of colours, whatever its view; its example sentence is about balls."""
    return colour_words(" ".join(sections(path.read_text("utf-8").replace(BALLS, "…")).values()))


ROOM_FILES = [(stem, words) for stem in ROOMS if (words := of_room(ROOT / f"pages/{stem}.md"))]


@pytest.mark.parametrize(("stem", "words"), ROOM_FILES, ids=[stem for stem, _ in ROOM_FILES])
def test_a_room_names_colours_that_it_shows(stem, words):
    views = ROOMS[stem].views
    every = [{views.parameter: view} for view in views.every] if views else [{}]
    colours = set().union(*(colours_of(visit(stem, query)) for query in every))
    assert not {word for word in words if not WORDS[word] & colours}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_names_a_colour_that_the_key_lacks(path):
    assert not ELSE.findall(path.read_text("utf-8"))
