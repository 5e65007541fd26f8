import numpy as np
import pytest

from figures.schemes.uniform_attention import weight_triangle
from figures.theme import DARK, LIGHT, ROTARY


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_what_is_masked_stays_empty_and_the_first_column_is_framed(palette):
    weights = np.tri(3) / np.arange(1, 4)[:, None]
    labels = np.array([["1", "", ""], ["1/2", "1/2", ""], ["1/3", "1/3", "1/3"]])
    figure = weight_triangle(weights, palette=palette, colour=ROTARY, x="seen", y="looks", labels=labels)
    (cells,) = figure.data
    np.testing.assert_array_equal(np.isnan(cells.z), weights == 0)
    np.testing.assert_allclose(np.nan_to_num(cells.z), weights, rtol=1e-7)
    np.testing.assert_array_equal(cells.x, [1, 2, 3])
    (frame,) = figure.layout.shapes
    assert (frame.x0, frame.x1, frame.y0, frame.y1) == (0.5, 1.5, 0.5, 3.5)
    assert figure.layout.yaxis.autorange == "reversed"
