import numpy as np
import pytest

from figures.curves import Line
from figures.theme import EMBEDDING, LIGHT, SINE
from figures.words.energy import FLOOR, energy_by_dimension


@pytest.mark.parametrize(("level", "least"), [(1 / 512, FLOOR), (1e-9, 1e-9)])
def test_levels_run_across_and_all_of_them_are_in_view(level, least):
    sine = Line("sine", np.array([0, 2]), np.array([0.5, 1e-12]), SINE)
    figure = energy_by_dimension(
        [sine], {"word": level, "loud word": 1.0}, palette=LIGHT, reach=4, x="dimension", y="variance (1)"
    )
    curve, word, loud = figure.data
    assert [trace.name for trace in (curve, word, loud)] == ["sine", "word", "loud word"]
    assert word.line.color == loud.line.color == EMBEDDING
    assert word.line.dash != loud.line.dash
    np.testing.assert_allclose(word.y, level)
    low, high = figure.layout.yaxis.range
    assert low < np.log10(least) < low + 0.2
    assert high > 0
    assert tuple(figure.layout.xaxis.range) == tuple(word.x)
