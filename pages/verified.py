from core.inputs.settings import Settings
from pages.shared import room, views
from pages.shared.words import Words
from pages.teach.verified.released import releases
from pages.teach.verified.stated import accuracy, formulas
from pages.teach.verified.values import values


def draw(settings: Settings, words: Words) -> None:
    views.draw({"Values": values, "Released code": releases, "Formulas": formulas}, words)
    room.close(words, lambda: accuracy(words))


draw(*room.enter(__file__))
