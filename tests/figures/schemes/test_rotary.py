import numpy as np

from figures import theme
from figures.curves import Line
from figures.schemes.rotary import OWN, bounded_size, score_curves

K = np.arange(5.0)


def test_what_lies_higher_with_more_features_does_not_leave_the_picture_under_the_hand():
    line = Line("own", K, 9 - K, OWN)
    for figure in (
        score_curves([line], palette=theme.LIGHT, y="score q · k (1)"),
        bounded_size(line, line, palette=theme.LIGHT, y="size (1)"),
    ):
        assert {"head_dim", "d_model"} <= set(figure.layout.meta["follows"]["yaxis"])
