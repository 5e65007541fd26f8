import numpy as np

from figures import theme
from figures.curves import Line
from figures.schemes.learned import norm_curves, table_heatmap


def test_the_line_stands_under_the_last_row():
    values = np.arange(12.0).reshape(4, 3)
    figure = table_heatmap(
        values, palette=theme.LIGHT, step=(2, 10), limit=5, length=38, shown=50, beyond="no such row"
    )
    (cells,) = figure.data
    np.testing.assert_array_equal(cells.z, values)
    assert (cells.x0, cells.dx, cells.y0, cells.dy) == (0.5, 2, 4.5, 10)  # centres of the cells
    assert (cells.zmin, cells.zmax) == (0, 5)
    (line,) = figure.layout.shapes
    assert line.y0 == line.y1 == 37.5
    (note,) = figure.layout.annotations
    assert note.text == "no such row"
    assert 37.5 < note.y < 49.5
    assert figure.layout.yaxis.range == (49.5, -0.5)


def test_without_a_name_for_what_comes_after_the_last_row_there_is_no_line():
    figure = table_heatmap(
        np.zeros((4, 3)), palette=theme.LIGHT, step=(1, 1), limit=1, length=4, shown=4, beyond=""
    )
    assert not figure.layout.shapes
    assert not figure.layout.annotations


def test_norms_stand_on_an_axis_from_zero():
    lines = [Line("a", np.arange(3), np.array([1.0, 4, 2]), "#111111")]
    figure = norm_curves(lines, palette=theme.LIGHT, x="position (tokens)", y="norm")
    assert figure.layout.yaxis.range[0] == 0
    assert figure.layout.yaxis.range[1] > 4
    flat = norm_curves([Line("a", np.arange(1), np.zeros(1), "#111111")], palette=theme.LIGHT, x="", y="")
    assert flat.layout.yaxis.range[1] > 0
