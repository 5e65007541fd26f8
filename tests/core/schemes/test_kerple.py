import re

import numpy as np
import pytest

from core.schemes.alibi import alibi
from core.schemes.kerple import kerple


def test_the_power_one_is_alibis_line():
    np.testing.assert_allclose(kerple(9, 9, 8, kernel="power", r2=1), 8 * alibi(9, 9, 8))


def test_the_logarithm_is_written_out():
    bias = kerple([10], [0], 2, r1=[1.5, 0.5], r2=3)
    np.testing.assert_allclose(bias[:, 0, 0], [-1.5 * np.log(31), -0.5 * np.log(31)])


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"kernel": "power", "r2": 3}, "r2 must be at most 2 for the power kernel, got 3"),
        ({"r1": [1.0, -1.0]}, "r1 must be 2 numbers greater than 0, got [1.0, -1.0]"),
        ({"r1": [1.0]}, "r1 must be 2 numbers greater than 0, got [1.0]"),
        ({"r2": 0}, "r2 must be a finite number greater than 0, got 0"),
    ],
)
def test_bad_arguments_are_refused(form, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        kerple(3, 3, 2, **form)
