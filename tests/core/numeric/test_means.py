import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.numeric.sums import attenuation
from tests.core.oracle import EPS, mp


@given(st.integers(1, 200), st.floats(0, 100))
@example(3, 2 * math.pi)
@example(200, math.nextafter(18 * math.pi, 0))
@example(7, 58 * math.pi)
@example(4, math.pi)
@example(5, 0)
def test_attenuation_is_the_mean_of_the_neighbours_of_a_crest(count, frequency):
    middle = mp.mpf(count - 1) / 2
    exact = mp.fsum(mp.cos(mp.mpf(frequency) * (j - middle)) for j in range(count)) / count
    (factor,) = attenuation(np.array([frequency]), count)
    # whole turns are subtracted in float64: an error of eps * angle per neighbour
    assert factor == pytest.approx(float(exact), rel=0, abs=4 * EPS * (1 + count * frequency))


@given(st.integers(2, 10**6), st.floats(1e-12, 3))
def test_attenuation_never_amplifies(count, frequency):
    (factor,) = attenuation(np.array([frequency]), count)
    assert abs(factor) <= 1 + 2 * EPS


def test_one_position_is_not_attenuated():
    np.testing.assert_array_equal(attenuation(np.array([1e-9, 1, 2 * np.pi, 50]), 1), 1)
