"""Scores of rounded rotations along a text."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.long_context.dtypes import Dtypes, everywhere
from core.long_context.score_drift import rotated_scores, score_drift


def test_without_rounding_a_score_is_the_mean_cosine_of_the_offset():
    offsets = np.array([0, 1, 7, 100])
    expected = np.cos(np.outer(offsets, inverse_frequencies(64))).mean(axis=1)
    np.testing.assert_allclose(
        rotated_scores(5000 + offsets, 0 * offsets + 5000, 64, Dtypes()), expected, atol=1e-11
    )


def test_positions_that_share_a_number_score_as_one():
    only = Dtypes(position="bfloat16")
    assert rotated_scores([257], [256], 64, only).item() == pytest.approx(1)
    two = rotated_scores([2], [0], 64, Dtypes()).item()
    assert rotated_scores([258], [257], 64, only).item() == pytest.approx(two)  # 258 after 256


@pytest.mark.parametrize("dtypes", [everywhere("bfloat16"), Dtypes(position="float16"), Dtypes(angle="bfloat16")])
def test_the_drift_of_a_score_holds_the_extremes(dtypes):
    found = score_drift(4096, 1, 32, dtypes)
    queries = np.arange(1, 4096)
    every = rotated_scores(queries, queries - 1, 32, dtypes)
    assert (found.low, found.high) == (found.lowest.min(), max(found.highest.max(), found.exact))
    assert found.exact == pytest.approx(np.cos(inverse_frequencies(32)).mean())
    missed = 0.01 if dtypes.angle == "float64" or dtypes.position == "bfloat16" else 0.1  # jumps per pair
    assert every.min() <= found.lowest.min() < every.min() + missed
    assert every.max() - 1e-3 < found.highest.max() <= every.max()
    for column, (start, end) in enumerate(zip(found.edges[:-1], found.edges[1:], strict=True)):
        inside = every[start - 1 : end - 1]
        assert inside.min() <= found.lowest[column] <= found.highest[column] <= inside.max()


def test_a_score_does_not_drift_without_rounding_and_ends_at_an_overflow():
    still = score_drift(2000, 3, 32, Dtypes())
    np.testing.assert_allclose([still.lowest, still.highest], still.exact, atol=1e-11)
    lost = score_drift(1_048_576, 1, 32, everywhere("float16"))
    assert np.isnan(lost.lowest[-1])
    assert np.isfinite(lost.highest[lost.edges[:-1] < 65_000]).all()
