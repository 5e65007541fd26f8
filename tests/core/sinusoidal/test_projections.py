import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from core.schemes.sinusoidal import sinusoidal
from core.similarity import asymmetry, dot_product_curve, projected_curve, projected_score, random_projections

HALF = npst.arrays(np.float64, st.integers(1, 20), elements=st.floats(-1e3, 1e3, allow_subnormal=False))


@given(HALF)
def test_an_even_curve_has_no_asymmetry(half):
    found = asymmetry(np.concatenate([half[:0:-1], half]))
    assert (found.largest, found.relative) == (0, 0)
    assert found.even_share == pytest.approx(1)


def test_an_odd_curve_is_all_asymmetry():
    found = asymmetry(np.array([-3.0, -1.0, 0.0, 1.0, 3.0]))
    assert (found.largest, found.relative, found.even_share) == (6, 2, 0)


@given(HALF)
def test_even_and_odd_part_share_the_power(values):
    values = np.concatenate([values, [1.0], values / 2])
    odd = (values - values[::-1]) / 2
    found = asymmetry(values)
    assert 0 <= found.relative <= 2
    assert found.even_share == pytest.approx(1 - odd @ odd / (values @ values), abs=1e-9)


@given(st.integers(1, 200), st.integers(2, 40))
def test_the_plain_dot_product_is_even_and_a_random_head_is_not(length, d_model):
    assert asymmetry(dot_product_curve(length, d_model).values).largest == 0
    assert asymmetry(projected_curve(length, random_projections(d_model)).values).largest > 1e-9


@pytest.mark.parametrize("position", [0, 7, 300])
def test_the_query_may_stand_anywhere(position):
    length, d_model = 20, 6
    head = random_projections(d_model, seed=2, head_dim=3)
    curve = projected_curve(length, head, position=position)
    at = sinusoidal([position], d_model) @ head.query.T.astype(float)
    keys = sinusoidal(position + curve.offsets, d_model) @ head.key.astype(float)
    np.testing.assert_allclose(curve.values, keys @ at[0], atol=4e-6)
    assert projected_score(position, head) == pytest.approx(curve.values[length], abs=1e-12)


def test_a_query_before_the_start_is_refused():
    with pytest.raises(ValueError, match="position must be a whole number of at least 0, got -1"):
        projected_curve(4, random_projections(4), position=-1)
