"""Resampling rules against their definitions in rational numbers, and what they promise of waves and lines."""

from fractions import Fraction
from math import floor

import numpy as np
import pytest

from core.beyond_text.resampling import GRID_RULES, axis_weights, buckets, corner_taps, resample
from tests.core.oracle import EPS

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
