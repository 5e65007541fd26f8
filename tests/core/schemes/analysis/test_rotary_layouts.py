"""The two layouts of RoPE: the permutation between them, and what mixing them does."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.analysis.rotary import head_vectors, scores_at
from core.schemes.analysis.rotary_layouts import to_interleaved
from core.schemes.rope import rope


@given(st.integers(2, 16).map(lambda pairs: 2 * pairs))
def test_the_permutation_takes_one_layout_to_the_other(dim):
    order = to_interleaved(dim)
    assert sorted(order) == list(range(dim))
    vectors = head_vectors("random", dim, count=3)[0]
    at = [0, 5, 77]
    np.testing.assert_array_equal(rope(vectors, at)[:, order], rope(vectors[:, order], at, layout="interleaved"))


def test_mixed_layouts_keep_the_offset_and_torn_ones_do_not():
    query, key = head_vectors("random", 16)[:, 0]
    at = np.arange(100)
    right, mixed = (scores_at(query, key, at + 7, at, layout=layout) for layout in ("interleaved", "half"))
    torn = scores_at(query, key, at + 7, at, layout="interleaved", key_layout="half")
    assert np.ptp(right) < 1e-12
    assert np.ptp(mixed) < 1e-12
    assert abs(right[0] - mixed[0]) > 0.1
    assert np.ptp(torn) > 1
