"""Positions as running sums, and newer schemes for text."""

import numpy as np
import pytest

from core.beyond_text.cope import counted_distances
from core.beyond_text.fox import forget_bias
from core.beyond_text.stick_breaking import stick_breaking
from core.schemes.alibi import alibi
from tests.golden.newer_text import polar

# ---- Running sums.


def test_a_sentence_is_counted_in_full_stops():
    words = ["the", "cat", "sat", ".", "it", "purred", "loudly", ".", "then", "it", "slept", "."]
    counted = counted_distances([float(word == ".") for word in words])[-1]
    np.testing.assert_array_equal(counted, [3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1])


def test_equal_forget_gates_are_alibi():
    bias = forget_bias(np.full(6, np.exp(-0.5)))
    past = np.tri(6) > 0
    np.testing.assert_allclose(bias[past], alibi(6, 6, 1)[0][past] * 0.5 / 2**-8)
    assert (bias[~past] == -np.inf).all()


def test_shares_of_a_stick_are_what_a_loop_gives():
    scores = np.random.default_rng(0).standard_normal((5, 5))
    share = 1 / (1 + np.exp(-scores))
    weights = stick_breaking(scores)
    for query in range(5):
        rest = 1.0
        for key in range(query - 1, -1, -1):
            assert weights[query, key] == pytest.approx(share[query, key] * rest)
            rest *= 1 - share[query, key]
        assert weights[query].sum() == pytest.approx(1 - rest)
    assert np.isfinite(stick_breaking(np.full((3, 3), 2.0**40))).all()


# ---- Newer text.


def test_a_polar_score_depends_on_the_offset_and_grows_with_both_lengths():
    rng = np.random.default_rng(0)
    features = rng.standard_normal((2, 8))
    near, far = (polar(features, at) for at in ([3, 5], [103, 105]))
    assert near[0] @ near[1] == pytest.approx(far[0] @ far[1])
    lengths = np.log1p(np.exp(features))
    assert polar(features, [7, 7])[0] @ polar(features, [7, 7])[1] == pytest.approx((lengths[0] * lengths[1]).sum())
