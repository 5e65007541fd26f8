"""Scores of rotated heads and their bound, each against a sum written out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.frequencies import inverse_frequencies
from core.schemes.analysis.rotary import (
    VECTORS,
    head_vectors,
    pair_products,
    partial_sums,
    rotary_features,
    score_curve,
    scores_at,
    upper_bound,
)
from core.schemes.rope import rope
from core.similarity import dot_product

kinds = st.sampled_from(VECTORS.options)
layouts = st.sampled_from(["half", "interleaved"])
evens = st.integers(1, 16).map(lambda count: 2 * count)
bases = st.sampled_from([2, 10_000, 500_000])
scales = st.sampled_from([1, 3, 64])
offsets = st.integers(-500, 500)
seeds = st.integers(0, 2**20)


@given(kinds, evens, st.integers(1, 8), seeds)
def test_the_first_draws_are_the_same_for_every_count(kind, dim, count, seed):
    few, many = head_vectors(kind, dim, count=count, seed=seed), head_vectors(kind, dim, count=9, seed=seed)
    assert few.shape == (2, count, dim)
    np.testing.assert_array_equal(few, many[:, :count])


def test_vectors_are_what_their_names_say():
    assert (head_vectors("ones", 4, count=2) == 1).all()
    query, key = head_vectors("copied", 4, count=2)
    np.testing.assert_array_equal(query, key)
    query, key = head_vectors("random", 256, count=100)
    assert abs(np.mean(query * key)) < 0.03  # 5 standard errors
    assert np.var(query) == pytest.approx(1, abs=0.05)
    assert (head_vectors("random", 4, seed=1) != head_vectors("random", 4, seed=2)).all()


@given(kinds, evens, offsets, offsets, bases, scales, layouts)
def test_a_score_is_the_real_part_of_the_turned_products(kind, dim, m, n, base, scale, layout):
    query, key = head_vectors(kind, dim)
    products = pair_products(query, key, layout=layout)[0]
    phases = np.exp(1j * (m - n) * inverse_frequencies(dim, base) / scale)
    score = scores_at(query[0], key[0], [m], [n], base=base, scale=scale, layout=layout)
    assert score == pytest.approx((products * phases).sum().real, abs=1e-11 * dim)


@given(kinds, evens, st.integers(1, 600), bases, scales, st.integers(1, 16))
def test_a_point_of_the_curve_is_the_mean_of_its_offsets(kind, dim, length, base, scale, turning):
    rotary_dim = min(dim, 2 * turning)
    query, key = head_vectors(kind, dim)
    still = float(query[0, rotary_dim:] @ key[0, rotary_dim:])
    products = pair_products(query, key, rotary_dim=rotary_dim)[0]
    curve = score_curve(products, length, base=base, scale=scale, still=still, points=50)
    assert len(curve.offsets) <= 50
    assert curve.offsets[0] == 0
    assert curve.offsets[-1] <= length < curve.offsets[-1] + curve.offsets_per_point
    half = curve.offsets_per_point // 2
    runs = curve.offsets[:, None] + np.arange(-half, half + 1)  # (points, covered)
    at = runs.ravel()
    turned = rope(np.repeat(query, len(at), 0), at, base=base, scale=scale, rotary_dim=rotary_dim)
    np.testing.assert_allclose(curve.values, (turned @ key[0]).reshape(runs.shape).mean(axis=1), atol=1e-10 * dim)


@given(st.integers(1, 20), bases, scales)
def test_ones_score_twice_the_similarity_of_sinusoids(pairs, base, scale):
    products = pair_products(*head_vectors("ones", 2 * pairs))[0]
    curve = score_curve(products, 100, base=base, scale=scale)
    expected = 2 * dot_product(curve.offsets, 2 * pairs, base=base, scale=scale)
    np.testing.assert_allclose(curve.values, expected, atol=1e-11)


@given(kinds, evens, st.lists(offsets, min_size=1, max_size=5), bases, scales, layouts, seeds)
def test_no_score_is_beyond_the_bound(kind, dim, at, base, scale, layout, seed):
    vectors = head_vectors(kind, dim, seed=seed)
    products = pair_products(*vectors, layout=layout)[0]
    scores = scores_at(*vectors[:, 0], at, np.zeros(len(at)), base=base, scale=scale, layout=layout)
    assert (np.abs(scores) <= upper_bound(products, at, base=base, scale=scale) * (1 + 1e-12)).all()


def test_the_bound_is_met_by_one_pair():
    query, key = [[1.0, 0.0]], [[0.6, 0.8]]
    products = pair_products(query, key)[0]
    assert upper_bound(products, [5]) == pytest.approx(1)  # |h_0| · |S_1|, and |S_1| = 1
    assert score_curve(products, 1).values[0] == pytest.approx(0.6)


def test_means_of_partial_sums_of_128_features():
    # mean of |S_1| … |S_64|, base 10,000: the relative upper bound of Su et al. 2021, section 3.4.3 and figure 2,
    # https://arxiv.org/abs/2104.09864; evaluated from the definition, at offset 0 it is (1 + 64) / 2
    means = partial_sums([0, 10, 100], 128).mean(axis=1)
    theta = 10_000.0 ** (-np.arange(64) / 64)
    written_out = [
        np.mean([abs(sum(np.exp(1j * k * t) for t in theta[:j])) for j in range(1, 65)]) for k in (0, 10, 100)
    ]
    np.testing.assert_allclose(means, written_out, rtol=1e-12)
    np.testing.assert_allclose(means, [32.5, 17.95, 10.23], atol=0.005)


@pytest.mark.parametrize(
    ("dim", "part", "turning"),
    [(80, 0.4, 32), (64, 0.25, 16), (96, 0.25, 24), (128, 0.75, 96), (2, 0.25, 2), (10, 0.5, 4), (64, 1, 64)],
)  # Phi-2 turns 0.4 of 80, GPT-NeoX 0.25 of 96: int(head_dim · part)
def test_parts_of_a_head_are_whole_pairs(dim, part, turning):
    assert rotary_features(dim, part) == turning
