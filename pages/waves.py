from core.inputs.settings import Settings
from pages.shared import room
from pages.shared.view_row import view_name
from pages.shared.words import Words
from pages.sinusoidal.waves import binary_counter, curves, wavelengths


def draw(settings: Settings, words: Words) -> None:
    by_view = {
        "Curves": curves.draw,
        "Wavelengths": wavelengths.draw,
        "Binary counter": binary_counter.draw,
    }
    more = by_view[view_name()](settings, words)
    room.close(words, more)


draw(*room.enter(__file__))
