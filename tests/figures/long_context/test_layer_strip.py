"""Layers as bars."""

from figures import theme
from figures.long_context.layer_strip import layer_strip

LABELS = ["RoPE, window 8", "RoPE", "no position", "RoPE, window 8"]


def strip(labels=LABELS, turns=(True, True, False, True), windowed=(True, False, False, True)):
    return layer_strip(labels, turns=turns, windowed=windowed, palette=theme.LIGHT)


def test_equal_layers_are_one_entry_of_the_legend_and_every_layer_has_a_bar():
    bars = strip().data
    assert [bar.name for bar in bars] == ["RoPE, window 8", "RoPE", "no position"]
    assert [bar.x.tolist() for bar in bars] == [[0, 3], [1], [2]]


def test_a_window_makes_a_bar_low_and_no_position_makes_it_grey():
    windowed, whole, silent = strip().data
    assert whole.y[0] > windowed.y[0] > silent.y[0] > 0
    assert silent.marker.color == theme.GHOST
    assert theme.GHOST not in {windowed.marker.color, whole.marker.color}
    assert windowed.marker.color != whole.marker.color
