import math
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.schemes.sinusoidal import COSINE, EMPTY, LAYOUTS, SINE, columns, sinusoidal, substituted
from tests.core.oracle import EPS, cell, error, mp

PAPER = ("interleaved", "concatenated")
POSITIONS = (0, 1, 7.25, -3, 2**20, 2**40, 2**40 + 0.5)

bases = st.floats(1.01, 1e7) | st.sampled_from([2, 10_000, 500_000, 10_000_000])
scales = st.floats(0.01, 1000) | st.sampled_from([1, 3, 8, 64])
positions = st.floats(-(2**41), 2**41) | st.integers(-(2**41), 2**41)
layouts = st.sampled_from(sorted(LAYOUTS))
evens = st.integers(1, 64).map(lambda pairs: 2 * pairs)


def excess(table, positions, *, base, scale, layout):
    """Largest error as a multiple of 4 eps (1 + |angle|), by the 50 digits of the oracle."""
    multiples = [0.0]
    for position, row in zip(positions, table, strict=True):
        for column, value in enumerate(row):
            exact, angle = cell(position, column, len(row), base=base, scale=scale, layout=layout)
            multiples.append(error(value, exact) / (4 * EPS * (1 + float(abs(angle)))))
    return max(multiples)


@pytest.mark.parametrize("base", [2, 1e4, 5e5, 1e7, 12_345.678])
@pytest.mark.parametrize("scale", [1, 3, 64, 0.7])
@pytest.mark.parametrize("d_model", [1, 2, 7, 64])
def test_float64_is_within_four_eps_of_the_exact_value(d_model, scale, base):
    table = sinusoidal(POSITIONS, d_model, base=base, scale=scale)
    assert excess(table, POSITIONS, base=base, scale=scale, layout="interleaved") <= 1


@given(st.lists(positions, min_size=1, max_size=3), st.integers(1, 24), bases, scales, layouts)
@example([2**40 + 0.5, -2], 23, 9_999.9, 3, "fairseq")
@example([2**40 + 0.5, 5], 23, 1e7, 0.3, "tensor2tensor")
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


@given(st.lists(positions, max_size=5), evens, bases, scales, st.sampled_from([*LAYOUTS]))
def test_every_row_has_norm_root_of_half_d_model(positions, d_model, base, scale, layout):
    table = sinusoidal(positions, d_model, base=base, scale=scale, layout=layout)
    np.testing.assert_allclose(np.linalg.norm(table, axis=1), math.sqrt(d_model / 2), rtol=1e-14)


@given(st.lists(positions, max_size=5), st.integers(1, 40), bases, scales, layouts)
def test_every_entry_is_between_minus_one_and_one(positions, d_model, base, scale, layout):
    table = sinusoidal(positions, d_model, base=base, scale=scale, layout=layout)
    assert table.shape == (len(positions), d_model)
    assert table.dtype == np.float64
    assert np.abs(table).max(initial=0) <= 1


@given(st.lists(positions, max_size=5), st.integers(1, 40), bases, scales, st.sampled_from(PAPER))
def test_a_scale_encodes_the_positions_divided_by_it(positions, d_model, base, scale, layout):
    scaled = sinusoidal(positions, d_model, base=base, scale=scale, layout=layout)
    divided = sinusoidal([position / scale for position in positions], d_model, base=base, layout=layout)
    np.testing.assert_array_equal(scaled, divided)


@given(st.integers(0, 30), st.integers(1, 40), layouts)
def test_a_number_of_positions_stands_for_the_positions_from_zero(count, d_model, layout):
    np.testing.assert_array_equal(
        sinusoidal(count, d_model, layout=layout),
        sinusoidal(list(range(count)), d_model, layout=layout),
        strict=True,
    )


@given(st.lists(positions, max_size=5), st.integers(1, 40), bases)
def test_the_opposite_position_turns_the_sines_around_and_keeps_the_cosines(positions, d_model, base):
    table = sinusoidal(positions, d_model, base=base)
    mirror = sinusoidal([-position for position in positions], d_model, base=base)
    np.testing.assert_array_equal(mirror[:, 0::2], -table[:, 0::2])
    np.testing.assert_array_equal(mirror[:, 1::2], table[:, 1::2])


@given(st.lists(positions, max_size=5), st.integers(1, 40), bases, scales)
def test_the_concatenated_layout_is_a_permutation_of_the_interleaved_one(positions, d_model, base, scale):
    interleaved, concatenated = (
        sinusoidal(positions, d_model, base=base, scale=scale, layout=layout) for layout in PAPER
    )
    order = [*range(0, d_model, 2), *range(1, d_model, 2)]
    np.testing.assert_array_equal(concatenated, interleaved[:, order])


