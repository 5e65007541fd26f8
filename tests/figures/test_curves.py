"""Lines on common axes."""

import numpy as np
import pytest

from figures import theme
from figures.curves import Line, Mark, curves


@pytest.mark.parametrize(("values", "step"), [([0.2, 0.9], "D2"), ([0.0, 0.2, 19], "D2"), ([0.01, 10], 1)])
def test_a_logarithmic_axis_has_labels_however_little_the_values_differ(values, step):
    line = Line("a", np.arange(len(values)), np.array(values), theme.ROTARY)
    assert curves([line], palette=theme.LIGHT, x="", y="", log_y=True).layout.yaxis.dtick == step


def test_marks_are_rings_over_the_lines():
    line = Line("a", np.arange(3), np.arange(3.0), theme.ROTARY)
    (alone,) = curves([line], palette=theme.LIGHT, x="", y="").data
    below, rings = curves([line], palette=theme.LIGHT, x="", y="", marks=[Mark(1, 1.0, "here")]).data
    assert below == alone
    assert (list(rings.x), list(rings.y), list(rings.text)) == ([1], [1], ["here"])
