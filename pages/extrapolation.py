from core.inputs.settings import Settings
from pages.long_context.extrapolation import measured, your_text
from pages.shared import room, views
from pages.shared.words import Words

VIEWS = {
    "Encodings": measured.encodings,
    "Rules": measured.rules,
    "Your text": your_text.draw,
    "Retrieval": measured.retrieval,
    "Trained further": measured.trained_further,
}


def draw(_: Settings, words: Words) -> None:
    views.draw(VIEWS, words)
    room.close(words)


draw(*room.enter(__file__))
