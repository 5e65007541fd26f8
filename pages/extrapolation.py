from core.inputs.settings import Settings
from pages.long_context.extrapolation import encodings, retrieval, rules, trained_further, your_text
from pages.shared import room, views
from pages.shared.words import Words

VIEWS = {
    "Encodings": encodings.draw,
    "Rules": rules.draw,
    "Your text": your_text.draw,
    "Retrieval": retrieval.draw,
    "Trained further": trained_further.draw,
}


def draw(_: Settings, words: Words) -> None:
    views.draw(VIEWS, words)
    room.close(words)


draw(*room.enter(__file__))
