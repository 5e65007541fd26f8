import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core import similarity
from core.schemes.sinusoidal import columns, sinusoidal
from core.similarity import dot_product, dot_product_curve
from tests.core.oracle import EPS, error, exact_product, offsets_covered

bases = st.floats(1.01, 1e7) | st.sampled_from([2, 10_000, 500_000])
scales = st.floats(0.01, 1000) | st.sampled_from([1, 8])
offsets = st.floats(-(2**21), 2**21) | st.integers(-(2**21), 2**21)
d_models = st.integers(1, 40)
lengths = st.integers(1, 60)
points = st.integers(1, 150)


@given(offsets, d_models, bases, scales)
@example(2**40 + 0.5, 40, 1e7, 3)
@example(0, 512, 10_000, 1)
def test_dot_product_is_within_four_eps_a_pair_of_the_exact_value(offset, d_model, base, scale):
    exact, bound = exact_product(offset, d_model, base, scale)
    assert error(dot_product(offset, d_model, base=base, scale=scale), exact) <= bound


@given(st.lists(st.floats(-1e4, 1e4), max_size=6), st.integers(1, 20), bases, scales)
def test_dot_product_of_the_offsets_is_the_gram_matrix_of_the_table(positions, pairs, base, scale):
    table = sinusoidal(positions, 2 * pairs, base=base, scale=scale)
    between = np.subtract.outer(positions, positions)
    atol = 16 * EPS * pairs * (1 + 1e4 / scale)
    np.testing.assert_allclose(dot_product(between, 2 * pairs, base=base, scale=scale), table @ table.T, atol=atol)


@given(st.lists(st.floats(-1e3, 1e3), max_size=6), st.integers(0, 20), bases)
def test_an_odd_last_sine_adds_to_the_gram_matrix_what_the_docstring_says(positions, pairs, base):
    table = sinusoidal(positions, 2 * pairs + 1, base=base)
    sine = np.sin(np.array(positions) * columns(2 * pairs + 1, base=base).frequencies[-1])
    between = np.subtract.outer(positions, positions)
    expected = dot_product(between, 2 * pairs + 1, base=base) + np.outer(sine, sine)
    np.testing.assert_allclose(table @ table.T, expected, atol=1e-13 * (pairs + 1) * 16)


@pytest.mark.parametrize("cells", [1, 7, 64, 10**6])
def test_dot_product_does_not_depend_on_how_many_cells_are_held_at_once(monkeypatch, cells):
    expected = dot_product(np.arange(-50, 50), 6)
    monkeypatch.setattr(similarity, "CELLS_AT_ONCE", cells)
    np.testing.assert_array_equal(dot_product(np.arange(-50, 50), 6), expected)


@given(st.integers(1, 5000), points)
def test_a_curve_covers_every_offset_once_with_at_most_the_points_wanted(length, points):
    curve = dot_product_curve(length, 4, points=points)
    covered = offsets_covered(curve).ravel()
    assert curve.offsets_per_point % 2 == 1
    assert len(curve.values) == len(curve.offsets) <= points
    assert (np.diff(covered) == 1).all()
    assert covered[0] <= -length
    assert covered[-1] >= length
    assert (curve.offsets == -curve.offsets[::-1]).all()


@given(st.integers(1, 5000))
def test_a_curve_that_fits_has_one_point_an_offset(length):
    curve = dot_product_curve(length, 2, points=2 * length + 1)
    assert curve.offsets_per_point == 1
    assert curve.offsets.tolist() == list(range(-length, length + 1))


@given(lengths, d_models, bases, scales, points)
def test_the_dot_product_curve_is_the_mean_of_the_dot_products_of_each_run(length, d_model, base, scale, points):
    curve = dot_product_curve(length, d_model, base=base, scale=scale, points=points)
    expected = dot_product(offsets_covered(curve), d_model, base=base, scale=scale).mean(axis=1)
    atol = 16 * EPS * d_model * (1 + 3 * length / scale)
    np.testing.assert_allclose(curve.values, expected, rtol=0, atol=atol, strict=True)
    np.testing.assert_array_equal(curve.values, curve.values[::-1])
