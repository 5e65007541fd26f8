import numpy as np
import pytest

from figures.curves import Line
from figures.sinusoidal.gram import gram_heatmap
from figures.sinusoidal.offsets import OWN, mirrored_panels, offset_curves
from figures.theme import DARK, LIGHT

K = np.arange(-4.0, 5.0)


def line(name, height, width=1.5):
    return Line(name, K, height - np.abs(K), OWN, width=width)


def texts(figure):
    return [annotation.text.replace("&nbsp;", "") for annotation in figure.layout.annotations]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_every_curve_is_named_at_its_end_and_the_thickest_in_bold(palette):
    figure = offset_curves(
        [line("512", 9, width=4), line("2,048", 9)], palette=palette, y="s (1)", peak=9, heading="d_model"
    )
    assert texts(figure) == ["<b>512</b>", "2,048", "d_model"]
    low, high = figure.layout.yaxis.range
    assert all(low < annotation.y < high for annotation in figure.layout.annotations)


def test_each_panel_holds_a_curve_and_its_reflection():
    skew = Line("skew", K, K**3, OWN)
    figure = mirrored_panels([line("even", 9), skew], palette=LIGHT, y="s (1)", mirror="s(−k)")
    even_mirror, even, mirror, curve = figure.data
    np.testing.assert_array_equal(even.y, even_mirror.y)
    np.testing.assert_array_equal(mirror.y, -curve.y)
    assert [trace.showlegend for trace in figure.data] == [True, False, False, False]
    assert texts(figure) == ["even", "skew"]
    assert figure.layout.yaxis.title.text == figure.layout.yaxis2.title.text == "s (1)"
    assert figure.layout.xaxis2.title.text == "offset k (tokens)"


def test_gram_matrix_is_square_and_its_cells_know_what_they_cover():
    figure = gram_heatmap(np.eye(3), 5, palette=DARK, unit="dot product (1)", limit=2)
    (cells,) = figure.data
    assert (cells.dx, cells.dy, cells.zmin, cells.zmax) == (5, 5, 0, 2)
    assert figure.layout.yaxis.scaleanchor == "x"
    assert figure.layout.yaxis.autorange == "reversed"
