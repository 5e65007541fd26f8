from core.inputs.settings import Settings
from pages.beyond_text.mrope import pairs, prompt
from pages.shared import room
from pages.shared.view_row import view_name
from pages.shared.words import Words

VIEWS = {"Prompt": prompt.draw, "Pairs": pairs.draw}


def draw(settings: Settings, words: Words) -> None:
    room.close(words, VIEWS[view_name()](words))


draw(*room.enter(__file__))
