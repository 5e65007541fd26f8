"""Means of blocks of the table and of its Gram matrix."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.schemes.sinusoidal import LAYOUTS, sinusoidal
from core.sinusoidal.block_means import block_means
from core.sinusoidal.gram import gram
from tests.core.oracle import EPS, mp

# ---- Block means.

lengths = st.integers(1, 70)
widths = st.integers(1, 20)
pixels = st.integers(1, 80)
bases = st.floats(1.01, 1e7)
scales = st.floats(0.01, 1000)
layouts = st.sampled_from(sorted(LAYOUTS))


def brute_force(table, positions, dimensions):
    """Mean of every block, cut out and averaged one by one."""
    rows = range(0, table.shape[0], positions)
    columns = range(0, table.shape[1], dimensions)
    return np.array([[table[r : r + positions, c : c + dimensions].mean() for c in columns] for r in rows])


def rounding(length, scale):
    """What is left to rounding in sums of phasors of angles up to length / scale."""
    return 16 * EPS * (1 + (length + 2) / scale)


@given(lengths, widths, pixels, pixels, bases, scales, layouts)
@example(1, 1, 1, 1, 10_000, 1, "interleaved")
@example(1, 1, 80, 80, 10_000, 1, "fairseq")
@example(61, 7, 8, 3, 10_000, 3, "concatenated")  # the last row of 5 positions, the last column of 1 dimension
@example(61, 7, 8, 3, 10_000, 1, "tensor2tensor")  # the empty column is alone in the last block
@example(70, 6, 7, 6, 10_000, 1 / (2 * math.pi), "interleaved")  # the first pair turns once a token
@example(70, 6, 7, 6, 10_000, 1 / (6 * math.pi), "fairseq")
@example(70, 6, 7, 6, 1e7, 1e300, "interleaved")
def test_block_means_equal_the_means_of_the_table(length, d_model, rows, columns_, base, scale, layout):
    table = sinusoidal(length, d_model, base=base, scale=scale, layout=layout)
    means = block_means(length, d_model, rows=rows, columns_=columns_, base=base, scale=scale, layout=layout)
    expected = brute_force(table, means.positions, means.dimensions)
    np.testing.assert_allclose(means.values, expected, rtol=0, atol=rounding(length, scale), strict=True)


@given(st.integers(1, 2000), st.integers(1, 500), pixels, pixels)
def test_blocks_are_as_small_as_the_pixels_allow(length, d_model, rows, columns_):
    means = block_means(length, d_model, rows=rows, columns_=columns_)
    assert means.values.shape == (math.ceil(length / means.positions), math.ceil(d_model / means.dimensions))
    assert means.values.shape[0] <= rows
    assert means.values.shape[1] <= columns_
    assert means.positions == 1 or math.ceil(length / (means.positions - 1)) > rows
    assert means.dimensions == 1 or math.ceil(d_model / (means.dimensions - 1)) > columns_


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_million_positions_in_a_few_pixels_have_their_exact_means(layout):
    length, d_model = 2**20, 5
    table = sinusoidal(length, d_model, layout=layout)
    means = block_means(length, d_model, rows=3, columns_=2, layout=layout)
    assert (means.positions, means.dimensions) == (349_526, 3)
    np.testing.assert_allclose(means.values, brute_force(table, 349_526, 3), rtol=0, atol=rounding(length, 1))


def test_the_largest_table_takes_no_more_memory_than_its_pixels():
    means = block_means(2**20, 2**14, rows=8, columns_=2**14)  # the table itself would take 128 GiB
    # The cosines of the last pair are cos(p / 9988.76): pixel 0 is the mean over 131,072 positions,
    # sin(T w / 2) / (T sin(w / 2)) * cos((T - 1) w / 2), the normalised Dirichlet kernel (Lagrange's identity).
    omega = mp.mpf(10_000) ** (-mp.mpf(2**14 - 2) / 2**14)
    count = 2**17
    kernel = mp.sin(count * omega / 2) / (count * mp.sin(omega / 2))
    assert means.values.shape == (8, 2**14)
    assert means.values[0, -1] == pytest.approx(float(kernel * mp.cos((count - 1) * omega / 2)), abs=1e-11)


# ---- Gram.

d_models = st.integers(1, 40)


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
