from core.inputs.settings import Settings
from pages.schemes.nope import uniform_attention
from pages.shared import room
from pages.shared.words import Words


def draw(settings: Settings, words: Words) -> None:
    room.close(words, uniform_attention.draw(settings, words))


draw(*room.enter(__file__))
