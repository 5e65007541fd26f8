"""Words that name a colour agree with the pictures that they are about."""

import pytest

from core.teach.lesson import lessons
from pages.shared.contents import ROOMS
from pages.shared.words import sections
from tests.colours import ELSE, WORDS, colour_words
from tests.house import ROOT
from tests.pages.charts import charts
from tests.pages.looks import hexes, mounted, parts
from tests.pages.test_rooms import visit

STEPS = [
    (f"{slug}.{number}", step, colour_words(f"{step.text} {step.task} {step.why}"))
    for slug, lesson in lessons().items()
    for number, step in enumerate(lesson.steps, start=1)
]
COLOUR_STEPS = [(name, step, words) for name, step, words in STEPS if words]
TEXTS = sorted(path for folder in ("pages", "lessons", "core") for path in (ROOT / folder).rglob("*.md"))
BALLS = "I am playing with the brown ball and my brother is playing with the red ball"


def of_room(path):
    """What a room says of colours, whatever its view; its example sentence is about balls."""
    return colour_words(" ".join(sections(path.read_text("utf-8").replace(BALLS, "")).values()))


ROOM_FILES = [(stem, words) for stem in ROOMS if (words := of_room(ROOT / f"pages/{stem}.md"))]


def page_colours(stem, query):
    """All colours that a page shows."""
    app = visit(stem, query)
    texts = [*(text for chart in charts(app) for text in parts(chart.spec)), *mounted(app)]
    return {colour for text in texts for colour in hexes(text)}


@pytest.mark.parametrize(("name", "step", "words"), COLOUR_STEPS, ids=[name for name, *_ in COLOUR_STEPS])
def test_a_lesson_names_colours_that_its_picture_shows(name, step, words):
    colours = page_colours(step.address.room, dict(step.address.settings) | {"step": name})
    assert not {word for word in words if not WORDS[word] & colours}


@pytest.mark.parametrize(("stem", "words"), ROOM_FILES, ids=[stem for stem, _ in ROOM_FILES])
def test_a_room_names_colours_that_it_shows(stem, words):
    views = ROOMS[stem].views
    every = [{views.parameter: view} for view in views.every] if views else [{}]
    colours = set().union(*(page_colours(stem, query) for query in every))
    assert not {word for word in words if not WORDS[word] & colours}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_names_a_colour_that_the_key_lacks(path):
    assert not ELSE.findall(path.read_text("utf-8"))
