"""Grids of patches: sines and cosines, DETR, maps of likeness, resampling."""

from fractions import Fraction
from math import floor

import numpy as np
import pytest

from core.beyond_text.coordinates import grid_coordinates, rescaled_coordinates
from core.beyond_text.detr import detr_sine
from core.beyond_text.directions import axial, mixed_start
from core.beyond_text.patch_maps import BASES, FEATURES, OLD_SIDE, learned_grid, patch_maps
from core.beyond_text.resampling import GRID_RULES, axis_weights, buckets, resample
from core.beyond_text.rotation import angles
from core.beyond_text.sincos_grid import mae_grid, sincos
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


def test_a_line_of_padding_divides_nothing_by_zero():
    assert np.isfinite(detr_sine(np.zeros((2, 3)), 4)).all()


# ---- Maps that a browser looks up hold what the formula gives for each patch.


every_scheme = pytest.mark.parametrize("scheme", FEATURES)


def likeness(scheme, patch, grid, squeeze):
    """Cosines of the rows of a whole table, or mean cosines of the angles between all pairs of patches."""
    places = rescaled_coordinates(*grid, (OLD_SIDE, OLD_SIDE)) if squeeze else grid_coordinates(*grid)
    index, dim, base = patch[0] * grid[1] + patch[1], FEATURES[scheme], BASES.get(scheme)
    if scheme.endswith("RoPE"):
        arrows = axial(dim, base) if scheme == "axial RoPE" else mixed_start(1, dim, base)[0]
        return np.cos(angles(places - places[index], arrows)).mean(axis=-1).reshape(grid)
    if scheme == "MAE":
        table = sincos(places, dim, base)
    else:
        table = resample(learned_grid(OLD_SIDE, dim), *grid) if base is None else detr_sine(np.ones(grid), dim // 2)
    rows = table.reshape(-1, dim) / np.linalg.norm(table.reshape(-1, dim), axis=1, keepdims=True)
    return (rows @ rows[index]).reshape(grid)


@every_scheme
@pytest.mark.parametrize("squeeze", [False, True])
@pytest.mark.parametrize("grid", [(14, 14), (5, 9), (1, 6), (1, 1)])
def test_a_map_is_the_likeness_of_every_patch(scheme, grid, squeeze):
    height, width = grid
    for row, column in {(0, 0), (height - 1, width // 2), (height // 2, width - 1)}:
        result = patch_maps(*grid, squeeze=squeeze).likeness(scheme, (row, column))
        expected = likeness(scheme, (row, column), grid, squeeze)
        np.testing.assert_allclose(result.values, expected, atol=1e-12)
        beside = min(column + 1, width - 1) if column + 1 < width or width == 1 else column - 1
        below = min(row + 1, height - 1) if row + 1 < height or height == 1 else row - 1
        far = (0 if row >= height / 2 else height - 1, 0 if column >= width / 2 else width - 1)
        assert result.neighbour == pytest.approx(expected[row, beside], abs=1e-12)
        assert result.diagonal == pytest.approx(expected[below, beside], abs=1e-12)
        assert result.corner == pytest.approx(expected[far], abs=1e-12)


@pytest.mark.parametrize(("scheme", "cross"), [("MAE", 1), ("axial RoPE", 1), ("mixed RoPE", 0), ("learned", 0)])
def test_axial_schemes_show_a_cross_and_others_do_not(scheme, cross):
    values = patch_maps(15, 15, squeeze=scheme == "learned").likeness(scheme, (7, 7)).values
    excess = np.abs(values + values[7, 7] - values[:, [7]] - values[[7], :]).max()
    assert excess < 1e-12 if cross else excess > 0.1


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
    at, result = centre(size, new_size, row), {}
    for tap in range(floor(at) - 1, floor(at) + 3):
        inside = min(max(tap, 0), size - 1)
        result[inside] = result.get(inside, 0) + keys(at - tap, Fraction(-3, 4))
    return result


def widened(kernel):
    """A kernel that is as wide as the new rows are apart, over the rows of the table alone."""

    def weights(size, new_size, row):
        at, wide = centre(size, new_size, row), max(Fraction(size, new_size), Fraction(1))
        result = {column: kernel((column - at) / wide) for column in range(size)}
        return {column: weight / sum(result.values()) for column, weight in result.items()}

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
def test_a_grid_is_resampled_row_by_row_and_column_by_column(rule):
    table = np.random.default_rng(0).standard_normal((3, 5, 2))
    result = resample(table, 4, 7, rule=rule)
    once = np.array([axis_weights(3, 4, rule=rule) @ table[:, column] for column in range(5)])  # (5, 4, 2)
    twice = np.array([axis_weights(5, 7, rule=rule) @ once[:, row] for row in range(4)])
    np.testing.assert_allclose(result, twice, atol=1e-14)
    np.testing.assert_allclose(resample(table[..., 1], 4, 7, rule=rule), result[..., 1], atol=1e-14)


def test_buckets_are_whole_and_never_beyond_the_table():
    for size in (1, 3, 25, 70):
        for new_size in range(1, 90):
            result = buckets(size, new_size)
            np.testing.assert_array_equal(result, [i * size // new_size for i in range(new_size)])
            assert result[-1] < size


@every
@pytest.mark.parametrize(("size", "new_size"), [(14, 28), (28, 14), (5, 7), (37, 16), (1, 3), (4, 1)])
def test_weights_are_those_of_rational_numbers(rule, size, new_size):
    result = axis_weights(size, new_size, rule=rule)
    for row in range(new_size):
        exact = EXACT[rule](size, new_size, row)
        for column in range(size):
            assert abs(Fraction(result[row, column].item()) - exact.get(column, 0)) <= 4 * EPS * (1 + size)
