import numpy as np

from figures import theme
from figures.long_context.score_drift import score_drift_band

EDGES = np.array([1, 2, 4, 8, 16])


def test_a_band_lies_between_its_ends_with_the_level_across():
    low, high = np.array([0.9, 0.5, np.nan, 0.2]), np.array([0.95, 1, np.nan, 1])
    figure = score_drift_band(EDGES, low, high, 0.97, palette=theme.LIGHT, y="score", names=("rounded", "exact"))
    top, bottom, level = figure.data
    assert bottom.fill == "tonexty"
    np.testing.assert_array_equal(top.y, high)
    np.testing.assert_array_equal(bottom.y, low)
    assert list(level.x) == [1, 16]
    assert set(level.y) == {0.97}
    assert [trace.name for trace in figure.data if trace.showlegend is not False] == ["rounded", "exact"]
    assert ((EDGES[:-1] <= bottom.x) & (bottom.x <= EDGES[1:])).all()
    assert figure.layout.yaxis.range[0] < 0.2
