import json

import numpy as np
import pytest

from core.schemes.t5 import illustrative_weights, relative_position_bucket, t5
from tests.house import ROOT

GOLDEN = json.loads((ROOT / "core/teach/references/attention_biases.json").read_text("utf-8"))
CASES = GOLDEN["t5_relative_position_buckets"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: "both ways" if case["bidirectional"] else "causal")
def test_buckets_are_those_of_the_released_model(case):  # source: the line "source" in the file
    first, last = case["relative_position"]
    form = {name: case[name] for name in ("bidirectional", "num_buckets", "max_distance")}
    buckets = relative_position_bucket(np.arange(first, last + 1), **form)
    np.testing.assert_array_equal(buckets, case["bucket"])


def test_a_distance_on_an_edge_belongs_to_the_bucket_above():  # 8 · 16^(k/8) is whole for k = 2, 4, 6
    assert relative_position_bucket([-15, -16, -31, -32, -63, -64]).tolist() == [9, 10, 11, 12, 13, 14]


@pytest.mark.parametrize(("bidirectional", "buckets"), [(True, 32), (False, 32), (True, 8), (False, 128)])
def test_buckets_grow_with_the_distance_and_use_every_number(bidirectional, buckets):
    past = relative_position_bucket(
        -np.arange(2000), bidirectional=bidirectional, num_buckets=buckets, max_distance=512
    )
    assert (np.diff(past) >= 0).all()
    assert set(past) == set(range(buckets // (2 if bidirectional else 1)))


def test_causal_keys_after_the_query_share_bucket_zero():
    assert not relative_position_bucket(np.arange(0, 50), bidirectional=False).any()


def test_the_bias_looks_the_weights_up():
    weights = np.random.default_rng(0).standard_normal((32, 3))
    bias = t5([5], 40, 3, weights=weights)
    expected = weights[relative_position_bucket(np.arange(40) - 5)].T
    np.testing.assert_array_equal(bias[:, 0], expected)


def test_illustrative_weights_fall_with_the_distance():
    weights = illustrative_weights(4)
    assert (np.diff(weights[:16], axis=0) < 0).all()
    assert not weights[0].any()
