from core.inputs.settings import Settings
from pages.shared import frame, room, view_row, views
from pages.shared.words import Words
from pages.words.concatenate import layers, read_back

VIEWS = {"Read back": read_back.draw, "Layers": layers.draw}


def draw(settings: Settings, words: Words) -> None:
    controls = frame.controls()
    room.close(words, VIEWS[view_row.view_name()](settings, words, views.seed(controls), controls.empty()))


draw(*room.enter(__file__))
