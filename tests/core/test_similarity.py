import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from core import similarity
from core.schemes.sinusoidal import columns, sinusoidal
from core.similarity import (
    cosine_sum,
    dot_product,
    dot_product_curve,
    gram,
    landmarks,
    projected_curve,
    random_projections,
)
from tests.core.oracle import EPS, error, frequency, mp

bases = st.floats(1.01, 1e7) | st.sampled_from([2, 10_000, 500_000])
scales = st.floats(0.01, 1000) | st.sampled_from([1, 8])
offsets = st.floats(-(2**21), 2**21) | st.integers(-(2**21), 2**21)
d_models = st.integers(1, 40)
lengths = st.integers(1, 60)
points = st.integers(1, 150)


def exact_product(offset, d_model, base, scale):
    """Σ cos(kω / scale) in 50 digits, and the error that float64 may make: 4 eps (1 + |angle|) a term."""
    shifted = mp.mpf(offset) / mp.mpf(scale)
    angles = [shifted * frequency(2 * i, d_model, base) for i in range(d_model // 2)]
    return mp.fsum(map(mp.cos, angles)), 4 * EPS * (len(angles) + float(sum(map(abs, angles))))


@given(offsets, d_models, bases, scales)
@example(2**40 + 0.5, 40, 1e7, 3)
@example(0, 512, 10_000, 1)
def test_dot_product_is_within_four_eps_a_pair_of_the_exact_value(offset, d_model, base, scale):
    exact, bound = exact_product(offset, d_model, base, scale)
    assert error(dot_product(offset, d_model, base=base, scale=scale), exact) <= bound


def test_dot_product_depends_only_on_the_offset():  # cos a cos b + sin a sin b = cos(a - b)
    table = sinusoidal(np.arange(50), 64)
    products = table @ table.T
    np.testing.assert_allclose(products[1:, 1:], products[:-1, :-1], atol=1e-12)


@given(st.lists(st.floats(-1e4, 1e4), max_size=6), st.integers(1, 20), bases, scales)
def test_dot_product_of_the_offsets_is_the_gram_matrix_of_the_table(positions, pairs, base, scale):
    table = sinusoidal(positions, 2 * pairs, base=base, scale=scale)
    between = np.subtract.outer(positions, positions)
    atol = 16 * EPS * pairs * (1 + 1e4 / scale)
    np.testing.assert_allclose(dot_product(between, 2 * pairs, base=base, scale=scale), table @ table.T, atol=atol)


@given(st.lists(st.floats(-1e3, 1e3), max_size=6), st.integers(0, 20), bases)
def test_an_odd_last_sine_adds_to_the_gram_matrix_what_the_docstring_says(positions, pairs, base):
    table = sinusoidal(positions, 2 * pairs + 1, base=base)
    sine = np.sin(np.array(positions) * columns(2 * pairs + 1, base=base).frequencies[-1])
    between = np.subtract.outer(positions, positions)
    expected = dot_product(between, 2 * pairs + 1, base=base) + np.outer(sine, sine)
    np.testing.assert_allclose(table @ table.T, expected, atol=1e-13 * (pairs + 1) * 16)


@given(
    npst.arrays(np.float64, npst.array_shapes(min_dims=0, max_dims=3), elements=st.floats(-1e6, 1e6)),
    d_models,
    bases,
)
def test_dot_product_is_even_and_largest_at_offset_zero(offsets, d_model, base):
    products = dot_product(offsets, d_model, base=base)
    assert products.shape == offsets.shape
    np.testing.assert_array_equal(products, dot_product(-offsets, d_model, base=base))
    assert (np.abs(products) <= d_model // 2).all()
    assert dot_product(0, d_model, base=base) == d_model // 2


@pytest.mark.parametrize("chunk", [1, 7, 64, 10**6])
def test_dot_product_does_not_depend_on_how_many_cells_are_held_at_once(monkeypatch, chunk):
    expected = dot_product(np.arange(-50, 50), 6)
    monkeypatch.setattr(similarity, "CHUNK", chunk)
    np.testing.assert_array_equal(dot_product(np.arange(-50, 50), 6), expected)


def sums_term_by_term(terms, count, start, step, seed):
    """Arguments of `cosine_sum`, what it should give, and the error that float64 may make."""
    rng = np.random.default_rng(seed)
    coefficients = rng.standard_normal(terms) + 1j * rng.standard_normal(terms)
    frequencies = rng.random(terms)
    at = start + step * np.arange(count)
    expected = (np.exp(1j * np.outer(at, frequencies)) @ coefficients).real
    atol = 16 * EPS * (1 + abs(start) + abs(step) * count) * np.abs(coefficients).sum()
    return (coefficients, frequencies, start, step, count), expected, atol


@given(st.integers(1, 200), st.integers(0, 8), st.floats(-1e4, 1e4), st.floats(-10, 10), st.integers(0, 2**32))
def test_cosine_sum_equals_the_sum_term_by_term(count, terms, start, step, seed):
    arguments, expected, atol = sums_term_by_term(terms, count, start, step, seed)
    np.testing.assert_allclose(cosine_sum(*arguments), expected, rtol=0, atol=atol, strict=True)


@pytest.mark.parametrize(("start", "step"), [(0, 1), (-1000, 1), (12.5, -3.75), (1e6, 511)])
@pytest.mark.parametrize("count", [similarity.FEW - 1, similarity.FEW, 1000])
def test_sums_of_many_waves_equal_the_sum_term_by_term(count, start, step):  # by a Fourier transform
    arguments, expected, atol = sums_term_by_term(similarity.MANY, count, start, step, 5)
    np.testing.assert_allclose(cosine_sum(*arguments), expected, rtol=0, atol=atol, strict=True)


def runs(curve):
    """The offsets that each point of a curve covers, shape (points, offsets_per_point)."""
    reach = (curve.offsets_per_point - 1) // 2
    return curve.offsets[:, np.newaxis] + np.arange(-reach, reach + 1)


@given(st.integers(1, 5000), points)
def test_a_curve_covers_every_offset_once_with_at_most_the_points_wanted(length, points):
    for curve in (
        dot_product_curve(length, 4, points=points),
        projected_curve(length, random_projections(4, head_dim=2), points=points),
    ):
        covered = runs(curve).ravel()
        assert curve.offsets_per_point % 2 == 1
        assert len(curve.values) == len(curve.offsets) <= points
        assert (np.diff(covered) == 1).all()
        assert covered[0] <= -length
        assert covered[-1] >= length
        assert (curve.offsets == -curve.offsets[::-1]).all()


@given(st.integers(1, 5000))
def test_a_curve_that_fits_has_one_point_an_offset(length):
    curve = dot_product_curve(length, 2, points=2 * length + 1)
    assert curve.offsets_per_point == 1
    assert curve.offsets.tolist() == list(range(-length, length + 1))


@given(lengths, d_models, bases, scales, points)
def test_the_dot_product_curve_is_the_mean_of_the_dot_products_of_each_run(length, d_model, base, scale, points):
    curve = dot_product_curve(length, d_model, base=base, scale=scale, points=points)
    expected = dot_product(runs(curve), d_model, base=base, scale=scale).mean(axis=1)
    atol = 16 * EPS * d_model * (1 + 3 * length / scale)
    np.testing.assert_allclose(curve.values, expected, rtol=0, atol=atol, strict=True)
    np.testing.assert_array_equal(curve.values, curve.values[::-1])


@given(lengths, d_models, bases, scales, points, st.integers(0, 9), st.integers(1, 9))
def test_the_projected_curve_is_the_score_of_the_projected_rows(
    length, d_model, base, scale, points, seed, head_dim
):
    head = random_projections(d_model, seed=seed, head_dim=head_dim)
    curve = projected_curve(length, head, base=base, scale=scale, points=points)
    at = length + runs(curve)
    query = sinusoidal([length], d_model, base=base, scale=scale) @ head.query.T.astype(float)
    keys = sinusoidal(at.ravel(), d_model, base=base, scale=scale) @ head.key.astype(float)
    expected = (keys @ query[0]).reshape(at.shape).mean(axis=1)
    atol = 64 * EPS * d_model * head_dim * (1 + 4 * length / scale) + 4e-6 * head_dim  # the weights are in float32
    np.testing.assert_allclose(curve.values, expected, rtol=0, atol=atol, strict=True)


@pytest.mark.parametrize("d_model", [8, 512])
def test_random_projections_have_the_variance_of_an_untrained_head(d_model):
    head = random_projections(d_model, seed=3, head_dim=2000)
    for weights in (head.query, head.key):
        assert np.mean(weights) * d_model**0.5 == pytest.approx(0, abs=0.03)
        assert np.var(weights) * d_model == pytest.approx(1, abs=0.03)
    assert (head.query.shape, head.key.shape) == ((2000, d_model), (d_model, 2000))
    assert abs(np.corrcoef(head.query.ravel(), head.key.T.ravel())[0, 1]) < 0.03


def test_random_projections_break_the_symmetry_and_another_seed_breaks_it_otherwise():
    first, second = (projected_curve(100, random_projections(64, seed=seed)).values for seed in (0, 1))
    assert np.abs(first - first[::-1]).max() > 1
    assert np.abs(first - second).max() > 1
    np.testing.assert_array_equal(first, projected_curve(100, random_projections(64)).values)


@given(lengths, d_models, bases, scales, st.integers(1, 70))
def test_gram_is_the_mean_of_every_block_of_products(length, d_model, base, scale, cells):
    products, positions = gram(length, d_model, base=base, scale=scale, cells=cells)
    table = sinusoidal(length, d_model, base=base, scale=scale)
    full = table @ table.T
    starts = range(0, length, positions)
    expected = [[full[r : r + positions, c : c + positions].mean() for c in starts] for r in starts]
    atol = 64 * EPS * d_model * (1 + length / scale)
    np.testing.assert_allclose(products, expected, rtol=0, atol=atol, strict=True)
    assert len(products) <= cells


def test_the_gram_matrix_of_many_dimensions_has_the_products_of_the_table():  # by a Fourier transform
    products, positions = gram(600, 1025, cells=200)
    table = sinusoidal(600, 1025).reshape(200, 3, 1025).mean(axis=1)
    assert positions == 3
    np.testing.assert_allclose(products, table @ table.T, rtol=0, atol=1e-10)


@given(st.integers(2, 40), st.floats(1.5, 1e6), st.floats(0.5, 10), st.integers(1, 300))
def test_landmarks_are_what_a_walk_along_the_offsets_finds(d_model, base, scale, search):
    products = dot_product(np.arange(search + 1), d_model, base=base, scale=scale).tolist()
    assume(all(abs(a - b) > 1e-7 for a, b in itertools.pairwise(products)))  # no rise by a hair
    assume(all(abs(product) > 1e-7 for product in products))
    found = landmarks(d_model, base=base, scale=scale, search=search)
    assert found.searched == search
    assert found.first_rise == next((k for k in range(1, search + 1) if products[k] > products[k - 1]), None)
    assert found.first_negative == next((k for k in range(1, search + 1) if products[k] < 0), None)
    assert products[found.nearest] == pytest.approx(max(products[1:]), abs=1e-9)
    assert 1 <= found.nearest <= search
    apart = sinusoidal(
        [0, found.nearest], 2 * (d_model // 2), base=base ** (2 * (d_model // 2) / d_model), scale=scale
    )
    assert found.nearest_distance == pytest.approx(np.linalg.norm(apart[1] - apart[0]), abs=1e-6)


def test_a_pair_too_slow_to_turn_has_no_rise_and_no_negative_product():
    found = landmarks(2, scale=1e4, search=100)
    assert (found.first_rise, found.first_negative, found.nearest) == (None, None, 1)


def test_a_rise_by_rounding_is_none():
    assert landmarks(2, scale=1e9, search=4000).first_rise is None


@pytest.mark.parametrize(
    ("offset", "product"),
    [
        (0, 256),
        (1, 249.102097827363),
        (2, 231.733620389707),
        (5, 189.59666768103),
        (10, 173.789724923663),
        (50, 131.090761090774),
        (100, 111.950208648637),
        (500, 67.2330757735258),
        (1000, 44.971604844503),
        (5000, -6.274990798129),
    ],
)
def test_the_dot_products_of_the_papers_model(offset, product):
    # Σ cos(k / 10000**(2i / 512)) over i < 256, in 30 digits with mpmath, from the formula of
    # Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762
    assert dot_product(offset, 512) == pytest.approx(product, abs=1e-11)
    assert dot_product(-offset, 512) == pytest.approx(product, abs=1e-11)


@pytest.mark.parametrize(
    ("d_model", "first_rise", "first_negative"),
    [(16, 4, 91), (32, 5, 474), (64, 6, 725), (128, 12, 1707), (512, 44, 3284)],
)
def test_the_product_neither_falls_for_ever_nor_stays_positive(d_model, first_rise, first_negative):
    # By adding up Σ cos(k / 10000**(2i / d_model)) in 30 digits with mpmath for k = 1, 2, 3, …, from the
    # formula of Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762
    found = landmarks(d_model)
    assert (found.first_rise, found.first_negative, found.searched) == (first_rise, first_negative, 4095)
    for offset, sign in ((first_negative - 1, 1), (first_negative, -1)):
        assert sign * exact_product(offset, d_model, 10_000, 1)[0] > 0


@pytest.mark.parametrize(
    ("d_model", "nearest", "distance"),
    [(4, 1885, 0.0444064177834), (8, 63, 0.645292363871), (512, 1, 3.71427036513)],
)
def test_four_features_nearly_collide_after_1885_tokens(d_model, nearest, distance):
    # Root of d_model - 2 Σ cos(kω), in 30 digits with mpmath, from the formula of Vaswani et al. 2017, section 3.5,
    # https://arxiv.org/abs/1706.03762: 1885 tokens are 300.007 turns of the first pair and 3.00007 of the second.
    found = landmarks(d_model, search=4095)
    assert found.nearest == nearest
    assert found.nearest_distance == pytest.approx(distance, rel=1e-9)
    start, end = sinusoidal([100, 100 + nearest], d_model)
    assert math.dist(start, end) == pytest.approx(distance, rel=1e-9)
