from __future__ import annotations

from typing import TYPE_CHECKING

from pages.shared import room, views
from pages.teach.verified.released import released
from pages.teach.verified.stated import accuracy, formulas
from pages.teach.verified.values import values

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from pages.shared.words import Words


def draw(settings: Settings, words: Words) -> None:
    shown = {"Values": values, "Released code": released, "Formulas": formulas, "Accuracy and versions": accuracy}
    views.draw(shown, words)
    room.close(words)


draw(*room.enter(__file__))
