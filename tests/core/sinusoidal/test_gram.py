import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.sinusoidal import sinusoidal
from core.sinusoidal.gram import gram
from tests.core.oracle import EPS

bases = st.floats(1.01, 1e7) | st.sampled_from([2, 10_000, 500_000])
scales = st.floats(0.01, 1000) | st.sampled_from([1, 8])
d_models = st.integers(1, 40)
lengths = st.integers(1, 60)


@given(lengths, d_models, bases, scales, st.integers(1, 70))
def test_gram_is_the_mean_of_every_block_of_products(length, d_model, base, scale, cells):
    products, positions = gram(length, d_model, base=base, scale=scale, cells=cells)
    table = sinusoidal(length, d_model, base=base, scale=scale)
    full = table @ table.T
    starts = range(0, length, positions)
    expected = [[full[r : r + positions, c : c + positions].mean() for c in starts] for r in starts]
    atol = 64 * EPS * d_model * (1 + length / scale)
    np.testing.assert_allclose(products, expected, rtol=0, atol=atol, strict=True)
    assert len(products) <= cells


def test_the_gram_matrix_of_many_dimensions_has_the_products_of_the_table():  # by a Fourier transform
    products, positions = gram(600, 1025, cells=200)
    table = sinusoidal(600, 1025).reshape(200, 3, 1025).mean(axis=1)
    assert positions == 3
    np.testing.assert_allclose(products, table @ table.T, rtol=0, atol=1e-10)
