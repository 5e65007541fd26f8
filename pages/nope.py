from core.inputs.settings import Settings
from pages.schemes.nope import causal_probe, uniform_attention
from pages.shared import room, view_row
from pages.shared.words import Words

VIEWS = {"Counting": uniform_attention.draw, "Random transformer": causal_probe.draw}


def draw(settings: Settings, words: Words) -> None:
    room.close(words, VIEWS[view_row.view_name()](settings, words))


draw(*room.enter(__file__))
