import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from figures.labels import separated

HEIGHTS = npst.arrays(np.float64, st.integers(1, 8), elements=st.floats(-100, 100))


@given(HEIGHTS, st.floats(0, 50))
def test_labels_keep_their_order_and_their_distance(values, gap):
    placed = np.sort(separated(values, gap))
    assert (np.diff(placed) >= gap - 1e-9).all()
    in_order = separated(values, gap)[np.argsort(values, kind="stable")]
    assert all(a <= b for a, b in itertools.pairwise(in_order))


@given(st.lists(st.integers(-100, 100), min_size=1, unique=True))
def test_labels_with_room_stay_where_they_are(values):
    heights = np.array(values, float)
    np.testing.assert_array_equal(separated(heights, 0.5), heights)
