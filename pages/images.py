from __future__ import annotations

from typing import TYPE_CHECKING

from pages.beyond_text.images import directions, edge, likeness, rectangle, windows
from pages.shared import room
from pages.shared.view_row import chosen

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from pages.shared.words import Words

VIEWS = {
    "Patches": likeness.view,
    "Directions": directions.view,
    "Rectangle rule": rectangle.view,
    "Windows": windows.view,
    "Edge": edge.view,
}


def draw(settings: Settings, words: Words) -> None:
    room.close(words, VIEWS[chosen()](words))


draw(*room.enter(__file__))
