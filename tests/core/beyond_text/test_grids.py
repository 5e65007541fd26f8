"""Grids of patches: sines and cosines, DETR, maps of likeness, resampling."""

from fractions import Fraction
from math import floor

import numpy as np
import pytest

from core.beyond_text.detr import detr_learned, detr_sine
from core.beyond_text.likeness import likeness
from core.beyond_text.patch_maps import FEATURES, TRAINED, patch_maps
from core.beyond_text.resampling import GRID_RULES, axis_weights, buckets, corner_taps, resample
from core.beyond_text.sincos_grid import diffusers_grid, diffusers_video, mae_grid, timm_grid
from core.schemes.sinusoidal import sinusoidal
from tests.core.oracle import EPS, error, frequency, mp

# ---- Sincos grid.


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


# ---- Detr.


@pytest.mark.parametrize("normalize", [True, False])
@pytest.mark.parametrize("base", [10_000, 20])
def test_every_cell_of_detr_is_as_exact_as_its_angle_allows(base, normalize):
    height, width, features = 5, 4_000, 12
    mask = np.ones((height, width))
    mask[3:], mask[:, 3_900:] = 0, 0
    table = detr_sine(mask, features, base=base, normalize=normalize)
    for y, x in ((0, 0), (2, 77), (1, 3_899), (2, 3_999), (4, 5)):
        for column in (0, 3, features - 1, features, features + 5, 2 * features - 1):
            line, upto = (mask[:, x], y) if column < features else (mask[y], x)
            angle = int(line[: upto + 1].sum()) * frequency(column % features // 2, features // 2, base)
            if normalize:
                angle *= 2 * mp.pi / (int(line.sum()) + mp.mpf("1e-6"))
            exact = mp.cos(angle) if column % 2 else mp.sin(angle)
            assert error(table[y, x, column], exact) <= 4 * EPS * (1 + float(angle))


def test_coordinates_start_at_one_and_stand_still_on_padding():
    mask = np.ones((3, 5))
    mask[2:], mask[:, 4:] = 0, 0
    table = detr_sine(mask, 2, normalize=False)  # sin y, cos y, sin x, cos x
    np.testing.assert_allclose(
        table[..., 0], np.sin([[1, 1, 1, 1, 0], [2, 2, 2, 2, 0], [2, 2, 2, 2, 0]]), atol=1e-15
    )
    np.testing.assert_allclose(table[:2, :, 2], [np.sin([1, 2, 3, 4, 4])] * 2, atol=1e-15)


def test_normalised_the_fastest_wave_makes_one_turn_on_every_size():
    for height, width in ((4, 6), (40, 60)):
        table = detr_sine(np.ones((height, width)), 8)
        angles = np.unwrap(np.arctan2(table[:, 0, 0], table[:, 0, 1]))
        np.testing.assert_allclose(angles, 2 * np.pi * np.arange(1, height + 1) / height, rtol=1e-6)


@pytest.mark.parametrize(("base", "neighbour", "corner"), [(10_000, 0.9995, 0.81), (20, 0.9985, 0.45)])
def test_neighbours_of_a_large_picture_are_almost_alike(base, neighbour, corner):
    table = detr_sine(np.ones((25, 34)), base=base).reshape(25 * 34, -1)
    middle = table[12 * 34 + 17]
    likeness = table @ middle / (middle @ middle)
    assert round(likeness[12 * 34 + 18], 4) == neighbour
    assert round(likeness[0], 2) == corner


def test_a_line_of_padding_divides_nothing_by_zero():
    assert np.isfinite(detr_sine(np.zeros((2, 3)), 4)).all()


def test_the_learned_variant_has_x_first():
    rows, columns = np.arange(6).reshape(2, 3), 10 + np.arange(4).reshape(4, 1)
    table = detr_learned(rows, columns)
    assert table.shape == (2, 4, 4)
    np.testing.assert_array_equal(table[1, 3], [13, 3, 4, 5])


# ---- Maps that a browser looks up hold what the formula gives for each patch.


@pytest.mark.parametrize("squeeze", [False, True])
@pytest.mark.parametrize("grid", [(14, 14), (5, 9), (1, 6), (1, 1)])
def test_a_map_is_the_likeness_of_every_patch(grid, squeeze):
    maps = patch_maps(*grid, squeeze=squeeze)
    for patch in {(0, 0), (grid[0] - 1, grid[1] // 2), (grid[0] // 2, grid[1] - 1)}:
        for scheme, dim in FEATURES.items():
            wanted = likeness(scheme, patch, *grid, dim=dim, trained=TRAINED, squeeze=squeeze)
            found = maps.likeness(scheme, patch)
            np.testing.assert_allclose(found.values, wanted.values, atol=1e-12)
            assert found.neighbour == pytest.approx(wanted.neighbour, abs=1e-12)
            assert found.corner == pytest.approx(wanted.corner, abs=1e-12)


def test_the_first_look_has_the_numbers_of_the_released_sizes():
    """MAE at 768 features: measured in NumPy on the released formula, right neighbour and far corner."""
    mae = patch_maps(14, 14).likeness("MAE", (7, 7))
    assert (round(mae.neighbour, 3), round(mae.corner, 3)) == (0.986, 0.734)


# ---- Resampling rules against their definitions in rational numbers, and what they promise of waves and lines.

every = pytest.mark.parametrize("rule", GRID_RULES)


def keys(distance, a):
    """Keys 1981, equation 4."""
    d = abs(distance)
    if d > 2:
        return Fraction(0)
    return (a + 2) * d**3 - (a + 3) * d**2 + 1 if d <= 1 else a * (d**3 - 5 * d**2 + 8 * d - 4)


def triangle(distance):
    return max(1 - abs(distance), Fraction(0))


def centre(size, new_size, row):
    """Where a new row lies in the table, with half a patch between centres and edges."""
    return Fraction(2 * row + 1, 2 * new_size) * size - Fraction(1, 2)


def repeated(size, new_size, row):
    """Four taps of Keys' kernel, those outside of the table at its border."""
    at, found = centre(size, new_size, row), {}
    for tap in range(floor(at) - 1, floor(at) + 3):
        inside = min(max(tap, 0), size - 1)
        found[inside] = found.get(inside, 0) + keys(at - tap, Fraction(-3, 4))
    return found


def widened(kernel):
    """A kernel that is as wide as the new rows are apart, over the rows of the table alone."""

    def weights(size, new_size, row):
        at, wide = centre(size, new_size, row), max(Fraction(size, new_size), Fraction(1))
        found = {column: kernel((column - at) / wide) for column in range(size)}
        return {column: weight / sum(found.values()) for column, weight in found.items()}

    return weights


def aligned(size, new_size, row):
    at = Fraction(row * (size - 1), max(new_size - 1, 1))
    return {column: triangle(column - at) for column in range(size)}


EXACT = {
    "bicubic": repeated,
    "bicubic antialiased": widened(lambda distance: keys(distance, Fraction(-1, 2))),
    "bilinear antialiased": widened(triangle),
    "bilinear aligned": aligned,
    "nearest": lambda size, new_size, row: {row * size // new_size: 1},
}


@every
@pytest.mark.parametrize(("size", "new_size"), [(14, 28), (28, 14), (5, 7), (7, 3), (1, 4), (4, 1)])
def test_weights_sum_to_one_so_that_a_constant_stays(rule, size, new_size):
    weights = axis_weights(size, new_size, rule=rule)
    assert weights.shape == (new_size, size)
    np.testing.assert_allclose(weights.sum(axis=1), 1, atol=1e-14)


@every
def test_the_same_size_changes_nothing(rule):
    np.testing.assert_allclose(axis_weights(9, 9, rule=rule), np.eye(9), atol=1e-15)


@every
def test_a_grid_is_resampled_row_by_row_and_column_by_column(rule):
    table = np.random.default_rng(0).standard_normal((3, 5, 2))
    found = resample(table, 4, 7, rule=rule)
    once = np.array([axis_weights(3, 4, rule=rule) @ table[:, column] for column in range(5)])  # (5, 4, 2)
    twice = np.array([axis_weights(5, 7, rule=rule) @ once[:, row] for row in range(4)])
    np.testing.assert_allclose(found, twice, atol=1e-14)
    np.testing.assert_allclose(resample(table[..., 1], 4, 7, rule=rule), found[..., 1], atol=1e-14)


@pytest.mark.parametrize("rule", ["bicubic antialiased", "bilinear antialiased", "bilinear aligned"])
def test_a_straight_line_stays_straight_inside(rule):
    line = axis_weights(20, 40, rule=rule) @ np.arange(20.0)
    np.testing.assert_allclose(np.diff(line[6:-6], n=2), 0, atol=1e-12)


def test_the_sharper_kernel_bends_a_straight_line():  # Keys 1981, section III: exact for lines at a = -1/2 alone
    line = axis_weights(20, 40, rule="bicubic") @ np.arange(20.0)
    np.testing.assert_allclose(np.abs(np.diff(line[6:-6], n=2)), 0.1875, atol=1e-12)


def test_a_shrunken_grid_reads_four_rows_unless_antialiased():
    assert ((axis_weights(40, 5) != 0).sum(axis=1) <= 4).all()
    assert ((axis_weights(40, 5, rule="bicubic antialiased") != 0).sum(axis=1) > 16).all()


@pytest.mark.parametrize(("rule", "edge", "inside"), [("bicubic", 0.177, 0.031), ("bilinear aligned", 0.0, 0.118)])
def test_error_of_a_wave_at_the_edge_and_inside(rule, edge, inside):
    """A wave of 1 radian a patch, 14 rows to 28: largest error of the outer rows, and of those 4 or more away."""
    old, new = np.arange(14.0), 28
    at = np.arange(new) * 13 / 27 if rule == "bilinear aligned" else (np.arange(new) + 0.5) / 2 - 0.5
    wave = axis_weights(14, new, rule=rule) @ np.exp(1j * old)
    off = np.abs(wave - np.exp(1j * at))
    assert round(max(off[0], off[-1]), 3) == edge
    assert round(off[4:-4].max(), 3) == inside


def test_corners_carry_the_weights_of_the_grid():
    table = np.random.default_rng(1).standard_normal((5, 5))
    rows, weights = corner_taps(5, 3, 8)
    np.testing.assert_allclose(
        (table.ravel()[rows] * weights).sum(axis=1).reshape(3, 8), resample(table, 3, 8, rule="bilinear aligned")
    )


def test_buckets_are_whole_and_never_beyond_the_table():
    for size in (1, 3, 25, 70):
        for new_size in range(1, 90):
            found = buckets(size, new_size)
            np.testing.assert_array_equal(found, [i * size // new_size for i in range(new_size)])
            assert found[-1] < size


@every
@pytest.mark.parametrize("bad", [0, 2.0, "4", None, 4_097])
def test_a_bad_size_is_refused_by_name(rule, bad):
    for name, sizes in {"size": (bad, 4), "new_size": (4, bad)}.items():
        with pytest.raises(ValueError, match=rf"^{name} must be a whole number from 1 to 4096, got "):
            axis_weights(*sizes, rule=rule)


@every
@pytest.mark.parametrize(("size", "new_size"), [(14, 28), (28, 14), (5, 7), (37, 16), (1, 3), (4, 1)])
def test_weights_are_those_of_rational_numbers(rule, size, new_size):
    found = axis_weights(size, new_size, rule=rule)
    for row in range(new_size):
        exact = EXACT[rule](size, new_size, row)
        for column in range(size):
            assert abs(Fraction(found[row, column].item()) - exact.get(column, 0)) <= 4 * EPS * (1 + size)
