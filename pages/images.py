from core.inputs.settings import Settings
from pages.beyond_text.images import directions, likeness
from pages.shared import room
from pages.shared.view_row import view_name
from pages.shared.words import Words

VIEWS = {"Patches": likeness.draw, "Directions": directions.draw}


def draw(settings: Settings, words: Words) -> None:
    room.close(words, VIEWS[view_name()](words))


draw(*room.enter(__file__))
