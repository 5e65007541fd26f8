import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.alibi import alibi, slopes
from tests.house import ROOT

GOLDEN = json.loads((ROOT / "core/teach/references/attention_biases.json").read_text("utf-8"))


@pytest.mark.parametrize("heads", GOLDEN["alibi_slopes"])
def test_slopes_are_those_of_the_released_model(heads):  # source: the line "source" in the file
    np.testing.assert_allclose(slopes(int(heads)), GOLDEN["alibi_slopes"][heads], atol=1e-6, rtol=0)


def test_eight_heads_halve_from_a_half():  # Press et al. 2021, section 3
    np.testing.assert_array_equal(slopes(8), 0.5 ** np.arange(1, 9))


@given(st.integers(1, 300))
def test_any_number_of_heads_has_distinct_slopes_between_zero_and_one(heads):
    values = slopes(heads)
    assert values.shape == (heads,)
    assert ((values > 0) & (values < 1)).all()
    assert len(set(values)) == heads


def test_the_weight_halves_every_ln2_over_slope_tokens():
    bias = alibi([200], 201, 8)[:, 0]
    weights = np.exp(bias)
    distance = np.log(2) / slopes(8)
    np.testing.assert_allclose(distance[[0, -1]], [1.386, 177.4], rtol=1e-3)
    np.testing.assert_allclose(weights[3, 200 - 11], 0.5, rtol=0.01)  # ln 2 · 16 = 11.1 tokens back


def test_the_penalty_is_the_slope_times_the_distance_both_ways():
    bias = alibi(6, 6, 3)
    distance = np.abs(np.subtract.outer(np.arange(6), np.arange(6)))
    np.testing.assert_allclose(bias, -slopes(3)[:, None, None] * distance)
