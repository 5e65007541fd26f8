from __future__ import annotations

from typing import TYPE_CHECKING

from pages.beyond_text.fourier_features import learned, octaves
from pages.shared import room, views

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from pages.shared.words import Words


def draw(settings: Settings, words: Words) -> None:
    views.draw({"A signal": learned.draw, "Octaves or draws": octaves.draw}, words)
    room.close(words)


draw(*room.enter(__file__))
