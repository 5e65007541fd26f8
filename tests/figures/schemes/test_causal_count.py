import numpy as np
import pytest

from figures.schemes.causal_count import reciprocal
from figures.theme import DARK, LIGHT, SERIES


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("last", [1, 2, 1_048_576])
def test_all_points_are_in_view(palette, last):
    positions = np.unique([1, last])
    figure = reciprocal(positions, 1 / positions, palette=palette, colour=SERIES[2], x="t (tokens)", y="share (1)")
    for axis, values in ((figure.layout.xaxis, positions), (figure.layout.yaxis, 1 / positions)):
        low, high = axis.range
        assert axis.type == "log"
        assert axis.exponentformat == "power"
        assert (low < np.log10(values)).all()
        assert (np.log10(values) < high).all()
    assert not figure.data[0].showlegend
