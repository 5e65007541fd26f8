"""Tables: means, norms, cosines, and what is read of them."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import strategies as st

from core.schemes.analysis import table as module
from core.schemes.analysis.table import (
    as_table,
    cosine,
    cosine_means,
    neighbour_cosine,
    norm_curve,
    read_row,
    row_cosines,
    row_norms,
    row_of,
    run_means,
    sinusoidal_table,
    table_means,
    usual_size,
)
from core.schemes.sinusoidal import sinusoidal

# ---- Measures of tables in blocks equal those of the whole table.

sizes = st.integers(1, 40)


def random_table(length, d_model, seed=0):
    return np.random.default_rng(seed).normal(1, 2, (length, d_model))


@pytest.fixture(params=[module.CELLS, 7], ids=["at once", "by blocks of 7"], autouse=True)
def cells(request, monkeypatch):
    monkeypatch.setattr(module, "CELLS", request.param)


@pytest.mark.parametrize("length", [1, 2, 13, 40])
@pytest.mark.parametrize("d_model", [1, 3, 8, 21])
def test_blocks_cover_the_table_once(length, d_model):
    values = random_table(length, d_model)
    table = as_table(values)
    np.testing.assert_array_equal(np.concatenate(list(table.by_rows())), values)
    np.testing.assert_array_equal(np.concatenate(list(table.by_columns()), axis=1), values)
    blocks = list(table.by_rows(3))
    np.testing.assert_array_equal(np.concatenate(blocks), values)
    assert not any(len(block) % 3 for block in blocks[:-1])


@pytest.mark.parametrize("d_model", [1, 2, 5, 8])
def test_the_sinusoidal_table_is_the_sinusoidal_scheme(d_model):
    table = sinusoidal_table(30, d_model, base=500, scale=2)
    expected = sinusoidal(30, d_model, base=500, scale=2)
    np.testing.assert_allclose(table.block(slice(None), slice(None)), expected, atol=1e-14)
    np.testing.assert_allclose(table.block(slice(3, 9), slice(1, 4)), expected[3:9, 1:4], atol=1e-14)


@pytest.mark.parametrize("size", [1, 2, 7, 30, 50])
@pytest.mark.parametrize("d_model", [1, 2, 7, 64])
def test_runs_of_the_sinusoidal_table_are_means_of_its_rows(size, d_model):
    table = sinusoidal_table(30, d_model, base=500, scale=2)
    runs, expected = table.runs(size), run_means(table.block(slice(None), slice(None)), size)
    assert (runs.length, runs.d_model) == expected.shape
    np.testing.assert_allclose(np.concatenate(list(runs.by_rows())), expected, atol=1e-13)
    np.testing.assert_allclose(np.concatenate(list(runs.by_columns()), axis=1), expected, atol=1e-13)


@pytest.mark.parametrize(("length", "d_model"), [(1, 1), (13, 5), (40, 21)])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (4, 3), (100, 100)])
def test_means_are_the_means_of_the_cells(length, d_model, rows, columns):
    values = random_table(length, d_model)
    means = table_means(as_table(values), rows=rows, columns_=columns)
    assert means.values.shape[0] <= rows
    assert means.values.shape[1] <= columns
    for (row, column), mean in np.ndenumerate(means.values):
        down = slice(row * means.positions, (row + 1) * means.positions)
        across = slice(column * means.dimensions, (column + 1) * means.dimensions)
        np.testing.assert_allclose(mean, values[down, across].mean(), atol=1e-13)


@pytest.mark.parametrize("rows", [1, 4, 23, 50])
def test_cosines_are_means_over_pairs_of_rows(rows):
    values = random_table(23, 5)
    values[7] = 0  # its cosines are 0
    norms = np.linalg.norm(values, axis=1, keepdims=True)
    unit = values / np.where(norms > 0, norms, 1)
    cosines, positions = cosine_means(as_table(values), rows=rows)
    expected = run_means(run_means(unit @ unit.T, positions).T, positions).T
    np.testing.assert_allclose(cosines, expected, atol=1e-13)
    assert abs(cosines).max() <= 1 + 1e-12


def test_cosines_of_neighbours_are_averaged():
    values = random_table(23, 5)
    expected = np.mean([cosine(first, second) for first, second in pairwise(values)])
    assert neighbour_cosine(as_table(values)) == pytest.approx(expected)
    assert neighbour_cosine(sinusoidal_table(9, 4)) == pytest.approx((np.cos(1) + np.cos(0.01)) / 2)
    assert np.isnan(neighbour_cosine(as_table(values[:1])))


def test_a_row_of_zeros_has_no_direction():
    assert cosine(np.zeros(2), np.ones(2)) == 0
    assert cosine(np.ones(2), np.ones(2)) == pytest.approx(1)
    assert neighbour_cosine(as_table(np.array([[0.0, 0], [1, 0], [1, 0]]))) == pytest.approx(0.5)


def test_the_usual_size_passes_over_a_few_large_numbers():
    values = np.ones((10, 20))
    values[3, 4] = -100
    assert usual_size(values) == 1
    assert usual_size(np.zeros((2, 2))) == 0


# ---- Norms, cosines and rows are those of the whole table, by NumPy.

VALUES = np.random.default_rng(0).normal(1, 2, (23, 5))
TABLE = as_table(VALUES)
UNIT = VALUES / np.linalg.norm(VALUES, axis=1, keepdims=True)


@pytest.mark.parametrize(("points", "size"), [(23, 1), (100, 1), (6, 4), (1, 23)])
def test_norms_have_their_range_and_are_averaged_to_the_points(points, size):
    norms = np.linalg.norm(VALUES, axis=1)
    result = norm_curve(TABLE, points=points)
    np.testing.assert_allclose(row_norms(sinusoidal_table(23, 64)), np.sqrt(32), rtol=1e-14)  # Σ sin² + cos²
    assert (result.least, result.most) == pytest.approx((norms.min(), norms.max()), rel=1e-14)
    assert result.size == size
    runs = [norms[start : start + size].mean() for start in range(0, 23, size)]
    np.testing.assert_allclose(result.values, runs, rtol=1e-14)


def test_cosines_of_neighbours_and_of_the_ends():
    result = row_cosines(TABLE, rows=50)
    np.testing.assert_allclose(result.values, UNIT @ UNIT.T, atol=1e-14)
    assert result.positions == 1
    assert result.neighbours == neighbour_cosine(TABLE)
    assert result.ends == pytest.approx(UNIT[0] @ UNIT[-1])


@pytest.mark.parametrize(("row", "other"), [(0, 1), (1, 0), (22, 21)])
def test_a_row_is_read_beside_the_one_before(row, other):
    result = read_row(TABLE, row)
    assert (result.row, result.other, result.start) == (row, other, VALUES[row, 0])
    assert result.norm == pytest.approx(np.linalg.norm(VALUES[row]))
    assert result.cosine == pytest.approx(UNIT[row] @ UNIT[other])
    np.testing.assert_array_equal(row_of(TABLE, row), VALUES[row])
