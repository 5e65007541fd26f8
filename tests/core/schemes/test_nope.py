import numpy as np
import pytest

from core.schemes.nope import nope


@pytest.mark.parametrize(("positions", "rows"), [(5, 5), ([0.5, 7], 2), (0, 0)])
def test_it_adds_nothing(positions, rows):
    np.testing.assert_array_equal(nope(positions, 3), np.zeros((rows, 3)))
