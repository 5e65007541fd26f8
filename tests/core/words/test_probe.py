import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.words.probe import fit_probe, nearest_rows

seeds = st.integers(0, 2**32)


def examples(seed, rows=40, features=5, targets=3):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((rows, features)) + 3, rng.standard_normal((rows, targets)) - 2


@given(seeds)
def test_with_hardly_any_ridge_it_is_least_squares(seed):
    inputs, targets = examples(seed)
    with_one = np.column_stack([inputs, np.ones(len(inputs))])
    expected = with_one @ np.linalg.lstsq(with_one, targets, rcond=None)[0]
    np.testing.assert_allclose(fit_probe(inputs, targets, penalty=1e-14).read(inputs), expected, atol=1e-8)


@given(seeds)
def test_it_is_the_least_of_what_ridge_regression_weighs(seed):
    inputs, targets = examples(seed)
    probe, rng = fit_probe(inputs, targets, penalty=0.3), np.random.default_rng(seed)
    ridge = 0.3 * len(inputs) * inputs.var(axis=0).mean()

    def loss(weights, offset):
        return ((inputs @ weights + offset - targets) ** 2).sum() + ridge * (weights**2).sum()

    least = loss(probe.weights, probe.offset)
    for _ in range(5):
        weights = probe.weights + 0.01 * rng.standard_normal(probe.weights.shape)
        assert loss(weights, probe.offset + 0.01 * rng.standard_normal(3)) > least


@given(seeds)
def test_it_reads_new_rows_of_a_straight_map_exactly(seed):
    inputs, new = examples(seed)[0], examples(seed + 1)[0]
    weights = np.random.default_rng(seed).standard_normal((5, 2))
    np.testing.assert_allclose(fit_probe(inputs, inputs @ weights + 7).read(new), new @ weights + 7, atol=1e-3)


def test_where_nothing_varies_it_says_the_mean():
    probe = fit_probe(np.ones((6, 4)), np.arange(6.0)[:, None])
    np.testing.assert_array_equal(probe.read(np.ones((2, 4))), [[2.5], [2.5]])


@pytest.mark.parametrize("shape", [(7,), (2, 7)])
def test_the_nearest_row_is_the_one_at_the_least_distance(shape):
    rng = np.random.default_rng(0)
    readings, table = rng.standard_normal((*shape, 3)), rng.standard_normal((11, 3)) * 2
    expected = ((readings[..., None, :] - table) ** 2).sum(axis=-1).argmin(axis=-1)
    np.testing.assert_array_equal(nearest_rows(readings, table), expected)
