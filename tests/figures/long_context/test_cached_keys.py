import numpy as np

from figures import theme
from figures.long_context.cached_keys import stale_score_heatmap


def test_errors_start_at_nothing_and_rows_are_tokens_added():
    errors = np.linspace(0, 0.3, 12).reshape(3, 4)
    figure = stale_score_heatmap(
        errors, keys=400, added=np.array([1, 8, 64]), palette=theme.DARK, x="key", y="added", unit="error"
    )
    (cells,) = figure.data
    np.testing.assert_allclose(cells.z, errors, rtol=1e-6)
    assert (cells.zmin, cells.zmax) == (0, np.float32(0.3))
    assert (cells.x0, cells.dx) == (50, 100)
    assert list(cells.y) == [1, 8, 64]
    assert cells.colorscale[0] == (0, theme.DARK.neutral)
    assert figure.layout.yaxis.type == "log"
