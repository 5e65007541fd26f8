import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from core.numeric.softmax import softmax
from tests.core.oracle import EPS

scores = npst.arrays(
    np.float64,
    npst.array_shapes(min_dims=1, max_dims=3, max_side=6),
    elements=st.floats(-1e3, 1e3),
)


@given(scores)
def test_softmax_weights_are_not_negative_and_sum_to_one(scores):
    weights = softmax(scores)
    assert weights.shape == scores.shape
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=8 * EPS)


@given(scores, st.floats(-1e3, 1e3))
def test_softmax_does_not_change_when_a_number_is_added_to_all_scores(scores, number):
    np.testing.assert_allclose(softmax(scores + number), softmax(scores), rtol=1e-11, atol=1e-300)


@given(st.lists(st.floats(-20, 20), min_size=1, max_size=6))
def test_softmax_equals_its_definition(scores):
    total = math.fsum(map(math.exp, scores))
    expected = [math.exp(score) / total for score in scores]
    np.testing.assert_allclose(softmax(np.array(scores)), expected, rtol=1e-13)


def test_softmax_of_scores_too_large_for_exp_is_finite():
    np.testing.assert_array_equal(softmax(np.array([1e300, 1e300, -1e300])), [0.5, 0.5, 0])


def test_a_token_behind_a_mask_weighs_nothing():
    np.testing.assert_array_equal(softmax(np.array([0.0, -np.inf, 0.0])), [0.5, 0, 0.5])
