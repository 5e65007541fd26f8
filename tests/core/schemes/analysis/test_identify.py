"""Arrays are named by their numbers: drawn tables, every mistake, caches, rotations, biases."""

import math
import re
import time

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.frequencies import inverse_frequencies
from core.scaling import RULES
from core.schemes.alibi import alibi, slopes
from core.schemes.analysis.identify import identify
from core.schemes.analysis.identify.beside import beside
from core.schemes.analysis.table import Table, as_table
from core.schemes.learned import sample
from core.schemes.rope import pairs, rope
from core.schemes.sinusoidal import sinusoidal
from core.schemes.t5 import t5

N, D = 128, 64
COLUMN, POSITION = np.arange(D), np.arange(N)[:, None]
PAPER = sinusoidal(N, D)
RNG = np.random.default_rng(0)
ANGLES = POSITION * np.repeat(inverse_frequencies(D), 2)
SINES, COSINES = PAPER[:, ::2], PAPER[:, 1::2]
DROPPED = np.random.default_rng(1).random((N, D))


def table(angles):
    """Sines in even columns and cosines in odd ones."""
    return np.where(COLUMN % 2 == 0, np.sin(angles), np.cos(angles))


# ---- Drawn tables: settings are recovered, and any one cell changed is found.

EPS = {"f2": 2**-11, "f4": 2**-24, "f8": 2**-52}


@st.composite
def drawn(draw):
    """A table and its settings, with enough rows and columns that the numbers tell them."""
    d = draw(st.integers(6, 40)) * 2
    settings_ = {
        "base": draw(st.floats(math.log(200), math.log(1e6)).map(math.exp)),
        "layout": draw(st.sampled_from(["interleaved", "concatenated"])),
        "scale": draw(st.sampled_from([1.0, 1.0, 2.0, 0.5, 7.5])),
    }
    first = draw(st.integers(0, 60))
    amplitude = draw(st.sampled_from([1.0, math.sqrt(d), 0.25]))
    kind = draw(st.sampled_from(["f2", "f4", "f8"]))
    n = draw(st.integers(24, 300))
    values = amplitude * sinusoidal(first + np.arange(n), d, **settings_)
    return values.astype(kind), settings_ | {"first": first, "amplitude": amplitude, "kind": kind}


@settings(max_examples=60, deadline=None)
@given(drawn())
def test_the_settings_of_a_drawn_table_are_recovered(case):
    values, true = case
    found, eps = identify(values), EPS[true["kind"]]
    assert found.scheme == "sinusoidal"
    assert found.layout in {true["layout"], "tensor2tensor"}
    assert found.first_position == true["first"]
    assert found.scale == pytest.approx(true["scale"], rel=100 * eps)
    assert found.amplitude == pytest.approx(true["amplitude"], rel=4 * eps)
    size = {"2i/d": values.shape[1] / 2, "i/(d/2 - 1)": values.shape[1] / 2 - 1}.get(found.exponent)
    if size is not None:  # another reading of the same ratio has another base
        ratio, expected = math.log(found.base) / size, 2 * math.log(true["base"]) / values.shape[1]
        assert ratio == pytest.approx(expected, rel=300 * eps)
    assert [each.name for each in found.faults if each.name == "cells"] == []
    assert found.first is None or found.faults


@settings(max_examples=60, deadline=None)
@given(drawn(), st.data())
def test_any_one_cell_that_is_changed_is_found(case, data):
    values, true = case
    row, column = data.draw(st.integers(0, len(values) - 1)), data.draw(st.integers(0, values.shape[1] - 1))
    old = float(values[row, column])
    size = true["amplitude"] * data.draw(st.sampled_from([0.02, 0.5, 3.0]))
    values[row, column] += size
    if true["kind"] == "f2" and abs(float(values[row, column]) - old) < 0.01 * true["amplitude"]:
        return  # lost in rounding
    faults = [each for each in identify(values).faults if each.name in {"cells", "odd-column", "zero-row"}]
    assert len(faults) == 1
    assert f"First at row {row:,}, column {column:,}" in faults[0].sentence
    assert faults[0].sentence.startswith(f"1 of {values.size:,} cells differs")


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
@pytest.mark.parametrize("function", [0, 1])
@pytest.mark.parametrize("pair", range(6))
@pytest.mark.parametrize("row", [0, 1, 24])
def test_one_changed_cell_leaves_the_base_of_a_small_table(row, pair, function, layout):
    values = sinusoidal(4 + np.arange(25), 12, base=math.exp(10), layout=layout).astype("f4")
    column = 2 * pair + function if layout == "interleaved" else pair + 6 * function
    values[row, column] += 0.02
    found = identify(values)
    assert found.base == pytest.approx(math.exp(10), rel=1e-5)
    assert (found.first.row, found.first.column) == (row, column)
    assert [each.sentence.split(" differ")[0] for each in found.faults] == ["1 of 300 cells"]


@pytest.mark.parametrize("row", range(1, N, 9))
def test_one_cell_of_the_other_sign_makes_no_factor_of_its_column(row):
    values = PAPER.copy()
    values[row, 3] *= -1
    assert [each.name for each in identify(values).faults] == ["cells"]


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(["linear", "ntk"]), st.sampled_from([2.0, 4.0, 8.0]), st.integers(40, 400))
def test_a_cache_that_is_stretched_geometrically_keeps_its_base(name, factor, rows):
    rule = {"linear": "Linear", "ntk": "NTK"}[name]
    omega = RULES[rule].apply(inverse_frequencies(64, 10_000.0), factor=factor).inverse
    found = identify(np.tile(np.cos(np.outer(np.arange(rows), omega)), 2).astype(np.float32))
    assert (found.scheme, found.form, found.layout, found.base) == ("RoPE", "cosine cache", "half", 10_000)
    assert (found.rule, found.arguments, found.mistakes) == (rule, {"factor": factor}, [])


