import numpy as np
import pytest

from figures import theme
from figures.heatmap import signed_heatmap

AXES = {"palette": theme.LIGHT, "x": "key (tokens)", "y": "query (tokens)", "unit": "dot product"}


def test_cells_are_the_values_and_zero_is_the_middle_of_the_scale():
    values = np.array([[1.0, -2.0], [0.5, 0.0]])
    figure = signed_heatmap(values, step=(4, 8), **AXES)
    (cells,) = figure.data
    np.testing.assert_array_equal(cells.z, values)
    assert (cells.zmin, cells.zmax) == (-2, 2)
    assert cells.colorscale == tuple(theme.LIGHT.signed)
    assert (cells.dx, cells.dy) == (4, 8)
    assert cells.colorbar.title.text == "dot product"
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("key (tokens)", "query (tokens)")
    assert figure.layout.yaxis.autorange == "reversed"


@pytest.mark.parametrize(
    ("values", "ends", "colours"),
    [
        ([104, 256], (0, 256), (theme.LIGHT.neutral, theme.LIGHT.positive)),
        ([-8, 0], (-8, 0), (theme.LIGHT.negative, theme.LIGHT.neutral)),
        ([-2, 1], (-2, 2), (theme.LIGHT.negative, theme.LIGHT.neutral, theme.LIGHT.positive)),
    ],
)
def test_values_of_one_sign_have_a_scale_that_begins_at_zero(values, ends, colours):
    (cells,) = signed_heatmap(np.array([values], float), **AXES).data
    assert (cells.zmin, cells.zmax) == ends
    assert tuple(colour for _, colour in cells.colorscale) == colours
