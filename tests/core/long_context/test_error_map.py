"""The map of errors, against the errors of every position."""

import numpy as np
import pytest

from core.long_context.dtypes import Dtypes, everywhere
from core.long_context.error_map import error_map
from core.long_context.rotation_errors import rotation_errors

ONLY_FREQUENCY = Dtypes(inverse_frequency="bfloat16")


@pytest.mark.parametrize("dtypes", [everywhere("bfloat16"), ONLY_FREQUENCY, Dtypes(position="float16")])
def test_a_cell_of_the_map_has_the_largest_error_of_its_positions(dtypes):
    found, direct = error_map(3000, 32, dtypes, columns=60, samples=10**4), rotation_errors(3000, 32, dtypes)
    assert found.complete_to == 2999
    assert found.edges[0] == 1
    assert found.edges[-1] == 3000
    for column, (start, end) in enumerate(zip(found.edges[:-1], found.edges[1:], strict=True)):
        np.testing.assert_array_equal(found.worst[:, column], direct[start:end].max(axis=0))
    np.testing.assert_array_equal(found.so_far, np.maximum.accumulate(direct[1:].max(axis=1)))
    assert found.largest == direct.max()
    assert found.first_above(0.1) == np.flatnonzero(direct.max(axis=1) > 0.1)[0]


def test_a_sampled_map_is_close_to_the_true_maximum():
    for dtype in ["bfloat16", "float16", "float32"]:
        some, every = error_map(8192, 64, everywhere(dtype)), rotation_errors(8192, 64, everywhere(dtype))
        assert some.complete_to < 200
        np.testing.assert_array_equal(some.positions[: some.complete_to], np.arange(1, some.complete_to + 1))
        assert some.positions[some.complete_to] > some.complete_to + 1
        assert 0.75 * every.max() < some.largest <= every.max()
        assert np.isin(some.errors, every.max(axis=1)).all()


def test_the_map_ends_where_positions_overflow():
    found = error_map(1_048_576, 64, everywhere("float16"))
    lost = np.isnan(found.worst).any(axis=0)
    assert lost.any()
    np.testing.assert_array_equal(lost, found.edges[1:] > 65_520)
    assert found.overflows
    assert np.isnan(found.so_far[-1])
    assert found.positions[np.isnan(found.errors)][0] > found.last_finite
    assert not np.isnan(found.errors[found.positions <= found.last_finite]).any()
    assert found.largest < 2.01
    assert found.first_above(2.01) >= 65_520


def test_without_rounding_there_are_no_errors_and_no_overflow():
    found = error_map(300, 64, everywhere("float64"))
    assert found.first_above(0) is None
    assert (found.overflows, found.last_finite) == (False, 299)


@pytest.mark.parametrize("length", [2, 3, 8192, 1_048_576])
@pytest.mark.parametrize("dim", [1, 2, 3, 16_384])
def test_every_size_has_a_map_of_few_cells(length, dim):
    found = error_map(length, dim, everywhere("bfloat16"))
    assert found.worst.shape == (min(dim // 2, 64), len(found.edges) - 1)
    assert len(found.edges) <= 129
    assert found.positions[-1] < length
    assert np.isfinite(found.errors).all()
