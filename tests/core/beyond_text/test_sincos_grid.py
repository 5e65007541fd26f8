import numpy as np
import pytest

from core.beyond_text.sincos_grid import diffusers_grid, diffusers_video, mae_grid, timm_grid
from core.schemes.sinusoidal import sinusoidal
from tests.core.oracle import EPS, error, frequency, mp


@pytest.mark.parametrize("base", [10_000.0, 100.0])
def test_every_cell_is_as_exact_as_its_angle_allows(base):
    height, width, dim = 3, 4_000, 24
    table = mae_grid(height, width, dim, base=base)
    for token, column in ((5, 0), (width - 1, 3), (2 * width + 3_999, 5), (3 * width - 1, 14), (width + 77, 20)):
        axis = (token % width) if column < dim // 2 else token // width
        angle = axis * frequency(column % (dim // 4), dim // 4, base)
        exact = (mp.sin if column % (dim // 2) < dim // 4 else mp.cos)(angle)
        assert error(table[token, column], exact) <= 4 * EPS * (1 + float(angle))


def test_the_product_of_two_patches_is_a_sum_over_the_axes():
    """Hence a patch is like its row and its column: a plus sign, never a disc."""
    dim = 32
    products = (mae_grid(6, 7, dim) @ mae_grid(6, 7, dim).T).reshape(6, 7, 6, 7)
    one_axis = sinusoidal(7, dim // 2) @ sinusoidal([0], dim // 2)[0]  # by offset
    for y, x, v, u in ((0, 0, 3, 5), (2, 6, 5, 1), (5, 5, 0, 0)):
        np.testing.assert_allclose(products[y, x, v, u], one_axis[abs(y - v)] + one_axis[abs(x - u)], atol=1e-12)


def test_axes_change_places_with_the_order_of_the_halves():
    x_first, y_first = mae_grid(3, 5, 16), mae_grid(3, 5, 16, first="y")
    np.testing.assert_array_equal(np.roll(x_first, 8, axis=1), y_first)
    np.testing.assert_array_equal(mae_grid(3, 5, 16, class_token=True), np.vstack([np.zeros(16), x_first]))


def test_timm_has_the_same_columns_in_other_orders():
    sin_x, cos_x, sin_y, cos_y = np.split(mae_grid(3, 5, 16), 4, axis=1)
    np.testing.assert_array_equal(timm_grid(3, 5, 16), np.hstack([sin_y, sin_x, cos_y, cos_x]))
    np.testing.assert_array_equal(
        timm_grid(3, 5, 16, interleave_sin_cos=True), np.hstack([sin_y, cos_y, sin_x, cos_x])
    )
    by_column = np.arange(15).reshape(3, 5).T.ravel()
    np.testing.assert_array_equal(
        timm_grid(3, 5, 16, reverse_coord=True), np.hstack([sin_x, sin_y, cos_x, cos_y])[by_column]
    )


def test_a_grid_of_the_base_size_is_the_one_of_mae_and_others_are_squeezed():
    np.testing.assert_array_equal(diffusers_grid(16, 16, 12), mae_grid(16, 16, 12))
    np.testing.assert_allclose(diffusers_grid(32, 32, 12)[2 * 32 + 4], mae_grid(16, 16, 12)[16 + 2], atol=1e-15)


def test_a_video_has_time_then_place():
    table = diffusers_video(3, 2, 4, 32)
    assert table.shape == (3, 8, 32)
    np.testing.assert_array_equal(table[0, :, 8:], mae_grid(2, 4, 24))
    np.testing.assert_array_equal(table[:, 0, :8], table[:, 5, :8])
    assert (table[:, :, 8:] == table[0, :, 8:]).all()


@pytest.mark.parametrize(
    ("base", "neighbour", "corner", "turned"), [(10_000, 0.986, 0.734, 17), (100, 0.973, 0.468, 34)]
)
def test_the_base_of_sentences_is_slow_for_pictures(base, neighbour, corner, turned):
    """Likeness to the middle of a 14 × 14 grid with 768 features, and pairs that make a full turn in the grid."""
    table = mae_grid(14, 14, 768, base=base)
    middle = 7 * 14 + 7
    likeness = table @ table[middle] / (table[middle] @ table[middle])
    assert (round(likeness[middle + 1], 3), round(likeness[0], 3)) == (neighbour, corner)
    assert int(np.sum(14 * base ** (-np.arange(192) / 192) >= 2 * np.pi)) == turned
