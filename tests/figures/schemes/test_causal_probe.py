import numpy as np
import pytest

from figures.schemes.causal_probe import Condition, probe_readings
from figures.theme import DARK, KEY, LIGHT, ROTARY

TRUE = [2, 4, 8]
GOOD = Condition("good", ROTARY, low=[1, 3, 7], middle=[2, 4, 8], high=[3, 5, 9], shares=[-0.01, 0.5])
BAD = Condition("bad", KEY, low=[4, 4, 4], middle=[5, 5, 5], high=[6, 6, 6], shares=[0.02, -0.3])


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_each_condition_has_a_band_behind_its_median(palette):
    figure = probe_readings([GOOD, BAD], TRUE, palette=palette, x="t (tokens)", y="read (tokens)")
    bands, (exact, *medians) = figure.data[:2], figure.data[2:]
    assert [trace.name for trace in medians] == ["good", "bad"]
    np.testing.assert_array_equal(exact.x, exact.y)
    np.testing.assert_array_equal(bands[0].x, [2, 4, 8, 8, 4, 2])
    np.testing.assert_array_equal(bands[0].y, [1, 3, 7, 9, 5, 3])
    assert not any(band.showlegend for band in bands)
    assert figure.layout.xaxis.type == figure.layout.yaxis.type == "log"
    assert {note.text for note in figure.layout.annotations} == {"exact", "good", "bad"}
    low, high = 10 ** np.array(figure.layout.yaxis.range)
    assert low < 1
    assert high > 9
