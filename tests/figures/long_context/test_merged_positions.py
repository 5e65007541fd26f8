import numpy as np

from figures import theme
from figures.curves import Line, Mark
from figures.long_context.merged_positions import staircase
from figures.long_context.rounding import ROUNDED

AT = np.arange(1_048_560, 1_048_576)


def test_far_positions_are_drawn_where_they_are():
    left = AT // 8 * 8.0
    stairs = [Line("rounded", AT.astype(float), left, ROUNDED, mode="lines+markers")]
    mark = Mark(AT[3], left[3], "a → b")
    figure = staircase(AT, stairs, palette=theme.LIGHT, exact="exact", x="x", y="y", marks=[mark])
    straight, steps, ring = figure.data
    np.testing.assert_array_equal(straight.x, straight.y)
    np.testing.assert_array_equal(steps.x, AT)
    np.testing.assert_array_equal(steps.y, left)
    assert steps.line.shape == "hvh"
    assert straight.line.shape is None
    assert (ring.x[0], ring.y[0], ring.text[0]) == (AT[3], left[3], "a → b")
    assert [trace.name for trace in figure.data[:2]] == ["exact", "rounded"]
