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


def test_waves_run_down_their_columns():
    positions, waves = np.linspace(0, 4, 9), np.stack([np.linspace(-1, 1, 9), np.full(9, np.nan)], axis=1)
    figure = bit_table(np.zeros((5, 2)), ["0", "1"], wave_positions=positions, waves=waves, **AXES)
    for number, trace in enumerate(figure.data[1:]):
        np.testing.assert_allclose(trace.y, positions)
        np.testing.assert_allclose(trace.x, number + 0.4 * waves[:, number], rtol=1e-6)
