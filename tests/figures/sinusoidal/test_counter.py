import numpy as np

from core.sinusoidal.counter import bits
from figures import theme
from figures.sinusoidal.counter import bit_table

AXES = {"palette": theme.LIGHT, "colour": theme.SINE, "x": "bit", "y": "position (tokens)"}


def test_cells_are_the_bits_and_the_first_position_is_on_top():
    ones = bits(8, 3)
    figure = bit_table(ones, ["a", "b", "c"], digits=True, **AXES)
    (cells,) = figure.data
    np.testing.assert_array_equal(cells.z, ones)
    assert cells.texttemplate == "%{z}"
    assert [colour for _, colour in cells.colorscale] == [theme.LIGHT.neutral, theme.SINE]
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]
    assert figure.layout.xaxis.ticktext == ("a", "b", "c")
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("bit", "position (tokens)")
