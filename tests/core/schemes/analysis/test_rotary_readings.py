"""Readings of the RoPE room against scores that are computed by rotating vectors."""

import numpy as np
import pytest

from core.schemes.analysis.rotary import head_vectors, scores_at
from core.schemes.analysis.rotary_columns import rotation_columns
from core.schemes.analysis.rotary_readings import OFFSETS, read_pair, read_score, variation

RATES = {"base": 500.0, "scale": 4.0}


def test_products_of_a_pair_and_of_the_head_are_scores():
    found = read_pair(30, 9, 4, 16, **RATES)
    one, ones = [1.0, 0.0], np.repeat([1.0, 0.0], 8)  # (1, 0) in every pair of the half layout
    pair, head = found.moved([0, 5], [0, 0])
    slow = {"base": 500.0, "scale": 1 / found.frequency}  # a head of this pair alone
    np.testing.assert_allclose(pair, scores_at(one, one, [30, 35], [9, 9], **slow), atol=1e-12)
    np.testing.assert_allclose(head, scores_at(ones, ones, [30, 35], [9, 9], **RATES), atol=1e-12)
    assert found.product == pytest.approx(pair[0])
    assert rotation_columns(30, 9, 16, **RATES)["q · k"][4] == pytest.approx(pair[0])


def test_a_pair_beyond_the_last_is_the_last():
    assert read_pair(1, 0, 100, 8, **RATES).pair == 3


def test_a_score_varies_over_positions_only_where_layouts_are_mixed():
    vectors = head_vectors("random", 16)[:, 0]
    assert variation(vectors, 7, 1000, **RATES) < 1e-11
    assert variation(vectors, 7, 1000, layout="interleaved", key_layout="half", **RATES) > 1


@pytest.mark.parametrize("vectors", ["ones", "random", "copied"])
def test_a_score_reading_stays_below_its_bound(vectors):
    found = read_score(vectors, 16, 300, **RATES)
    assert (np.abs(found.first.values) <= found.bound * (1 + 1e-12)).all()
    assert found.tightest >= 1
    np.testing.assert_allclose(found.at, found.first.values[OFFSETS], atol=1e-11)
    np.testing.assert_allclose(found.steepest * found.sums, found.bounds)
    assert found.strayed < 1 if vectors != "ones" else found.strayed < 1e-12
