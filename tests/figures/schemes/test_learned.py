import numpy as np

from figures import theme
from figures.schemes.learned import table_heatmap


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
