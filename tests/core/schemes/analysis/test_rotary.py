"""Rotary scores, layouts, readings and turned values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.frequencies import inverse_frequencies
from core.schemes.analysis.rotary import (
    VECTORS,
    attention_drift,
    head_vectors,
    pair_products,
    partners,
    rotary_features,
    score_curve,
    scores_at,
)
from core.schemes.analysis.rotary_columns import EQUAL, UNRELATED, rotation_columns, scores_columns
from core.schemes.analysis.rotary_readings import read_pair, score_of_equal, variation
from core.schemes.rope import rope

# ---- Scores of rotated heads and their bound, each against a sum written out.

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


@pytest.mark.parametrize(
    ("dim", "part", "turning"),
    [(80, 0.4, 32), (64, 0.25, 16), (96, 0.25, 24), (128, 0.75, 96), (2, 0.25, 2), (10, 0.5, 4), (64, 1, 64)],
)  # Phi-2 turns 0.4 of 80, GPT-NeoX 0.25 of 96: int(head_dim · part)
def test_parts_of_a_head_are_whole_pairs(dim, part, turning):
    assert rotary_features(dim, part) == turning


# ---- The two layouts of RoPE: the permutation between them, and what mixing them does.


@given(evens, layouts)
def test_partners_turn_into_each_other(dim, layout):
    found = partners(dim, layout)
    features = np.arange(dim)
    np.testing.assert_array_equal(found[found], features)
    assert (found != features).all()
    turned = rope(np.eye(dim), np.full(dim, 5), layout=layout)  # each feature alone
    touched = [set(np.flatnonzero(np.abs(row) > 1e-12)) for row in turned]
    assert all(each <= {feature, found[feature]} for feature, each in enumerate(touched))


def test_mixed_layouts_keep_the_offset_and_torn_ones_do_not():
    query, key = head_vectors("random", 16)[:, 0]
    at = np.arange(100)
    right, mixed = (scores_at(query, key, at + 7, at, layout=layout) for layout in ("interleaved", "half"))
    torn = scores_at(query, key, at + 7, at, layout="interleaved", key_layout="half")
    assert np.ptp(right) < 1e-12
    assert np.ptp(mixed) < 1e-12
    assert abs(right[0] - mixed[0]) > 0.1
    assert np.ptp(torn) > 1


# ---- Readings of the RoPE room against scores that are computed by rotating vectors.

RATES = {"base": 500.0, "scale": 4.0}


def test_products_of_a_pair_and_of_the_head_are_scores():
    result = read_pair(30, 9, 4, 16, **RATES)
    one, ones = [1.0, 0.0], np.repeat([1.0, 0.0], 8)  # (1, 0) in every pair of the half layout
    pair, head = result.products([0, 5], [0, 0])
    slow = {"base": 500.0, "scale": 1 / result.frequency}  # a head of this pair alone
    np.testing.assert_allclose(pair, scores_at(one, one, [30, 35], [9, 9], **slow), atol=1e-12)
    np.testing.assert_allclose(head, scores_at(ones, ones, [30, 35], [9, 9], **RATES), atol=1e-12)
    assert result.product == pytest.approx(pair[0])
    assert rotation_columns(30, 9, 16, **RATES)["q · k"][4] == pytest.approx(pair[0])


def test_a_pair_beyond_the_last_is_the_last():
    assert read_pair(1, 0, 100, 8, **RATES).pair == 3


@pytest.mark.parametrize("rotary", [0.25, 1.0])
def test_scores_over_the_offset_are_those_of_turned_vectors(rotary):
    columns = scores_columns(16, 300, rotary=rotary, **RATES)
    turning = rotary_features(16, rotary)
    equal = rope(np.ones((301, 16)), np.arange(301), rotary_dim=turning, **RATES) @ np.ones(16)
    np.testing.assert_allclose(columns[EQUAL], equal, atol=1e-11)
    assert score_of_equal(100, 16, turning, **RATES) == pytest.approx(equal[100])
    query, key = head_vectors("random", 16)[:, 0]
    turned = rope(np.tile(query, (301, 1)), np.arange(301), rotary_dim=turning, **RATES)
    np.testing.assert_allclose(columns[f"{UNRELATED} 1"], turned @ key, atol=1e-11)


# ---- Outputs of a head whose values are rotated as well.


@pytest.mark.parametrize("scale", [1, 8])
@pytest.mark.parametrize("dim", [2, 64])
def test_moving_all_positions_moves_the_output_only_where_values_are_turned(dim, scale):
    drift = attention_drift([0, 1, 100, 1_000_000], dim, scale=scale)
    assert drift.values[0] == 0
    assert (drift.values[1:] > 0.02).all()
    for still in (drift.plain, drift.outputs):
        assert (still[:3] < 1e-13).all()
        assert still[3] < 1e-9  # what float64 leaves of the angle of position 1,000,000


def test_turned_values_turn_the_output_by_the_shift():
    # Σ a R_{j+s} v = R_s Σ a R_j v: with one token the output is its turned value, and moves 2 sin(s/2) per pair
    drift = attention_drift([0.5], 2, tokens=1)
    assert drift.values[0] == pytest.approx(2 * np.sin(0.25))


def test_a_score_varies_over_positions_only_where_layouts_are_mixed():
    vectors = head_vectors("random", 16)[:, 0]
    assert variation(vectors, 7, 1000, **RATES) < 1e-11
    assert variation(vectors, 7, 1000, layout="interleaved", key_layout="half", **RATES) > 1
