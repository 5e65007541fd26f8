import numpy as np

from figures import theme
from figures.curves import Line
from figures.schemes.rotary import DECADES, KEY, OWN, QUERY, bounded_size, score_curves

K = np.arange(5.0)


def test_query_and_key_have_hues_of_their_own():
    assert len({QUERY, KEY, theme.SINE, theme.COSINE, theme.GHOST}) == 5


def test_curves_are_the_scores_with_zero_in_view():
    figure = score_curves([Line("own", K, 9 - K, OWN)], palette=theme.LIGHT, y="score q · k (1)")
    (curve,) = figure.data
    np.testing.assert_array_equal(curve.x, K)
    np.testing.assert_array_equal(curve.y, 9 - K)
    assert figure.layout.yaxis.rangemode == "tozero"
    titles = (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text)
    assert titles == ("offset m − n (tokens)", "score q · k (1)")


def test_the_bound_stands_above_on_a_logarithmic_axis_of_few_decades():
    bound, size = Line("bound", K, 1000 - K, OWN), Line("size", K, 0 * K, OWN)  # a zero has no logarithm
    figure = bounded_size(bound, size, palette=theme.DARK, y="size (1)")
    low, high = figure.layout.yaxis.range
    assert figure.layout.yaxis.type == "log"
    assert low == np.log10(1000) - DECADES
    assert high > 3
    assert [trace.name for trace in figure.data] == ["bound", "size"]


def test_what_lies_higher_with_more_features_does_not_leave_the_picture_under_the_hand():
    line = Line("own", K, 9 - K, OWN)
    for figure in (
        score_curves([line], palette=theme.LIGHT, y="score q · k (1)"),
        bounded_size(line, line, palette=theme.LIGHT, y="size (1)"),
    ):
        assert {"head_dim", "d_model"} <= set(figure.layout.meta["follows"]["yaxis"])
