from core.inputs.settings import Settings
from pages.long_context.extrapolation import measured, play
from pages.shared import room, view_row
from pages.shared.words import Words

VIEWS = {
    "Encodings": measured.encodings,
    "Play": play.draw,
    "Rules": measured.rules,
    "Retrieval": measured.retrieval,
}


def draw(_: Settings, words: Words) -> None:
    room.close(words, VIEWS[view_row.view_name()](words))


draw(*room.enter(__file__))
