import math
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.schemes.sinusoidal import COSINE, EMPTY, LAYOUTS, SINE, cell_formula, columns, sinusoidal
from tests.core.oracle import EPS, cell, error, mp

bases = st.floats(1.01, 1e7) | st.sampled_from([2, 10_000, 500_000, 10_000_000])
scales = st.floats(0.01, 1000) | st.sampled_from([1, 3, 8, 64])
positions = st.floats(-(2**41), 2**41) | st.integers(-(2**41), 2**41)
layouts = st.sampled_from(sorted(LAYOUTS))


def excess(table, positions, *, base, scale, layout):
    """Largest error as a multiple of 4 eps (1 + |angle|), by the 50 digits of the oracle."""
    multiples = [0.0]
    for position, row in zip(positions, table, strict=True):
        for column, value in enumerate(row):
            exact, angle = cell(position, column, len(row), base=base, scale=scale, layout=layout)
            multiples.append(error(value, exact) / (4 * EPS * (1 + float(abs(angle)))))
    return max(multiples)


@given(st.lists(positions, min_size=1, max_size=3), st.integers(1, 24), bases, scales, layouts)
@example([2**40 + 0.5, -2], 23, 9_999.9, 3, "fairseq")
@example([2**40 + 0.5, 5], 23, 1e7, 0.3, "tensor2tensor")
@example([0, 1, 7.25, -3, 2**20, 2**40, 2**40 + 0.5], 64, 12_345.678, 0.7, "interleaved")
def test_float64_is_within_four_eps_anywhere_in_any_layout(positions, d_model, base, scale, layout):
    table = sinusoidal(positions, d_model, base=base, scale=scale, layout=layout)
    assert excess(table, positions, base=base, scale=scale, layout=layout) <= 1


@pytest.mark.parametrize("base", [2, 1e4, 1e7])
@pytest.mark.parametrize("d_model", [31, 128])
def test_float32_is_within_a_millionth_up_to_position_1048576(d_model, base):
    positions = (1, 3, 1023, 65_537, 999_983, 1_048_575, 1_048_576)
    table = sinusoidal(positions, d_model, base=base, dtype=np.float32)
    for position, row in zip(positions, table, strict=True):
        for column, value in enumerate(row):
            exact, _ = cell(position, column, d_model, base=base, scale=1, layout="interleaved")
            assert error(value, exact) <= 1e-6


@given(st.lists(positions, max_size=5), st.integers(1, 20), bases)
def test_an_odd_d_model_has_one_sine_more_than_cosines(positions, pairs, base):
    of = columns(2 * pairs + 1, base=base)
    assert of.functions.tolist() == [SINE, COSINE] * pairs + [SINE]
    odd = sinusoidal(positions, 2 * pairs + 1, base=base)
    np.testing.assert_array_equal(odd[:, -1], np.sin(np.array(positions) * of.frequencies[-1]))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, "f4", "float64", np.longdouble])
def test_the_table_has_the_wanted_type_and_the_values_of_float64(dtype):
    table = sinusoidal(1000, 12, dtype=dtype)
    assert table.dtype == np.dtype(dtype)
    loss = 3e-7 if table.dtype == np.float32 else 0  # a product of two rounded numbers; others are rounded once
    np.testing.assert_allclose(table, sinusoidal(1000, 12).astype(dtype), atol=loss, rtol=0)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("first", "count", "d_model"), [(0, 700, 7), (2**40, 300, 64), (-5, 11, 9), (0, 2, 1)])
def test_consecutive_positions_have_the_rows_that_each_has_alone(first, count, d_model, layout):
    positions = first + np.arange(count)
    table = sinusoidal(positions, d_model, scale=3.0, layout=layout)
    alone = np.concatenate([sinusoidal([position], d_model, scale=3.0, layout=layout) for position in positions])
    largest = (abs(first) + count + 2) / 3
    np.testing.assert_allclose(table, alone, atol=8 * EPS * (1 + largest), rtol=0)  # each is within 4 eps


