from core.inputs.settings import Settings
from pages.long_context.extrapolation import measured, play
from pages.shared import room, views
from pages.shared.words import Words

VIEWS = {
    "Encodings": measured.encodings,
    "Play": play.draw,
    "Rules": measured.rules,
    "Retrieval": measured.retrieval,
}


def draw(_: Settings, words: Words) -> None:
    views.draw(VIEWS, words)
    room.close(words)


draw(*room.enter(__file__))