@pytest.mark.parametrize(("n", "d"), [(4, 2), (4, 3), (3, 64), (5, 16), (2048, 4), (300, 1024)])
@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "bfloat16"])
def test_small_and_large_tables_of_every_type(n, d, kind):
    values = sinusoidal(n, d).astype(ml_dtypes.bfloat16 if kind == "bfloat16" else kind)
    found = identify(values)
    assert (found.scheme, found.layout, found.mistakes) == ("sinusoidal", "interleaved", [])
    assert found.summary == "This is the paper's table."
    assert (found.base, found.scale, found.first_position, found.amplitude) == (10_000, 1, 0, 1)


@pytest.mark.parametrize("deviation", [1e-4, 1e-3, 1e-2, 0.1])
def test_noise_of_a_tenth_of_the_amplitude_is_tolerated(deviation):
    found = identify(PAPER + RNG.normal(0, deviation, PAPER.shape))
    assert (found.scheme, found.base, found.first_position, found.mistakes) == ("sinusoidal", 10_000, 0, [])
    assert any("after a step of training" in each for each in found.notes)


@pytest.mark.parametrize("first", [1, 2, 17, 1000, 100_000])
def test_rows_that_are_left_out_at_the_start(first):
    found = identify(sinusoidal(first + np.arange(64), 128).astype(np.float32))
    assert (found.first_position, found.base, found.mistakes) == (first, 10_000, [])


# ---- The nine tables that people brought, in full and as three printed rows.

