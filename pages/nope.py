from __future__ import annotations

from core.inputs.settings import Settings
from pages.schemes.nope.causal_probe import show_probe
from pages.schemes.nope.uniform_attention import show_uniform_attention
from pages.shared import room, view_row
from pages.shared.words import Words

VIEWS = {"Counting": show_uniform_attention, "Random transformer": show_probe}


def draw(settings: Settings, words: Words) -> None:
    room.close(words, VIEWS[view_row.chosen()](settings, words))


draw(*room.enter(__file__))
