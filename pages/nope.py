from __future__ import annotations

from typing import TYPE_CHECKING

from pages.schemes.nope.causal_probe import show_probe
from pages.schemes.nope.uniform_attention import show_uniform_attention
from pages.shared import room, views

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from pages.shared.words import Words

VIEWS = {"Counting": show_uniform_attention, "Random transformer": show_probe}


def draw(settings: Settings, words: Words) -> None:
    views.draw(VIEWS, settings, words)
    room.close(words)


draw(*room.enter(__file__))
