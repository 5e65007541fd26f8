"""Singular values and sinusoids, against NumPy's decomposition and known sinusoids."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.analysis import spectrum, table
from core.schemes.analysis.spectrum import (
    power_shares,
    principal_components,
    share_by_chance,
    sinusoid_at,
    strongest_sinusoids,
)
from core.schemes.analysis.table import as_table, run_means, sinusoidal_table
from core.schemes.learned import sample

SHAPES = [(256, 64), (64, 256), (50, 50), (7, 3), (3, 7), (2, 1), (1, 2), (5, 1)]


def random_table(shape, seed=0):
    return np.random.default_rng(seed).normal(3, 2, shape)


def decomposed(values):
    return np.linalg.svd(values - values.mean(axis=0), full_matrices=False)


def check_against_numpy(components, values):
    vectors, expected, _ = decomposed(values)
    np.testing.assert_allclose(components.values, expected, atol=1e-6 * expected[0])
    count = components.vectors.shape[1]
    overlap = np.sum(components.vectors * vectors[:, :count], axis=0)
    np.testing.assert_allclose(np.abs(overlap), 1, atol=1e-6)


@pytest.mark.parametrize("cells", [table.CELLS, 100])
@pytest.mark.parametrize("shape", SHAPES)
def test_values_and_vectors_are_those_of_the_centred_table(shape, cells, monkeypatch):
    monkeypatch.setattr(table, "CELLS", cells)
    values = random_table(shape)
    result = principal_components(as_table(values), 4)
    assert result.positions == 1
    assert result.vectors.shape == (shape[0], min(4, shape[1], shape[0] - 1))
    check_against_numpy(result, values)
    half = result.vectors[: (shape[0] + 1) // 2]
    assert (half.sum(axis=0) > -1e-9).all()


@pytest.mark.parametrize("cells", [table.CELLS, 100, 7])
@pytest.mark.parametrize("shape", [(60, 20), (61, 50), (12, 11)])
def test_beyond_the_limits_runs_of_rows_are_averaged_first(shape, cells, monkeypatch):
    monkeypatch.setattr(table, "CELLS", cells)
    monkeypatch.setattr(spectrum, "MOST_SIDE", 10)
    values = random_table(shape)
    result = principal_components(as_table(values), 3)
    assert result.positions == -(-shape[0] // 10)
    check_against_numpy(result, run_means(values, result.positions))
    monkeypatch.setattr(spectrum, "MOST_SIDE", 1024)
    monkeypatch.setattr(spectrum, "MOST_POSITIONS", 25)
    result = principal_components(as_table(values), 3)
    assert result.positions == -(-shape[0] // 25)
    check_against_numpy(result, run_means(values, result.positions))


@pytest.mark.parametrize("shape", [(2**20, 1), (70_000, 285), (19_531, 1023), (4_400, 4_500), (1_200, 16_384)])
def test_the_products_for_a_table_are_bounded(shape):  # a file of 20 MB took seconds
    length, d_model = shape
    n = -(-length // spectrum.run_size(length, spectrum._most_rows(d_model)))
    assert n * d_model * min(n, d_model) <= spectrum.MOST_PRODUCTS
    assert min(n, d_model) <= spectrum.MOST_SIDE


@pytest.mark.parametrize("shape", [(60, 20), (61, 50), (12, 11)])
def test_runs_known_without_the_rows_are_taken_as_they_are(shape, monkeypatch):
    monkeypatch.setattr(spectrum, "MOST_SIDE", 10)
    table = sinusoidal_table(*shape, base=50)
    result = principal_components(replace(table, block=None), 3)
    expected = principal_components(replace(table, runs=None), 3)
    assert result.positions == expected.positions > 1
    np.testing.assert_allclose(result.values, expected.values, atol=1e-7 * expected.values[0])
    np.testing.assert_allclose(result.vectors, expected.vectors, atol=1e-6)


@pytest.mark.parametrize("shape", [(600, 256), (256, 600)])
def test_the_matrix_is_held_once_beside_its_eigenvectors_or_two_blocks(shape, monkeypatch):
    square = 256**2
    monkeypatch.setattr(table, "CELLS", square)
    monkeypatch.setattr(spectrum, "STRIP", 16)
    tracemalloc.start()
    try:
        principal_components(as_table(np.zeros(shape, "i1")), 6)
        assert tracemalloc.get_traced_memory()[1] < 3.5 * 8 * square
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("shape", [(1024, 768), (1024, 1024), (512, 1024), (2048, 1024)])
def test_tables_of_released_models_are_not_averaged(shape):
    assert spectrum.run_size(shape[0], spectrum._most_rows(shape[1])) == 1


def test_equal_rows_have_no_components():
    result = principal_components(as_table(np.tile(random_table((1, 6)), (9, 1))), 4)
    assert not result.values.any()
    assert result.vectors.shape == (9, 0)
    assert result.count_holding(0.9) == 0
    assert principal_components(sinusoidal_table(1, 8), 4).vectors.shape == (1, 0)


def test_a_long_table_of_equal_rows_has_no_sinusoids():  # no vector is left to average
    result = spectrum.spectrum(as_table(np.ones((1_201, 2))), count=6, points=512)
    assert result.strongest.vectors.shape == result.strongest.sinusoids.shape == (401, 0)


def test_count_holding_counts_the_largest_values():
    powers = np.array([50.0, 30, 15, 5])
    rows = np.concatenate([np.diag(np.sqrt(powers)), -np.diag(np.sqrt(powers))]) / np.sqrt(2)
    result = principal_components(as_table(rows), 2)
    np.testing.assert_allclose(result.values**2, powers)
    assert [result.count_holding(share) for share in (0.4, 0.6, 0.9, 1)] == [1, 2, 3, 4]


@given(st.integers(3, 60), st.data())
def test_a_wave_has_its_power_at_its_frequency(n, data):
    cycles = data.draw(st.integers(1, (n - 1) // 2))
    phase = data.draw(st.floats(0, 6))
    vector = np.cos(2 * np.pi * cycles * np.arange(n) / n + phase)
    shares = power_shares(vector[:, None])[:, 0]
    assert shares.shape == (n // 2 + 1,)
    assert shares[cycles] == pytest.approx(1)
    np.testing.assert_allclose(sinusoid_at(vector, cycles), vector, atol=1e-12)


@given(st.integers(2, 60), st.integers(0, 1000))
def test_shares_are_of_the_power_of_the_waves(n, seed):  # Parseval, without Fourier's scaling
    vector = np.random.default_rng(seed).normal(size=n)
    shares = power_shares(vector[:, None])[:, 0]
    waves = [sinusoid_at(vector, cycles) for cycles in range(n // 2 + 1)]
    np.testing.assert_allclose(shares, [np.sum(wave**2) / np.sum(vector**2) for wave in waves], atol=1e-12)
    np.testing.assert_allclose(sum(waves), vector, atol=1e-12)
    assert shares.sum() == pytest.approx(1)


def test_the_strongest_sinusoid_is_the_nearest_of_all_sinusoids():
    result = principal_components(as_table(sample()), 6)
    strongest = strongest_sinusoids(result, points=1000)
    assert strongest.size == 1
    np.testing.assert_array_equal(strongest.vectors, result.vectors)
    residual = np.sum((strongest.vectors - strongest.sinusoids) ** 2, axis=0)  # the vectors have a power of 1
    np.testing.assert_allclose(strongest.top_shares, 1 - residual, atol=1e-12)
    for number, vector in enumerate(result.vectors.T):
        others = [np.sum((vector - sinusoid_at(vector, cycles)) ** 2) for cycles in range(129)]
        assert np.argmin(others) == strongest.cycles[number]


def test_few_points_are_means_of_neighbours():
    strongest = strongest_sinusoids(principal_components(as_table(sample()), 2), points=100)
    assert (strongest.size, strongest.vectors.shape) == (3, (86, 2))
    whole = strongest_sinusoids(principal_components(as_table(sample()), 2), points=256)
    np.testing.assert_allclose(
        strongest.sinusoids[:-1], whole.sinusoids[:255].reshape(85, 3, 2).mean(axis=1), atol=1e-12
    )


def test_cycles_holding_is_where_each_vector_has_its_share():
    strongest = strongest_sinusoids(principal_components(as_table(sample()), 6), points=256)
    held_at = [strongest.cycles_holding(share) for share in (0.5, 0.95, 0.99)]
    assert held_at == sorted(held_at)
    below = np.cumsum(strongest.shares, axis=0)
    assert below[held_at[1]].min() >= 0.95 > below[held_at[1] - 1].min()


@pytest.mark.parametrize("n", [15, 64, 257])
def test_the_share_by_chance_is_that_of_random_numbers(n):
    noise = np.random.default_rng(1).normal(size=(n, 4000))
    largest = power_shares(noise - noise.mean(axis=0)).max(axis=0)
    assert share_by_chance(n) == pytest.approx(largest.mean(), rel=0.04)


def test_the_sample_is_made_of_waves_that_no_one_asked_for():
    result = principal_components(as_table(sample()), 5)
    shares = power_shares(result.vectors)
    assert shares.argmax(axis=0).tolist() == [1, 1, 2, 2, 3]
    assert shares.max(axis=0).min() > 15 * share_by_chance(256)
