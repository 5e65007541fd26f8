from core.inputs.settings import Settings
from pages.beyond_text.fourier_features import learned, octaves
from pages.shared import room
from pages.shared.view_row import view_name
from pages.shared.words import Words

VIEWS = {"A signal": learned.draw, "Octaves or draws": octaves.draw}


def draw(settings: Settings, words: Words) -> None:
    room.close(words, VIEWS[view_name()](words))


draw(*room.enter(__file__))
