import numpy as np

from figures.schemes.offset_groups import group_stairs
from figures.theme import LIGHT

OFFSETS = np.arange(-10, 11)


def test_every_offset_is_a_dot_and_what_the_text_does_not_reach_is_shaded():
    figure = group_stairs(OFFSETS, np.abs(OFFSETS) // 3, palette=LIGHT, y="which number", length=6)
    (stairs,) = figure.data
    np.testing.assert_array_equal(stairs.x, OFFSETS)
    np.testing.assert_array_equal(stairs.y, np.abs(OFFSETS) // 3)
    assert [(shape.x0, shape.x1) for shape in figure.layout.shapes] == [(5.5, 10), (-10, -5.5)]
