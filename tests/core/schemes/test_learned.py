"""A learned table has the rows that were trained, and no other."""

import numpy as np
import pytest

from core.schemes.learned import learned, sample

TABLE = np.arange(12.0).reshape(4, 3)


def test_rows_are_looked_up():
    np.testing.assert_array_equal(learned([3, 0, 3], 3, table=TABLE), TABLE[[3, 0, 3]])
    np.testing.assert_array_equal(learned(2, 3, table=TABLE), TABLE[:2])
    assert learned([], 3, table=TABLE).shape == (0, 3)


@pytest.mark.parametrize(
    ("position", "shown"), [(4, "4"), (-1, "-1"), (1.5, "1.5"), (10**6, "1e\\+06"), (0.999999, "0.999999")]
)
def test_there_is_no_row_elsewhere(position, shown):
    with pytest.raises(ValueError, match=rf"positions must be rows 0 … 3; there is no row {shown}$"):
        learned([0, position], 3, table=TABLE)


def test_the_width_is_that_of_the_table():
    with pytest.raises(ValueError, match="d_model must be the table's width 3, got 64"):
        learned([0], table=TABLE)


def test_the_sample_is_finite_and_no_one_may_change_it():
    assert sample().shape == (256, 64)
    assert np.isfinite(sample()).all()
    assert sample() is sample()
    with pytest.raises(ValueError, match="read-only"):
        sample()[0, 0] = 1
    np.testing.assert_array_equal(learned([255]), sample()[-1:])
    with pytest.raises(ValueError, match="there is no row 256"):
        learned([256])
