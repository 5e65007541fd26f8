"""Readings of the Attention biases room."""

import numpy as np
import pytest

from core.schemes import SCHEMES
from core.schemes.alibi import slopes
from core.schemes.analysis.bias_reading import read_bias


def test_the_example_is_a_key_of_the_middle_head():
    found = read_bias(SCHEMES["ALiBi"], 9, 4, farthest=100)
    assert (found.head, found.distance, found.query) == (2, 8, 8)
    assert found.bias == found.drop == -8 * slopes(4)[1]
    assert found.ratio == pytest.approx(np.exp(-0.5))
    assert found.formula.endswith(r"-0.0625\cdot 8")


def test_heads_are_ordered_by_how_far_they_see():
    assert read_bias(SCHEMES["ALiBi"], 128, 8, farthest=1000).extremes() == (1, 8)


def test_a_bias_of_more_than_the_offset_is_searched_within_the_text():
    assert read_bias(SCHEMES["FIRE"], 128, 8, farthest=1000).searched == 127
    assert read_bias(SCHEMES["KERPLE"], 128, 8, farthest=1000, kernel="power").searched == 1000


def test_a_single_key_has_no_distance():
    found = read_bias(SCHEMES["T5"], 1, 2, farthest=10, direction="causal")
    assert found.distance == 0
    assert found.ratio == 1
