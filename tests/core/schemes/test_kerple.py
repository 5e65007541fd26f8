import numpy as np

from core.schemes.alibi import alibi
from core.schemes.kerple import kerple


def test_the_power_one_is_alibis_line():
    np.testing.assert_allclose(kerple(9, 9, 8, kernel="power", r2=1), 8 * alibi(9, 9, 8))


def test_the_logarithm_is_written_out():
    bias = kerple([10], [0], 2, r1=[1.5, 0.5], r2=3)
    np.testing.assert_allclose(bias[:, 0, 0], [-1.5 * np.log(31), -0.5 * np.log(31)])
