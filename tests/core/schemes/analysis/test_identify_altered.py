"""Right tables whose rows or columns were moved or whose cells were changed are named, whatever their settings."""

import math
import re

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.frequencies import inverse_frequencies
from core.schemes.analysis.identify import identify, identify_pair
from core.schemes.analysis.table import as_table
from core.schemes.learned import sample
from core.schemes.sinusoidal import sinusoidal
from core.schemes.t5 import bucket

D = 64


@st.composite
def drawn(draw):
    """Length, width, a function from positions to a table of drawn settings, and its base."""
    d = 2 * draw(st.integers(8, 24))
    usual = st.sampled_from([10_000.0, 500.0, 2000.0])
    base = draw(st.one_of(usual, st.floats(math.log(500), math.log(20_000)).map(math.exp)))
    layout = draw(st.sampled_from(["interleaved", "concatenated"]))
    kind = draw(st.sampled_from(["f4", "f8"]))
    n = draw(st.integers(128, 300))
    return n, d, lambda places: sinusoidal(places, d, base=base, layout=layout).astype(kind), base


ORDERS = {
    "descending": lambda n, k, rng: np.arange(n, 0, -1),  # to 0 they would be relative attention's offsets
    "positions-periodic": lambda n, k, rng: np.arange(n) % (n // 2 - k),
    "positions-repeated": lambda n, k, rng: np.arange(n) // (1 + k),
    "positions-power": lambda n, k, rng: np.arange(n) ** [2, 0.5, 1.5, 0.75][k % 4],
    "positions-log": lambda n, k, rng: np.log1p(np.arange(n)),
    "positions-clamped": lambda n, k, rng: np.minimum(np.arange(n), n - 10 * k),
    "positions-overflow": lambda n, k, rng: np.arange(n).astype(np.uint8).astype(np.int8),
    "positions-padded": lambda n, k, rng: np.r_[[k % 2] * (k + 1), : n - k - 1],
    "positions-restarted": lambda n, k, rng: np.r_[: 20 + k, :30, : n - 50 - k],
    "rows-rolled": lambda n, k, rng: np.roll(np.arange(n), k),
    "rows-skipped": lambda n, k, rng: np.delete(np.arange(n + 1), 10 + k),
    "rows-again": lambda n, k, rng: np.concatenate([np.arange(n - 3 - k), np.arange(5, 8 + k)]),
    "rows-shuffled": lambda n, k, rng: rng.permutation(n),
}


@pytest.mark.parametrize("name", ORDERS)
@settings(max_examples=3, deadline=None)
@given(drawn(), st.integers(1, 7), st.integers(0, 2**32 - 1))
def test_rows_at_other_positions_are_named_with_their_cause(name, case, k, seed):
    n, _, make, base = case
    n = n + 10 if name == "positions-overflow" else n
    places = ORDERS[name](n, k, np.random.default_rng(seed))
    found = identify(make(places))
    assert [each.name for each in found.faults] == [name]
    assert found.base == pytest.approx(base, rel=1e-4)
    assert found.faults[0].makes != found.faults[0].mends
    row, yours, expected = first_cell(found)
    start = places[0] if name == "positions-overflow" else places.min()
    assert row == np.argmax(places != start + np.arange(n))
    assert yours == pytest.approx(make(places)[row, found.first.column], abs=1e-4)
    assert expected == pytest.approx(make(start + np.arange(n))[row, found.first.column], abs=1e-4)


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_the_timesteps_of_a_sampler_are_right(layout):
    for places in (np.arange(981, -1, -20), np.round(np.linspace(999, 0, 50)), np.arange(1, 982, 20)):
        table = sinusoidal(places, 320, layout=layout)
        found = identify(table.astype("f4"))
        assert (found.mistakes, found.base, found.first_position) == ([], 10_000, places[0])
        assert f"positions {places[0]:.0f}, {places[1]:.0f}, {places[2]:.0f}" in found.notes[0]
    table[7, 3] += 0.5
    assert "1 of 16,000 cells differs" in identify(table).mistakes[0]


def test_timesteps_that_are_too_many_to_be_looked_at_are_not_called_right():
    table = sinusoidal(np.cumsum(np.random.default_rng(0).integers(1, 3, 2**14 + 99)), 32)
    table[-50, 4] += 0.5
    assert identify(table.astype("f4")).scheme != "sinusoidal"


def first_cell(found):
    """Row and both numbers of the cell that a sentence names."""
    match = re.search(r"First at row ([\d,]+), column \d+: yours is (\S+), expected (\S+)\.$", found.mistakes[0])
    return int(match[1].replace(",", "")), float(match[2]), float(match[3])


COLUMNS = {
    "columns-reversed": lambda table, rng: table[:, ::-1],
    "columns-shuffled": lambda table, rng: table[:, rng.permutation(table.shape[1])],
    "columns-negated": lambda table, rng: table * np.where(np.arange(table.shape[1]) % 2, 1, -1),
}


@pytest.mark.parametrize("name", COLUMNS)
@settings(max_examples=3, deadline=None)
@given(drawn(), st.integers(0, 30), st.integers(0, 2**32 - 1))
def test_columns_elsewhere_are_named_with_their_cause(name, case, first, seed):
    n, _, make, base = case
    found = identify(COLUMNS[name](make(first + np.arange(n)), np.random.default_rng(seed)))
    assert [each.name for each in found.faults] == [name]
    assert (found.base, found.first_position) == (pytest.approx(base, rel=1e-4), first)
    assert found.first is not None


@pytest.mark.parametrize("first", [0, 7])
@pytest.mark.parametrize("d", [16, 32, 64])
@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_columns_that_stand_there_twice_are_named(layout, d, first):  # of a base that is not known they are missed
    column = np.arange(d)
    found = identify(sinusoidal(first + np.arange(128), d, layout=layout)[:, column // 4 * 4 + column % 2])
    assert [each.name for each in found.faults] == ["columns-repeated"]
    assert (found.base, found.first_position) == (10_000, first)


CELLS = {
    "np.abs(pe)": np.abs,
    "pe**2": np.square,
    "0.5 * pe + 0.5": lambda x: (x + 1) / 2,
    "np.maximum(pe, 0)": lambda x: np.maximum(x, 0),
    "np.clip(pe, -0.5, 0.5)": lambda x: np.clip(x, -0.5, 0.5),
    "np.tanh(pe)": np.tanh,
    "np.tanh(2 * pe)": lambda x: np.tanh(2 * x),
    "1 / (1 + np.exp(-pe))": lambda x: 1 / (1 + np.exp(-x)),
    "np.sin(pe)": np.sin,
    "pe**3": lambda x: x**3,
}


def name_of_function(code):
    return "cells-shifted" if code.startswith("0.5") else "cell-function"


@pytest.mark.parametrize("code", CELLS)
@pytest.mark.parametrize("d", [16, 64])
@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_a_function_of_all_cells_is_named_at_the_usual_base(layout, d, code):
    found = identify(CELLS[code](sinusoidal(128, d, layout=layout)))
    assert [(each.name, each.makes) for each in found.faults] == [(name_of_function(code), code)]
    assert (found.base, found.first_position) == (pytest.approx(10_000, rel=2e-3), 0)


@pytest.mark.parametrize("code", CELLS)
@settings(max_examples=3, deadline=None)
@given(drawn(), st.integers(0, 30))
def test_a_function_of_all_cells_of_any_base_is_named_or_unknown_and_never_another(code, case, first):
    n, _, make, base = case
    found = identify(CELLS[code](make(first + np.arange(n))))
    if not found.faults:
        assert found.scheme in {"unknown", "learned"}
        return
    assert [(each.name, each.makes) for each in found.faults] == [(name_of_function(code), code)]
    assert (found.base, found.first_position) == (pytest.approx(base, rel=2e-3), first)


# ---- Cosines and sines of RoPE as two arrays.

ANGLES = np.outer(np.arange(96), inverse_frequencies(32))
HALF, NEIGHBOURS = (lambda x: np.tile(x, 2)), (lambda x: np.repeat(x, 2, axis=1))
PAIRS = {
    "right": (HALF(np.cos(ANGLES)), HALF(np.sin(ANGLES))),
    "pair-layouts": (NEIGHBOURS(np.cos(ANGLES)), HALF(np.sin(ANGLES))),
    "pair-positions": (HALF(np.cos(ANGLES)), HALF(np.sin(ANGLES + ANGLES[1]))),
    "pair-bases": (HALF(np.cos(ANGLES)), HALF(np.sin(np.outer(np.arange(96), inverse_frequencies(32, 500_000.0))))),
    "pair-factor": (1.5 * HALF(np.cos(ANGLES)), HALF(np.sin(ANGLES))),
    "pair-sign": (HALF(np.cos(ANGLES)), -HALF(np.sin(ANGLES))),
    "cells": (HALF(np.cos(ANGLES)), HALF(np.sin(ANGLES)) * (np.arange(96)[:, None] != 40)),
    "position-multiplied": (HALF(np.cos(4 * ANGLES)), HALF(np.sin(4 * ANGLES))),
}


@pytest.mark.parametrize("name", PAIRS)
def test_sines_are_confirmed_by_the_cosines_that_they_belong_to(name):
    cosines, sines = PAIRS[name]
    found = identify(np.stack([cosines, sines]))
    assert (found.scheme, found.form) == ("RoPE", "cosine and sine cache")
    assert list(dict.fromkeys(each.name for each in found.faults)) == ([] if name == "right" else [name])
    if name != "right":
        assert found.largest.size == pytest.approx(np.abs(found.largest.yours - found.largest.expected))
        assert found.largest.size > 0.1


def test_arrays_that_bear_each_others_names_are_swapped():
    tables = [as_table(each) for each in PAIRS["right"]]
    named, other = identify_pair(*tables, (96, 32), is_named=True), identify_pair(*tables[::-1], (96, 32))
    assert (named.mistakes, other.mistakes) == ([], [])
    swapped = identify_pair(*tables[::-1], (96, 32), is_named=True)
    assert [each.name for each in swapped.faults] == ["pair-swapped"]
    assert identify_pair(*([as_table(np.random.default_rng(0).normal(size=(40, 16)))] * 2), (40, 16)) is None


@pytest.mark.parametrize("kind", [np.float16, ml_dtypes.bfloat16])
def test_angles_of_a_small_type_are_named_once_in_a_pair(kind):
    omega = inverse_frequencies(64).astype(kind).astype(float)
    angles = (np.arange(512.0).astype(kind).astype(float)[:, None] * omega).astype(kind).astype(float)
    found = identify(np.stack([np.tile(np.cos(angles), 2), np.tile(np.sin(angles), 2)]))
    assert [each.name for each in found.faults] == ["low-precision"]
    assert (found.base, found.rule, found.layout) == (10_000, "Unscaled", "half")


# ---- Copies of rows, sides of buckets, printed lists.


@pytest.mark.parametrize("same", ["zeros", "copies"])
def test_rows_of_a_learned_table_that_are_copies_are_named(same):
    values = sample().copy()
    values[200:] = 0 if same == "zeros" else values[199]
    (fault,) = identify(values).faults
    assert fault.name == "rows-copied"
    assert fault.sentence.startswith(
        "Rows 200 to 255 are " + ("all zeros" if same == "zeros" else "copies of row 199")
    )
    assert identify(sample()).mistakes == []


@pytest.mark.parametrize("count", [16, 32])
def test_buckets_tell_on_which_side_keys_are(count):
    offsets = np.arange(64) - np.arange(64)[:, None]
    right = bucket(offsets, direction="bidirectional", num_buckets=count, max_distance=128)
    assert identify(right).mistakes == []
    (fault,) = identify(np.ascontiguousarray(right.T)).faults
    assert fault.name == "bucket-side"
    assert f"query 0, key 1: yours is 1, expected {right[0, 1]}." in fault.sentence


@pytest.mark.parametrize("form", ["{:.4f}", "{:.6f}", "{:.8f}", "{:.10f}", "{:.4e}", "{:.6g}"])
@pytest.mark.parametrize("base", [10_000.0, 500_000.0, 1e6, 1e7])
@pytest.mark.parametrize("dim", [64, 128])
def test_printed_inverse_frequencies_are_as_sure_as_their_digits(form, base, dim):
    found = identify([float(form.format(each)) for each in inverse_frequencies(dim, base)])
    assert (found.form, found.base, found.rule) == ("inverse frequencies", base, "Unscaled")


# ---- What is no mistake is not named one.


@settings(max_examples=3, deadline=None)
@given(drawn(), st.floats(-5, -1), st.integers(0, 2**32 - 1))
def test_noise_of_training_is_no_function_of_the_cells(case, power, seed):
    n, _, make, _ = case
    table = make(np.arange(n))
    found = identify(table + np.random.default_rng(seed).normal(0, 10**power, table.shape).astype(table.dtype))
    assert (found.scheme, found.mistakes) == ("sinusoidal", [])


@settings(max_examples=3, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([np.abs, np.tanh, np.square, np.sort, np.cumsum]),
    st.integers(40, 128),
)
def test_what_was_made_of_noise_or_of_a_trained_table_stays_unknown(seed, change, n):
    rng = np.random.default_rng(seed)
    noise = rng.normal(size=(n, D))
    for values in (noise, sample()[:n], noise.cumsum(axis=0)):
        changed = change(values) if change not in {np.sort, np.cumsum} else change(values, axis=0)
        found = identify(changed)
        assert (found.scheme in {"unknown", "learned"}, found.mistakes) == (True, [])