@given(st.lists(positions, max_size=5), st.integers(1, 20), bases)
def test_an_odd_d_model_has_one_sine_more_than_cosines(positions, pairs, base):
    of = columns(2 * pairs + 1, base=base)
    assert of.functions.tolist() == [SINE, COSINE] * pairs + [SINE]
    odd = sinusoidal(positions, 2 * pairs + 1, base=base)
    np.testing.assert_array_equal(odd[:, -1], np.sin(np.array(positions) * of.frequencies[-1]))


@given(st.lists(positions, max_size=5), st.integers(0, 20), bases, st.sampled_from(["tensor2tensor", "fairseq"]))
def test_an_odd_last_column_stays_empty_where_the_last_timescale_is_base(positions, pairs, base, layout):
    odd, even = (
        sinusoidal(positions, 2 * pairs + extra, base=base, layout=layout) if pairs or extra else None
        for extra in (1, 0)
    )
    assert columns(2 * pairs + 1, base=base, layout=layout).functions[-1] == EMPTY
    assert not odd[:, -1].any()
    if pairs:
        np.testing.assert_array_equal(odd[:, :-1], even)


@given(st.integers(2, 200).map(lambda pairs: 2 * pairs), bases, st.sampled_from(["tensor2tensor", "fairseq"]))
def test_the_last_timescale_of_tensor2tensor_and_fairseq_is_exactly_base(d_model, base, layout):
    frequencies = columns(d_model, base=base, layout=layout).frequencies
    np.testing.assert_allclose(1 / frequencies[[d_model // 2 - 1, -1]], base, rtol=2 * EPS)


@given(st.integers(4, 200), bases, st.sampled_from(PAPER))
def test_the_last_timescale_of_the_paper_is_less_than_base(d_model, base, layout):
    assert (1 / columns(d_model, base=base, layout=layout).frequencies).max() < base


@given(st.lists(st.integers(-100, 100), max_size=5), st.integers(1, 40), bases)
def test_fairseq_counts_from_two_what_tensor2tensor_counts_from_zero(positions, d_model, base):
    np.testing.assert_array_equal(
        sinusoidal(positions, d_model, base=base, layout="fairseq"),
        sinusoidal([position + 2 for position in positions], d_model, base=base, layout="tensor2tensor"),
    )


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


def test_no_positions_give_no_rows():
    assert sinusoidal(0, 6).shape == sinusoidal([], 6).shape == (0, 6)


@given(st.integers(1, 30), st.data(), layouts)
def test_the_substituted_formula_evaluates_to_the_cell(d_model, data, layout):
    position = data.draw(st.integers(-4000, 4000).map(lambda quarters: quarters / 4))
    column = data.draw(st.integers(0, d_model - 1))
    base, scale = data.draw(st.sampled_from([(10_000, 1), (500_000.0, 8), (2.5, 0.25)]))
    of = columns(d_model, base=base, layout=layout)
    text = substituted(position, column, of, base=base, scale=scale)
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
    assert substituted(position, column, columns(64, layout=layout), base=10_000, scale=scale) == text


def test_the_rows_of_four_features():
    # sin p, cos p, sin(p / 100), cos(p / 100) by the formula of Vaswani et al. 2017, section 3.5,
    # https://arxiv.org/abs/1706.03762, with 10000**(2/4) = 100
    expected = [
        [0, 1, 0, 1],
        [0.841471, 0.540302, 0.010000, 0.999950],
        [0.909297, -0.416147, 0.019999, 0.999800],
        [0.141120, -0.989992, 0.029996, 0.999550],
    ]
    np.testing.assert_allclose(sinusoidal(4, 4), expected, atol=5e-7)


def test_the_row_of_position_three_in_six_features():
    # 10000**(2/6) = 21.5443, 10000**(4/6) = 464.159: Vaswani et al. 2017, section 3.5,
    # https://arxiv.org/abs/1706.03762
    expected = [0.141120, -0.989992, 0.138798, 0.990321, 0.006463, 0.999979]
    np.testing.assert_allclose(sinusoidal([3], 6)[0], expected, atol=5e-7)


def test_every_row_of_the_papers_table_has_norm_sixteen():
    # root of 512 / 2, d_model = 512: Vaswani et al. 2017, table 3, https://arxiv.org/abs/1706.03762
    np.testing.assert_allclose(np.linalg.norm(sinusoidal(1000, 512), axis=1), 16, rtol=1e-14)


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