HALF, TWICE = (table(POSITION / 10_000 ** (k * (COLUMN // 2) / D)) for k in (1, 4))
COARSE = table(
    (POSITION.astype(np.float16) * (10_000 ** (-2 * (COLUMN // 2) / D)).astype(np.float16)).astype(float)
)
NINE = {
    "right": (PAPER, {"layout": "interleaved", "base": 10_000}, None),
    "halves": (sinusoidal(N, D, layout="concatenated"), {"layout": "concatenated"}, None),
    "i/d": (HALF, {"layout": "interleaved", "base": 10_000, "exponent": "i/d"}, "exponent-half"),
    "base 1000": (sinusoidal(N, D, base=1000.0), {"base": 1000}, None),
    "from 1": (sinusoidal(1 + np.arange(N), D), {"first_position": 1}, None),
    "cosine first": (PAPER[:, COLUMN ^ 1], {"cosine_first": True, "layout": "interleaved"}, None),
    "float16": (COARSE, {"base": 10_000}, "low-precision"),
    "tensor2tensor": (sinusoidal(N, D, layout="tensor2tensor"), {"layout": "tensor2tensor", "base": 10_000}, None),
    "no position": (np.tile(table(COLUMN / 10_000 ** (2 * (COLUMN // 2) / D)), (N, 1)), {}, "rows-alike"),
}


@pytest.mark.parametrize("name", NINE)
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_the_nine_tables_that_people_brought(name, kind):
    values, expected, fault = NINE[name]
    found = identify(values.astype(kind))
    assert [each.name for each in found.faults] == ([fault] if fault else [])
    assert {key: getattr(found, key) for key in expected} == expected


@pytest.mark.parametrize("name", [name for name in NINE if name != "float16"])
def test_three_rows_of_four_decimals_are_enough(name):
    values, expected, fault = NINE[name]
    found = identify(np.round(values[:3], 4))
    assert [each.name for each in found.faults] == ([fault] if fault else [])
    assert {key: getattr(found, key) for key in expected} == expected


def test_two_readings_of_one_table_are_both_named():
    assert "2i/d at base 100;" in identify(HALF).mistakes[0]
    notes = identify(sinusoidal(N, D, layout="tensor2tensor")).notes
    assert any("2i/d at base 13,460" in each for each in notes)
    both = np.concatenate([f(np.outer(np.arange(N), inverse_frequencies(D))) for f in (np.cos, np.sin)], axis=1)
    found = identify(both)
    assert (found.scheme, found.layout, found.cosine_first) == ("sinusoidal", "concatenated", True)
    assert any("cos_sin_cache" in each for each in found.notes)
    as_rope = identify(both, scheme="RoPE")
    assert (as_rope.scheme, as_rope.form, as_rope.layout) == ("RoPE", "cosine and sine cache", None)


# ---- Every mistake is named, with the first cell that shows it.

ZERO, PADDED, ODD = PAPER.copy(), sinusoidal(N, D, layout="tensor2tensor"), sinusoidal(N, 63)
ZERO[0], PADDED[1], ODD[:, -1] = 0, 0, 0
WRONG = {
    "exponent-half": (HALF, (1, 2)),
    "exponent-twice": (TWICE, (1, 2)),
    "exponent-own": (table(POSITION / 10_000 ** (COLUMN / D)), (1, 1)),
    "exponent-own 2j/d": (table(POSITION / 10_000 ** (2 * COLUMN / D)), (1, 1)),
    "exponent-lost": (table(POSITION / 10_000.0 ** (2 * COLUMN // D)), (1, 2)),
    "exponent-lost all": (table(POSITION + 0.0 * COLUMN), (1, 2)),
    "exponent-rounded": (table(POSITION * np.exp(-2.0 * (COLUMN // 2))), (1, 2)),
    "exponent-rounded less": (table(POSITION * np.exp(-1.0 * (COLUMN // 2))), (1, 2)),
    "exponent-sign": (table(POSITION * 10_000 ** (2 * (COLUMN // 2) / D)), (1, 2)),
    "rows-scaled": (POSITION * PAPER, (0, 1)),
    "rows-scaled else": (PAPER / (POSITION + 1), (1, 0)),
    "position-outside": (POSITION * PAPER[1], (0, 1)),
    "exponent-log10": (table(POSITION * np.exp(-math.log10(10_000) * (COLUMN // 2 * 2) / D)), (1, 2)),
    "whole-numbers": (PAPER.astype(int), (1, 0)),
    "half-empty": (PAPER[:, COLUMN | 1] * (COLUMN % 2 == 0), (0, 0)),
    "half-empty sines": (PAPER[:, COLUMN & ~1] * (COLUMN % 2 == 0), (0, 1)),
    "position-power": (table((POSITION / 10_000) ** (2 * (COLUMN // 2) / D)), (0, 0)),
    "degrees": (table(np.rad2deg(POSITION / 10_000 ** (2 * (COLUMN // 2) / D))), (1, 0)),
    "degrees read": (table(np.deg2rad(POSITION / 10_000 ** (2 * (COLUMN // 2) / D))), (1, 0)),
    "position-divided": (sinusoidal(N, D, scale=N), (1, 0)),
    "position-multiplied": (sinusoidal(N, D, scale=0.01), (1, 0)),
    "rows-alike": (np.tile(PAPER[5], (N, 1)), (1, 0)),
    "batch": (np.repeat(PAPER[:8, None], 12, axis=1), (1, 0)),
    "transposed": (np.ascontiguousarray(PAPER.T), (0, 1)),
    "sines-only": (np.sin(POSITION / 10_000 ** (2 * (COLUMN // 2) / D)), (1, 1)),
    "zero-row": (ZERO, (0, 1)),
    "odd-column": (ODD, (1, 62)),
    "low-precision": (COARSE, (1, 2)),
    "descending": (PAPER[::-1].copy(), (0, 0)),
    "exponent-brackets": (table(POSITION / 1e8 * (COLUMN // 2) / D), (1, 0)),
    "exponent-brackets early": (table(POSITION / (10_000.0 ** (COLUMN // 2 * 2.0) / D)), (1, 0)),
    "exponent-brackets none": (table(POSITION / 10_000.0 ** (COLUMN // 2 * 2.0) / D), (1, 0)),
    "exponent-brackets log": (table(POSITION * np.exp(-(COLUMN // 2 * 2) * np.log(10_000 / D))), (1, 2)),
    "frequency-outside": (table(POSITION + 0 * ANGLES) * np.repeat(inverse_frequencies(D), 2), (0, 3)),
    "cosine-of-sine": (np.where(COLUMN % 2, np.cos(np.sin(ANGLES)), np.sin(ANGLES)), (1, 1)),
    "columns-overwritten": (
        np.where(COLUMN == D // 2, COSINES[:, -1:], np.pad(SINES, ((0, 0), (0, D // 2)))),
        (0, 1),
    ),
    "reshaped": (np.ascontiguousarray(PAPER.T).reshape(N, D), (0, 1)),
    "positions-scattered": (sinusoidal(np.array([101, 1996, 4248, 2829, 4419, 1996, 102]), D), (0, 0)),
    "rows-alternate": (np.where(POSITION % 2 == 0, np.sin(ANGLES), np.cos(ANGLES)), (0, 1)),
    "stacked": (np.stack([np.sin(ANGLES[:, ::2]), np.cos(ANGLES[:, ::2])]).reshape(N, D), (0, 1)),
    "parts-apart": (np.where(COLUMN % 2, sinusoidal(np.arange(1, N + 1), D), PAPER), (0, 1)),
    "parts-apart sines": (np.where(COLUMN % 2, PAPER, sinusoidal(np.arange(1, N + 1), D)), (0, 1)),
    **{f"dropout {kept}": (PAPER * (kept > DROPPED) / kept, (0, 1)) for kept in (0.9, 0.5)},
    "columns-scaled": (PAPER * np.where(COLUMN % 2 == 0, D**0.5, 1), (1, 0)),
    "columns-scaled cosines": (PAPER * np.where(COLUMN % 2, 1.5, 1), (0, 1)),
    "columns-scaled half": (PAPER * np.where(COLUMN < D // 2, D**0.5, 1), (0, 1)),
    "columns-scaled halves": (sinusoidal(N, D, layout="concatenated") * np.where(COLUMN < D // 2, 8, 1), (1, 0)),
}


@pytest.mark.parametrize("name", WRONG)
def test_every_mistake_is_named_with_its_first_cell(name):
    values, (row, column) = WRONG[name]
    found = identify(values)
    assert [each.name for each in found.faults] == [name.split()[0]]
    (fault,) = found.faults
    match = re.search(r"First at row ([\d,]+), column (\d+): yours is (\S+), expected (\S+)\.$", fault.sentence)
    assert (int(match[1].replace(",", "")), int(match[2])) == (row, column)
    cell = values[0, row, column] if values.ndim == 3 else values[row, column]
    assert float(match[3]) == pytest.approx(cell, abs=1e-3 * max(1, abs(cell)))
    assert abs(float(match[3]) - float(match[4])) > 0
    assert fault.makes != fault.mends
    assert fault.makes
    assert fault.mends


@pytest.mark.parametrize("has_ends", [True, False])  # align_corners of torch.nn.functional.interpolate
@pytest.mark.parametrize("size", [(128, 1024), (300, 512), (197, 577)])
@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_rows_that_were_interpolated_are_named(layout, size, has_ends):  # of another base they are missed
    short, length = size
    places = np.linspace(0, short - 1, length) if has_ends else (np.arange(length) + 0.5) * short / length - 0.5
    exact = sinusoidal(short, 64, layout=layout)
    table = np.stack([np.interp(places, np.arange(short), column) for column in exact.T], axis=1)
    found = identify(table.astype("f4"))
    assert [each.name for each in found.faults] == ["rows-interpolated"]
    assert f"a table of {short} positions" in found.mistakes[0]


@pytest.mark.parametrize("base", [300.0, 1000.0, 500_000.0])
@pytest.mark.parametrize("size", [(96, 32), (51, 128)])
def test_lines_that_are_wrong_with_any_base_are_named(size, base):
    n, d = size
    positions, frequencies = np.arange(n)[:, None], inverse_frequencies(d, base)
    sines, cosines = np.sin(positions * frequencies), np.cos(positions * frequencies)
    stacked = np.stack([sines, cosines]).reshape(n, d).astype("f4")
    outside = np.concatenate([np.sin(positions) * frequencies, np.cos(positions) * frequencies], axis=1)
    for values, name in ((stacked, "stacked"), (outside, "frequency-outside")):
        found = identify(values)
        assert [each.name for each in found.faults] == [name]
        assert found.base == pytest.approx(base, rel=1e-4)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 32).map(lambda count: 2 * count),  # of an odd count, halves of it alternate
    st.sampled_from([500.0, 1234.5, 10_000.0, 50_000.0]),
    st.sampled_from(["tile", "repeat"]),
    st.sampled_from(["sine first", "cosine first", "halves"]),
)
def test_a_table_of_repeated_angles_is_right_only_where_both_functions_have_every_angle(pairs, base, repeat, order):
    d = 2 * pairs
    angles = np.outer(np.arange(64), base ** (-np.arange(pairs) / pairs))
    wide = np.tile(angles, 2) if repeat == "tile" else np.repeat(angles, 2, axis=1)
    column = np.arange(d)
    is_cosine = {"sine first": column % 2, "cosine first": 1 - column % 2, "halves": column >= pairs}[order]
    found = identify(np.where(is_cosine, np.cos(wide), np.sin(wide)))
    has_both = order == "halves" if repeat == "tile" else order != "halves"
    assert bool(found.mistakes) != has_both


def test_offsets_that_count_down_are_right():
    falling = [(np.arange(95, -1, -1), "concatenated"), (np.arange(47, -48, -1), "interleaved")]
    for places, layout in falling:  # of Transformer-XL and of Conformer
        exact = sinusoidal(places, D, layout=layout)
        found = identify(exact.astype(np.float32))
        assert (found.scheme, found.layout, found.mistakes) == ("sinusoidal", layout, [])
        assert found.first_position == places[0]
        assert found.notes[0].startswith("Positions count down")
        np.testing.assert_allclose(found.right.waves.rows(np.arange(len(exact))), exact, atol=1e-9)


def patches(width, height, d, *, across_first=True):
    """Column and row of each patch, each in sines and cosines, as MAE's get_2d_sincos_pos_embed has them."""
    rows, columns = np.divmod(np.arange(width * height), width)
    angles = [np.outer(place, inverse_frequencies(d // 2)) for place in (columns, rows)]
    halves = [np.concatenate([np.sin(one), np.cos(one)], axis=1) for one in angles]
    return np.concatenate(halves if across_first else halves[::-1], axis=1)


@pytest.mark.parametrize(
    ("width", "height", "d", "kind"), [(14, 14, 384, "f4"), (10, 6, 128, "f2"), (32, 32, 64, "f8")]
)
def test_the_grid_of_a_picture_is_told_with_its_width(width, height, d, kind):
    for across_first in (True, False):
        values = patches(width, height, d, across_first=across_first).astype(kind)
        found = identify(values)
        assert (found.scheme, found.layout, found.mistakes) == ("sinusoidal", "concatenated", [])
        assert f"{height} rows of {width}: the first {d // 2} columns encode the" in found.notes[0]
        assert f"columns encode the {'column' if across_first else 'row'}, the others" in found.notes[0]
    with_class = identify(np.concatenate([np.zeros((1, d), kind), values]))
    assert (with_class.mistakes, len(with_class.notes)) == ([], 2)
    values[9, 5] += 0.5
    assert f"1 of {values.size:,} cells differs" in identify(values).mistakes[0]
    assert "First at row 9, column 5" in identify(values).mistakes[0]


@settings(max_examples=40, deadline=None)
@given(st.integers(8, 64), st.floats(math.log(200), math.log(1e6)).map(math.exp), st.integers(0, 20), st.booleans())
def test_a_turned_sign_of_the_exponent_leaves_base_layout_and_first_position(pairs, base, first, in_halves):
    frequencies = base ** (np.arange(pairs) / pairs)
    angles = np.outer(first + np.arange(40), frequencies)
    values = np.stack([np.sin(angles), np.cos(angles)], axis=1 if in_halves else 2).reshape(40, -1)
    found = identify(values)
    if frequencies[1] > 3:  # one wave is not folded, which tells no ratio
        assert found.scheme != "sinusoidal" or abs(found.base / base - 1) < 0.01
        return
    assert [each.name for each in found.faults] == ["exponent-sign"]
    assert found.base == pytest.approx(base, rel=1e-3)
    assert (found.layout, found.first_position) == ("concatenated" if in_halves else "interleaved", first)


@settings(max_examples=40, deadline=None)
@given(drawn(), st.sampled_from([lambda p: p, lambda p: p / 7, np.sqrt, lambda p: 1 / p]))
def test_rows_that_are_multiplied_are_told_from_the_table(case, factor):
    values, true = case
    times = factor(true["first"] + 1.0 + np.arange(len(values)))[:, None]
    found = identify((values * times).astype(values.dtype))
    if found.scheme == "unknown" and true["kind"] == "f2":
        return  # after the second rounding to float16 more than a tenth of the cells may be off
    assert "rows-scaled" in [each.name for each in found.faults]
    assert found.first_position == true["first"]
    assert f"row {len(values) - 1}" in found.mistakes[0]


@pytest.mark.parametrize("count", [20, 60, 100])
@pytest.mark.parametrize("most", [2.0, 9.0])
def test_so_are_the_first_rows_alone(count, most):
    values = sinusoidal(N, 64)
    values[:count] *= np.linspace(2.0, most, count)[:, None]
    assert [each.name for each in identify(values).faults] == ["rows-scaled"]


def test_a_row_times_a_number_is_named_only_where_the_row_is_one_of_sines():
    assert identify(np.outer(np.arange(N), RNG.normal(size=D))).mistakes == []


def test_turns_too_fast_to_be_counted_are_not_counted():  # 5,000 rows of it overflowed
    angles = np.outer(np.arange(5000), 10_000 ** (np.arange(256) / 256))
    found = identify(np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(5000, 512))
    assert [each.name for each in found.faults] == ["exponent-sign"]


def test_the_cause_of_a_mistake_is_filled_in():
    assert "up to 7,499 radians" in identify(WRONG["exponent-sign"][0]).mistakes[0]
    assert "row 127 is 127 times as long" in identify(WRONG["rows-scaled"][0]).mistakes[0]
    assert "the encoding of position 5" in identify(WRONG["rows-alike"][0]).mistakes[0]
    assert "divided by 128" in identify(sinusoidal(N, D, scale=N)).mistakes[0]
    assert "Only" not in identify(WRONG["exponent-lost"][0]).mistakes[0]
    assert "1 and 0.0001" in identify(WRONG["exponent-lost"][0]).mistakes[0]
    assert "e^2 times" in identify(WRONG["exponent-rounded"][0]).mistakes[0]


def test_several_mistakes_are_all_named():
    values = HALF.copy()
    values[3, 7] += 0.1
    assert [each.name for each in identify(values).faults] == ["exponent-half", "cells"]
    names = [each.name for each in identify(table(POSITION / 4 / 10_000 ** ((COLUMN // 2) / D))).faults]
    assert names == ["exponent-half", "position-divided"]


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (("p", "w", "a"), "Positions, inverse frequencies and angles"),
        (("w",), "Inverse frequencies"),
        (("a",), "Angles"),
    ],
)
@pytest.mark.parametrize("kind", [np.float16, ml_dtypes.bfloat16])
def test_the_step_that_was_rounded_is_named(steps, words, kind):
    n = 512
    p, w = np.arange(n, dtype=float)[:, None], 10_000 ** (-2 * (COLUMN // 2) / D)
    p = p.astype(kind).astype(float) if "p" in steps else p
    w = w.astype(kind).astype(float) if "w" in steps else w
    angles = (p * w).astype(kind).astype(float) if "a" in steps else p * w
    found = identify(table(angles))
    assert found.base == 10_000
    assert found.mistakes[0].startswith(f"{words} were rounded to {np.dtype(kind).name}")


# ---- What is right is said to be right.

FAIRSEQ = sinusoidal(N, D, layout="fairseq")
RIGHT = {
    "halves": (sinusoidal(N, D, layout="concatenated"), "All sines stand before all cosines: right"),
    "cosines and sines": (sinusoidal(N, D, layout="concatenated")[:, (COLUMN + 32) % 64], "All cosines stand"),
    "another base": (sinusoidal(N, D, base=500.0), "The base is 500"),
    "tensor2tensor": (sinusoidal(N, D, layout="tensor2tensor"), "as in tensor2tensor"),
    "tensor2tensor, odd": (sinusoidal(N, 63, layout="tensor2tensor"), "fills up an odd d_model"),
    "odd": (sinusoidal(N, 63), "the last sine has no cosine"),
    "from 1": (sinusoidal(1 + np.arange(N), D), "Row 0 is position 1"),
    "fairseq": (FAIRSEQ, "Row 0 is position 2, as in fairseq"),
    "fairseq's weights": (PADDED, "Row 1 is all zeros, for padding"),
    "times the root": (PAPER * 8, "multiplied by √d_model = 8"),
    "rounded last": (PAPER.astype(np.float16), "rounded to float16: right"),
    "batch": (np.repeat(PAPER[None], 3, axis=0), "The 3 items of the first axis are the same"),
    "batch second": (np.repeat(PAPER[:, None], 3, axis=1), "right for tensors of shape sequence × batch"),
    "a batch axis of 1": (PAPER[None], "Axes of length 1"),
    "PyTorch's (length, 1, d_model)": (PAPER[:, None], "Axes of length 1"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_said_to_be_right(name):
    values, words = RIGHT[name]
    found = identify(values)
    assert (found.scheme, found.mistakes, found.first) == ("sinusoidal", [], None)
    assert any(words in each for each in found.notes)


def test_angles_of_float32_are_no_mistake():
    p = np.arange(5000, dtype=np.float32)[:, None]
    step = np.exp(np.arange(0, 512, 2, dtype=np.float32) * np.float32(-math.log(10_000.0) / 512))
    values = np.empty((5000, 512), np.float32)
    values[:, 0::2], values[:, 1::2] = np.sin(p * step), np.cos(p * step)
    assert 1e-4 < np.abs(values - sinusoidal(5000, 512)).max() < 1e-3
    for each in (values, values.astype(float), values * np.float32(math.sqrt(512))):
        assert identify(each).mistakes == []


# ---- What is not known is not named.


@pytest.mark.parametrize(
    "values",
    [
        RNG.normal(size=(N, D)),
        RNG.random((9, 5)),
        np.eye(40),
        RNG.normal(size=(4, 2)),
        RNG.integers(-1, 2, (N, D)),
        RNG.normal(size=(N, D)) * (COLUMN % 2),
    ],
)
def test_noise_is_unknown(values):
    found = identify(values)
    assert (found.scheme, found.mistakes, found.layout) == ("unknown", [], None)


def test_a_trained_table_is_learned():
    found = identify(sample())
    assert (found.scheme, found.mistakes) == ("learned", [])
    assert "Sinusoids hold" in found.notes[0]
    found = identify(PAPER + RNG.normal(0, 0.3, PAPER.shape))
    assert (found.scheme, found.mistakes) == ("learned", [])


def test_what_leaves_a_known_encoding_with_the_row_is_not_named_after_it():
    omega = inverse_frequencies(64, 500_000.0) / (1 + 0.02 * np.arange(32))  # divisors of nobody's rule
    found = identify(np.tile(np.cos(np.outer(np.arange(1024), omega)), 2).astype(np.float32))
    assert (found.scheme in {"unknown", "learned"}, found.mistakes, found.rule) == (True, [], None)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 12), st.sampled_from([1e-90, 1.0, 1e90]))
def test_any_array_is_looked_at_without_a_warning(seed, n, d, size):
    rng = np.random.default_rng(seed)
    waves = np.cos(np.outer(np.arange(n), 4 * rng.random(d)))
    for values in (
        rng.normal(size=(n, d)),
        rng.integers(-1, 2, size=(n, d)),
        waves,
        np.outer(np.arange(n), rng.random(d)),
    ):
        found = identify(values * size)
        assert found.to_json()["scheme"] == found.scheme


def test_two_rows_are_too_few():
    found = identify(PAPER[:2])
    assert (found.scheme, found.notes) == ("unknown", ("At least three rows are needed, got 2.",))


REFUSED = [
    (lambda: identify([["a"]]), "values must be real or complex numbers, got <U1"),
    (lambda: identify([[1.0], [1.0, 2.0]]), "values must be real or complex numbers, got list"),
    (lambda: identify(np.zeros((0, 4))), "values must have from 1 to 268,435,456 cells, got 0"),
    (lambda: identify(np.full((8, 8), np.nan)), "table must hold finite numbers up to 1e+100 in size, got nan in "
        "row 0, column 0"),
    (lambda: identify(np.zeros(2**14 + 1)), "a list must have at most 16,384 numbers, got 16,385"),
    (lambda: identify(np.zeros((3, 2**16 + 1), np.int8)), "values must have at most 1,048,576 positions and 65,536 "
        "features, got 3 and 65,537"),
    (lambda: identify(np.ones((2, 3, 4, 5))), "values must have from 1 to 3 axes longer than 1, got the "
        "shape (2, 3, 4, 5)"),
    (lambda: identify(np.ones((8, 8)), np.ones((8, 6))), "after must be of the shape of values, (8, 8), "
        "got (8, 6)"),
    (lambda: identify(PAPER, scheme="rope"), "scheme must be one of sinusoidal, RoPE, got 'rope'"),
    (lambda: identify([1.0, math.inf]), "values must be finite numbers up to 1e+100 in size, got inf at (1,)"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_no_array_of_numbers_is_refused(call, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()


@pytest.mark.parametrize(
    "base", [PAPER, RNG.normal(size=(N, D)), np.zeros((N, D))], ids=["paper", "noise", "zeros"]
)
@pytest.mark.parametrize("row", [0, 1, 70, N - 1])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -1e200])
def test_a_number_that_is_not_finite_or_too_large_is_refused_wherever_it_stands(base, row, bad):
    values = base.copy()
    values[row, 7] = bad
    with pytest.raises(ValueError, match=re.escape(f"got {bad:g} in row {row}, column 7")):
        identify(values)


def test_a_table_too_large_is_refused_before_it_is_read():
    never = Table(2**20, 2**14, lambda *_: pytest.fail("the table was read"))
    with pytest.raises(ValueError, match="from 1 to 268,435,456 cells, got 17,179,869,184"):
        identify(never)


# ---- RoPE: caches by rule, rotations, inverse frequencies.

STRETCHED = [
    ("Linear", 128, 10_000.0, {"factor": 4.0}),
    ("NTK", 128, 10_000.0, {"factor": 8.0}),
    ("NTK-by-parts", 128, 10_000.0, {"factor": 8.0, "original": 4096}),
    ("YaRN", 128, 10_000.0, {"factor": 16.0, "original": 4096}),
    ("YaRN", 128, 1_000_000.0, {"factor": 4.0, "original": 32_768}),
    ("YaRN", 64, 10_000.0, {"factor": 40.0, "original": 4096}),
    ("Llama 3", 128, 500_000.0, {"factor": 8.0, "original": 8192}),
    ("Llama 3", 64, 500_000.0, {"factor": 32.0, "original": 8192}),
    ("Proportional", 128, 1_000_000.0, {"partial_rotary_factor": 0.25}),
    ("LongRoPE", 96, 10_000.0, {"factor": 32.0, "original": 4096, "sequence_length": 9000}),
]


def stretched(name, dim, base, arguments):
    """Frequencies and attention factor of a rule."""
    rule = RULES[name]
    return rule.apply(inverse_frequencies(dim, base), base=base, **arguments, **rule.examples(dim // 2))


@pytest.mark.parametrize(("name", "dim", "base", "arguments"), STRETCHED)
@pytest.mark.parametrize("form", ["cosines in halves", "cosines as neighbours", "both", "complex", "frequencies"])
def test_a_cache_tells_its_rule(name, dim, base, arguments, form):
    frequencies = stretched(name, dim, base, arguments)
    angles = np.outer(np.arange(1024), frequencies.inverse)
    cosines, sines = np.cos(angles), np.sin(angles)
    values = {
        "cosines in halves": lambda: (
            np.tile(cosines, 2).astype(np.float32) * np.float32(frequencies.attention_factor)
        ),
        "cosines as neighbours": lambda: np.repeat(cosines, 2, axis=1) * frequencies.attention_factor,
        "both": lambda: np.concatenate([cosines, sines], axis=1) * frequencies.attention_factor,
        "complex": lambda: np.exp(1j * angles).astype(np.complex64),
        "frequencies": lambda: frequencies.inverse.astype(np.float32),
    }[form]()
    found = identify(values, scheme="RoPE")
    assert (found.scheme, found.rule, found.base, found.mistakes) == ("RoPE", name, base, [])
    told = {key: value for key, value in arguments.items() if key in found.arguments}
    assert {key: found.arguments[key] for key in told} == pytest.approx(told)
    assert name == "LongRoPE" or len(told) == len(arguments)
    np.testing.assert_allclose(found.frequencies, frequencies.inverse, rtol=1e-5, atol=1e-12)
    layouts = {"cosines in halves": "half", "cosines as neighbours": "interleaved"}
    assert found.layout == layouts.get(form)
    if form not in {"complex", "frequencies"}:
        assert found.amplitude == pytest.approx(frequencies.attention_factor, rel=1e-5)


def test_cosines_alone_raise_no_alarm_and_sines_alone_can_be_said_to_be_ropes():
    angles = np.outer(np.arange(N), inverse_frequencies(64))
    once = identify(np.cos(angles))
    assert (once.scheme, once.form, once.layout, once.mistakes) == ("RoPE", "cosine cache", None, [])
    assert identify(np.tile(np.sin(angles), 2)).mistakes == []
    assert [each.name for each in identify(np.sin(angles)).faults] == ["sines-only"]
    said = identify(np.sin(angles), scheme="RoPE")
    assert (said.scheme, said.form, said.base, said.mistakes) == ("RoPE", "sine cache", 10_000, [])
    both = identify(np.stack([np.tile(np.cos(angles), 2), np.tile(np.sin(angles), 2)]))
    assert (both.form, both.layout, both.mistakes) == ("cosine and sine cache", "half", [])


def test_a_list_whose_exponent_lost_its_brackets_is_named_and_no_base_of_200_digits():
    found = identify(10_000.0 ** -np.arange(0, 64, 2) / 64)
    assert ([each.name for each in found.faults], found.base) == (["exponent-precedence"], 10_000)
    assert identify(0.1 ** np.arange(0.0, 320, 10)).scheme == "unknown"


def test_inverse_frequencies_and_slopes_are_lists():
    for kind in (np.float64, np.float32, ml_dtypes.bfloat16):
        found = identify(inverse_frequencies(128, 500_000.0).astype(kind))
        assert (found.form, found.base, found.rule) == ("inverse frequencies", 500_000, "Unscaled")
    for form in ("{:.4e}", "{:.4f}"):  # as PyTorch and people print them
        printed = identify([float(form.format(each)) for each in inverse_frequencies(64)])
        assert (printed.form, printed.base, printed.rule) == ("inverse frequencies", 10_000, "Unscaled")
    assert identify(1 / inverse_frequencies(64)).notes == ("The numbers rise: they are 1 / frequency.",)
    assert identify(slopes(12)).scheme == "ALiBi"
    assert identify(RNG.random(32)).scheme == "unknown"


VECTORS = RNG.normal(size=(40, 64))


@pytest.mark.parametrize("layout", ["half", "interleaved"])
@pytest.mark.parametrize("kind", [np.float64, np.float32, np.float16])
@pytest.mark.parametrize("first", [0, 1000])
def test_before_and_after_tell_the_rotation(layout, kind, first):
    after = rope(VECTORS.astype(kind).astype(float), first + np.arange(40), layout=layout, base=500_000.0)
    found = identify(VECTORS.astype(kind), after.astype(kind))
    assert (found.scheme, found.layout, found.base, found.mistakes) == ("RoPE", layout, 500_000, [])
    assert (found.first_position, found.rotary_dim) == (first, 64)


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(["half", "interleaved"]),
    st.sampled_from([10_000.0, 500_000.0, 1_000_000.0]),
    st.lists(st.integers(1, 400), min_size=1, max_size=6),
)
def test_rows_at_any_positions_tell_them(layout, base, positions):
    vectors = np.random.default_rng(1).normal(size=(len(positions), 64))
    found = identify(vectors, rope(vectors, positions, layout=layout, base=base))
    assert (found.layout, found.base, found.first_position, found.mistakes) == (layout, base, positions[0], [])


@pytest.mark.parametrize("layout", ["half", "interleaved"])
def test_what_is_wrong_with_a_rotation_is_named(layout):
    clockwise = identify(VECTORS, rope(VECTORS, -np.arange(40.0), layout=layout))
    assert [each.name for each in clockwise.faults] == ["clockwise"]
    assert "First at row 1" in clockwise.mistakes[0]
    part = identify(VECTORS, rope(VECTORS, 40, layout=layout, rotary_dim=32))
    assert (part.rotary_dim, part.base, part.mistakes) == (32, 10_000, [])
    changed = rope(VECTORS, 40, layout=layout)
    changed[7, 3] += 0.1
    assert "1 of 2,560 cells differs" in identify(VECTORS, changed).mistakes[0]
    angles = np.outer(np.arange(40), inverse_frequencies(64))
    wide = np.repeat(angles, 2, axis=1) if layout == "half" else np.tile(angles, 2)
    partner = rope(VECTORS, np.full(40, math.pi / 2), layout=layout, frequencies=np.ones(32))  # a quarter turn
    mixed = identify(VECTORS, VECTORS * np.cos(wide) + partner * np.sin(wide))
    assert [each.name for each in mixed.faults] == ["layouts-mixed"]
    wide, partner = np.tile(angles, 2), np.roll(VECTORS, 32, axis=1)
    if layout == "interleaved":
        wide, partner = np.repeat(angles, 2, axis=1), VECTORS[:, np.arange(64) ^ 1]
    unsigned = identify(VECTORS, VECTORS * np.cos(wide) + partner * np.sin(wide))
    assert ([each.name for each in unsigned.faults], unsigned.layout) == (["minus-missing"], layout)
    overwritten, (first, second) = rope(VECTORS, 40, layout=layout), pairs(64, layout)
    overwritten[:, second] = overwritten[:, first] * np.sin(angles) + VECTORS[:, second] * np.cos(angles)
    assert [each.name for each in identify(VECTORS, overwritten).faults] == ["pair-overwritten"]


def test_rows_that_a_cache_has_turned_without_their_offset_are_named():
    places = np.r_[:15, [0] * 25]
    found = identify(np.stack([VECTORS] * 3), np.stack([rope(VECTORS, places)] * 3))
    assert [each.name for each in found.faults] == ["cache-offset"]
    assert "Rows 15 to 39 are all turned as position 0" in found.mistakes[0]
    assert "Position follows axis 1 of the shape 3 × 40 × 64" in found.notes[0]


def test_vectors_that_stay_and_vectors_of_noise():
    assert identify(VECTORS, VECTORS).rotary_dim == 0
    assert identify(VECTORS, RNG.normal(size=VECTORS.shape)).scheme == "unknown"
    conjugate = identify(np.exp(-1j * np.outer(np.arange(40), inverse_frequencies(64))))
    assert [each.name for each in conjugate.faults] == ["clockwise"]
    pairs = np.stack([np.cos(np.outer(np.arange(40), inverse_frequencies(64)))] * 2, axis=-1)
    pairs[..., 1] = np.sin(np.outer(np.arange(40), inverse_frequencies(64)))
    assert identify(pairs).form == "complex rotations"


# ---- Biases.

MASK = np.where(np.triu(np.ones((20, 20), bool), 1), -np.inf, 0)
DISTANCE = np.abs(np.arange(20) - np.arange(20)[:, None])


@pytest.mark.parametrize("heads", [1, 8, 12, 20])
@pytest.mark.parametrize("mask", [0, MASK, np.maximum(MASK, -1e9)], ids=["both ways", "-inf", "-1e9"])
def test_alibi_is_told_by_its_slopes(heads, mask):
    found = identify(alibi(20, 20, heads) + mask)
    assert (found.scheme, found.mistakes) == ("ALiBi", [])
    np.testing.assert_allclose(found.slopes, slopes(heads))
    assert any("causal" in each for each in found.notes) == (not isinstance(mask, int))
    by_key = slopes(heads)[:, None, None] * np.arange(20)  # as BLOOM has it: softmax makes the same of it
    assert heads == 1 or identify(by_key).scheme == "ALiBi"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("slopes-order", -np.sort(slopes(12))[::-1][:, None, None] * DISTANCE),
        ("slopes-second", -np.r_[slopes(8), slopes(16)[1:8:2]][:, None, None] * DISTANCE),
        ("slopes-shifted", -(2.0 ** (-8 * np.arange(16) / 16))[:, None, None] * DISTANCE),
        ("slopes-inverted", -(2.0 ** (-8 / np.arange(1, 9)))[:, None, None] * DISTANCE),
        ("slopes-formula", -(2.0 ** (-8 * np.arange(1, 13) / 12))[:, None, None] * DISTANCE),
        ("bias-sign", slopes(8)[:, None, None] * DISTANCE),
    ],
)
def test_wrong_slopes_are_named(name, values):
    assert [each.name for each in identify(values).faults] == [name]


def test_slopes_of_no_rule_are_told_beside_the_rule():
    own = slopes(8) * np.r_[1, 1, 0.9, np.ones(5)]
    found = identify(-own[:, None, None] * DISTANCE)
    assert found.mistakes == []
    assert any("0.125 for head 2, which has 0.1125" in each for each in found.notes)


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_heads_that_a_batch_repeats_are_told_once(kind):
    bias = -slopes(12)[:, None, None] * DISTANCE
    by_position = slopes(12)[:, None, None] * np.arange(40)
    for values in (bias, by_position):
        found = identify(np.concatenate([values, values]).astype(kind))
        assert (found.scheme, len(found.slopes), found.dtype) == ("ALiBi", 12, np.dtype(kind).name)
        assert found.mistakes == []
        assert any("12 heads stand there 2 times" in each for each in found.notes)


@pytest.mark.parametrize("direction", ["bidirectional", "causal"])
@pytest.mark.parametrize(("num_buckets", "max_distance"), [(32, 128), (16, 64)])
def test_steps_of_t5_are_told(direction, num_buckets, max_distance):
    form = {"direction": direction, "num_buckets": num_buckets, "max_distance": max_distance}
    values = t5(100, 100, 4, weights=RNG.normal(size=(num_buckets, 4)), **form)
    found = identify(values)
    assert (found.scheme, dict(found.arguments), found.mistakes) == ("T5", form, [])
    assert any("both ways" in each for each in found.notes) == (direction == "bidirectional")
    if direction == "causal":
        flipped = identify(values.transpose(0, 2, 1))
        assert [each.name for each in flipped.faults] == ["bucket-sign"]
        assert (flipped.first.yours, flipped.first.expected) == (values[0, 1, 0], values[0, 0, 0])
        assert not any("both ways" in each for each in flipped.notes)


def test_other_biases_are_unknown():
    found = identify(np.cos(DISTANCE)[None])
    assert (found.scheme, found.form) == ("unknown", "biases")


# ---- The result.


def test_the_result_is_an_assertion_and_speaks():
    assert not identify(PAPER).mistakes
    text = repr(identify(HALF))
    assert text.startswith("<sinusoidal table of 128 × 64, The exponent is i/d")
    record = identify(HALF.astype(np.float32)).to_json()
    assert (record["scheme"], record["base"], record["layout"]) == ("sinusoidal", 10_000.0, "interleaved")
    assert record["first_difference"]["row"] == 1
    assert record["where"]["yours"] != record["where"]["expected"]
    assert record["largest_difference"] == pytest.approx(np.abs(HALF - PAPER).max(), rel=1e-6)


def test_a_large_table_takes_little_time_and_memory():
    values = sinusoidal(16_384, 1024, dtype=np.float32)
    values[9999, 1000] += 0.25
    start = time.process_time()
    found = identify(values)
    assert time.process_time() - start < 3  # 0.4 s when it was measured
    assert "First at row 9,999, column 1,000" in found.mistakes[0]


# ---- A table beside the right one.

BESIDE = {
    "a cell far out": (lambda: PAPER + 0.5 * ((np.arange(N)[:, None] == 100) & (COLUMN == 50)), 1, (100, 50)),
    "an exponent": (lambda: HALF, None, (1, 2)),
    "rows alike": (lambda: np.tile(PAPER[5], (N, 1)), None, None),
    "a row of zeros": (lambda: PAPER * (np.arange(N)[:, None] != 0), 32 // 2, (0, 1)),
    "halves": (lambda: sinusoidal(N, D, layout="concatenated"), 0, None),
    "a cache": (lambda: np.tile(np.cos(np.outer(np.arange(N), inverse_frequencies(D))), 2), 0, None),
    "small": (lambda: sinusoidal(4, 3), 0, None),
}


@pytest.mark.parametrize("name", BESIDE)
def test_cells_that_differ_from_the_right_ones_are_marked(name):
    make, count, first = BESIDE[name]
    values = make()
    found = identify(values)
    cells = beside(as_table(values), found)
    assert (len(cells.rows), len(cells.columns)) == (min(24, len(values)), min(32, values.shape[1]))
    assert count is None or cells.differs.sum() == count
    np.testing.assert_array_equal(cells.yours, values[np.ix_(cells.rows, cells.columns)])
    angles = np.outer(cells.rows, cells.frequencies) + cells.phases
    np.testing.assert_allclose(cells.amplitudes * np.sin(angles), cells.right, atol=1e-12)
    if first:
        row, column = np.argwhere(cells.differs)[0]
        assert (cells.rows[row], cells.columns[column]) == first
        assert (found.first.row, found.first.column) == first


def test_nothing_stands_beside_a_table_that_is_not_known():
    values = RNG.normal(size=(N, D))
    assert beside(as_table(values), identify(values)) is None