@given(st.integers(1, 30), st.data(), layouts)
def test_the_substituted_formula_evaluates_to_the_cell(d_model, data, layout):
    position = data.draw(st.integers(-4000, 4000).map(lambda quarters: quarters / 4))
    column = data.draw(st.integers(0, d_model - 1))
    base, scale = data.draw(st.sampled_from([(10_000, 1), (500_000.0, 8), (2.5, 0.25)]))
    of = columns(d_model, base=base, layout=layout)
    text = cell_formula(position, column, of, base=base, scale=scale)
    start = LAYOUTS[layout].first_position
    value = sinusoidal([position - start], d_model, base=base, scale=scale, layout=layout)[0, column]
    if text == "0 (padding)":
        assert (value, of.functions[column]) == (0, EMPTY)
        return
    number = r"(-?[\d.]+)"
    parts = re.fullmatch(rf"(sin|cos)\((?:{number}|\({number} / {number}\)) / {number}\^\((\d+)/(\d+)\)\)", text)
    function, plain, dividend, divisor, shown_base, numerator, denominator = parts.groups()
    encoded = mp.mpf(plain) if plain else mp.mpf(dividend) / mp.mpf(divisor)
    angle = encoded / mp.mpf(shown_base) ** (mp.mpf(numerator) / mp.mpf(denominator))
    exact = mp.sin(angle) if function == "sin" else mp.cos(angle)
    assert error(value, exact) <= 4 * EPS * (1 + float(abs(angle)))


@pytest.mark.parametrize(
    ("text", "position", "column", "layout", "scale"),
    [
        ("sin(7 / 10000^(4/64))", 7, 4, "interleaved", 1),
        ("cos(7 / 10000^(4/64))", 7, 5, "interleaved", 1),
        ("sin((7.5 / 3) / 10000^(62/64))", 7.5, 31, "concatenated", 3),
        ("cos(2 / 10000^(31/31))", 2, 63, "fairseq", 1),
    ],
)
def test_the_substituted_formula_reads_like_the_paper(text, position, column, layout, scale):
    assert cell_formula(position, column, columns(64, layout=layout), base=10_000, scale=scale) == text


@pytest.mark.parametrize("channels", [2, 3, 4, 7, 64, 513])
def test_the_layout_tensor2tensor_is_what_its_code_computes(channels):
    # get_timing_signal_1d, statement by statement, with TensorFlow's calls replaced by NumPy's:
    # https://github.com/tensorflow/tensor2tensor/blob/master/tensor2tensor/layers/common_attention.py
    position = np.arange(100.0)
    num_timescales = channels // 2
    log_timescale_increment = math.log(10_000 / 1) / max(num_timescales - 1, 1)
    inv_timescales = np.exp(np.arange(num_timescales) * -log_timescale_increment)
    scaled_time = position[:, np.newaxis] * inv_timescales[np.newaxis, :]
    signal = np.concatenate([np.sin(scaled_time), np.cos(scaled_time)], axis=1)
    signal = np.pad(signal, [[0, 0], [0, channels % 2]])
    np.testing.assert_allclose(sinusoidal(100, channels, layout="tensor2tensor"), signal, rtol=0, atol=1e-13)


@pytest.mark.parametrize("embedding_dim", [4, 5, 64, 513])
def test_the_layout_fairseq_is_what_its_code_looks_up_for_a_sentence(embedding_dim):
    # get_embedding and the positions padding_idx + 1, padding_idx + 2, … of make_positions with padding_idx = 1:
    # https://github.com/facebookresearch/fairseq/blob/main/fairseq/modules/sinusoidal_positional_embedding.py
    padding_idx, num_embeddings = 1, 102
    half_dim = embedding_dim // 2
    emb = np.exp(np.arange(half_dim) * -(math.log(10_000) / (half_dim - 1)))
    emb = np.arange(num_embeddings)[:, np.newaxis] * emb[np.newaxis, :]
    emb = np.concatenate([np.sin(emb), np.cos(emb)], axis=1)
    if embedding_dim % 2 == 1:
        emb = np.concatenate([emb, np.zeros((num_embeddings, 1))], axis=1)
    looked_up = emb[padding_idx + 1 :]
    np.testing.assert_allclose(sinusoidal(100, embedding_dim, layout="fairseq"), looked_up, rtol=0, atol=1e-13)
