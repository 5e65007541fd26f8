"""Norms, cosines and rows are those of the whole table, by NumPy."""

import numpy as np
import pytest

from core.schemes.analysis.spectrum import principal_components, spectrum
from core.schemes.analysis.table import norm_curve, read_row, row_cosines, row_of, stored

VALUES = np.random.default_rng(0).normal(1, 2, (23, 5))
TABLE = stored(VALUES)
UNIT = VALUES / np.linalg.norm(VALUES, axis=1, keepdims=True)


@pytest.mark.parametrize(("points", "size"), [(23, 1), (100, 1), (6, 4), (1, 23)])
def test_norms_have_their_range_and_are_averaged_to_the_points(points, size):
    norms = np.linalg.norm(VALUES, axis=1)
    found = norm_curve(TABLE, points=points)
    assert (found.least, found.most) == pytest.approx((norms.min(), norms.max()), rel=1e-14)
    assert found.size == size
    runs = [norms[start : start + size].mean() for start in range(0, 23, size)]
    np.testing.assert_allclose(found.values, runs, rtol=1e-14)


def test_cosines_of_neighbours_and_of_the_ends():
    found = row_cosines(TABLE, rows=50)
    np.testing.assert_allclose(found.values, UNIT @ UNIT.T, atol=1e-14)
    assert found.positions == 1
    assert found.neighbours == pytest.approx(np.mean(np.sum(UNIT[1:] * UNIT[:-1], axis=1)))
    assert found.ends == pytest.approx(UNIT[0] @ UNIT[-1])


def test_a_single_row_has_no_neighbours():
    found = row_cosines(stored(VALUES[:1]), rows=4)
    assert np.isnan(found.neighbours)
    assert found.ends == pytest.approx(1)


@pytest.mark.parametrize(("row", "other"), [(0, 1), (1, 0), (22, 21)])
def test_a_row_is_read_beside_the_one_before(row, other):
    found = read_row(TABLE, row)
    assert (found.row, found.other, found.start) == (row, other, VALUES[row, 0])
    assert found.norm == pytest.approx(np.linalg.norm(VALUES[row]))
    assert found.cosine == pytest.approx(UNIT[row] @ UNIT[other])
    np.testing.assert_array_equal(row_of(TABLE, row), VALUES[row])


def test_the_row_of_a_table_of_one_is_its_own_neighbour():
    found = read_row(stored(VALUES[:1]), 0)
    assert found.other == 0
    assert found.cosine == pytest.approx(1)


def test_a_spectrum_has_the_components_and_their_sinusoids():
    found = spectrum(TABLE, count=3, points=8)
    np.testing.assert_array_equal(found.components.values, principal_components(TABLE, 3).values)
    assert found.strongest.size == found.step == 3
    assert found.strongest.vectors.shape == (8, 3)
