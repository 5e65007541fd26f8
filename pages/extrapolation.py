from core.inputs.settings import Settings
from pages.long_context.extrapolation import losses, retrieval, your_text
from pages.shared import room, views
from pages.shared.words import Words

VIEWS = {
    "Encodings": losses.encodings,
    "Rules": losses.rules,
    "Your text": your_text.draw,
    "Retrieval": retrieval.draw,
    "Trained further": losses.trained_further,
}


def draw(_: Settings, words: Words) -> None:
    views.draw(VIEWS, words)
    room.close(words)


draw(*room.enter(__file__))
