import re
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from core.frequencies import inverse_frequencies, wavelengths
from core.inputs.arrays import as_positions
from core.inputs.parameter import BASE, D_MODEL, LENGTH, SCALE
from core.inputs.settings import Settings
from core.schemes.learned import learned
from core.schemes.sinusoidal import columns, sinusoidal
from core.similarity import dot_product, dot_product_curve
from core.sinusoidal.block_means import block_means
from core.sinusoidal.counter import matches
from core.sinusoidal.gram import gram
from core.sinusoidal.hands import complete_turns, hands
from core.sinusoidal.landmarks import landmarks
from core.sinusoidal.learned_shift import learnable_pairs
from core.sinusoidal.projections import projected_curve, random_projections
from core.sinusoidal.shift import rotation_blocks, shift_error
from core.words.orders import compare_orders, partners

nan, inf = float("nan"), float("inf")
HUGE = 10**400  # larger than any float

D_MODEL_LAW = "d_model must be a whole number of at least 1, got"
DIM_LAW = "dim must be a whole number of at least 1, got"
LENGTH_LAW = "length must be a whole number of at least 1, got"
BASE_LAW = "base must be a finite number greater than 1, got"
SCALE_LAW = "scale must be a finite number greater than 0, got"
NO_COUNTS = [  # (value, as the message shows it)
    (0, "0"),
    (-1, "-1"),
    (2.0, "2.0"),
    (nan, "nan"),
    (inf, "inf"),
    (-HUGE, "-inf"),
    (True, "True"),
    (np.True_, "np.True_"),
    ("64", "'64'"),
    (None, "None"),
    (4 + 0j, "(4+0j)"),
    ([4], "[4]"),
    (Fraction(4, 1), "Fraction(4, 1)"),
    (np.float64(4), "np.float64(4.0)"),
    (np.int64(0), "0"),
]
NO_REALS = [
    (nan, "nan"),
    (inf, "inf"),
    (-inf, "-inf"),
    (np.float32("nan"), "nan"),
    (HUGE, "inf"),
    (-HUGE, "-inf"),
    (True, "True"),
    ("10000", "'10000'"),
    (None, "None"),
    (2j, "2j"),
    ([2.0], "[2.0]"),
    (-2, "-2"),
    (0, "0"),
]
NO_BASES = [*NO_REALS, (1, "1"), (1.0, "1.0"), (0.5, "0.5")]
NO_SCALES = [*NO_REALS, (-0.5, "-0.5"), (np.float64(0), "0.0")]
NO_POSITIONS = [
    (-1, "positions must be a number of tokens of at least 0, got -1"),
    (np.int64(-2), "positions must be a number of tokens of at least 0, got -2"),
    (2.5, "positions must be one-dimensional, got 0 dimensions"),
    ([[0, 1], [2, 3]], "positions must be one-dimensional, got 2 dimensions"),
    (np.zeros((1, 1, 1)), "positions must be one-dimensional, got 3 dimensions"),
    (True, "positions must be real numbers, got True"),
    ([True, False], "positions must be real numbers, got [True, False]"),
    ("7", "positions must be real numbers, got '7'"),
    (["7", "8"], "positions must be real numbers, got ['7', '8']"),
    (None, "positions must be real numbers, got None"),
    ([1, None], "positions must be real numbers, got [1, None]"),
    ([1j, 2], "positions must be real numbers, got [1j, 2]"),
    ([[1], [1, 2]], "positions must be real numbers, got [[1], [1, 2]]"),
    ({"p": 1}, "positions must be real numbers, got {'p': 1}"),
    (["a" * 200], "positions must be real numbers, got ['" + 78 * "a"),
    ([0, nan, inf], "positions must be finite, got nan"),
    ([0, -inf], "positions must be finite, got -inf"),
]
NO_OFFSETS = [
    (nan, "must be finite, got nan"),
    (-inf, "must be finite, got -inf"),
    (True, "must be real numbers, got True"),
    ("3", "must be real numbers, got '3'"),
    (None, "must be real numbers, got None"),
    (3j, "must be real numbers, got 3j"),
    ([1, 3j], "must be real numbers, got [1, 3j]"),
]
NO_LAYOUTS = [("Interleaved", "'Interleaved'"), ("", "''"), (None, "None"), ([], "[]"), (0, "0")]
NO_FLOATS = [(np.int64, "int64"), ("i4", "int32"), (bool, "bool"), ("c16", "complex128"), ("f5", "'f5'")]
LAYOUT_LAW = "layout must be one of interleaved, concatenated, tensor2tensor, fairseq, got"
DTYPE_LAW = "dtype must be a floating type, got"
TEN_ROWS = np.arange(20.0).reshape(10, 2)

BY_NAME = {  # what takes d_model, base and scale by these names, with the other arguments
    "sinusoidal": lambda d_model=4, **given: sinusoidal(3, d_model, **given),
    "block_means": lambda d_model=4, **given: block_means(3, d_model, rows=2, columns_=2, **given),
    "dot_product": lambda d_model=4, **given: dot_product([1, 2], d_model, **given),
    "dot_product_curve": lambda d_model=4, **given: dot_product_curve(3, d_model, **given),
    "projected_curve": lambda d_model=4, **given: projected_curve(3, random_projections(d_model), **given),
    "gram": lambda d_model=4, **given: gram(3, d_model, **given),
    "landmarks": lambda d_model=4, **given: landmarks(d_model, **given),
    "rotation_blocks": lambda d_model=4, **given: rotation_blocks(2, d_model, **given),
    "shift_error": lambda d_model=4, **given: shift_error(3, 2, d_model, **given),
    "hands": lambda d_model=4, **given: hands(7, [0], d_model, **given),
    "complete_turns": lambda d_model=4, **given: complete_turns(3, d_model, **given),
    "matches": lambda d_model=4, **given: matches(3, 2, d_model, **given),
    "compare_orders": lambda d_model=4, **given: compare_orders(d_model, **given),
    "Settings": Settings,
}
BY_LENGTH = {
    "block_means": lambda length: block_means(length, 4, rows=2, columns_=2),
    "dot_product_curve": lambda length: dot_product_curve(length, 4),
    "projected_curve": lambda length: projected_curve(length, random_projections(4)),
    "gram": lambda length: gram(length, 4),
    "Settings": lambda length: Settings(length=length),
    "check": LENGTH.check,
}
BY_COUNT = {
    "rows": lambda count: block_means(3, 4, rows=count, columns_=2),
    "columns_": lambda count: block_means(3, 4, rows=2, columns_=count),
    "points": lambda count: dot_product_curve(3, 4, points=count),
    "head_dim": lambda count: random_projections(4, head_dim=count),
    "cells": lambda count: gram(3, 4, cells=count),
    "search": lambda count: landmarks(4, search=count),
}
BY_DIM = (inverse_frequencies, wavelengths)
BY_POSITIONS = (lambda positions: sinusoidal(positions, 4), lambda positions: shift_error(positions, 2, 4))
BY_LAYOUT = (partial(columns, 4), partial(block_means, 3, 4, rows=2, columns_=2))

REFUSALS = [
    # Each law with every value against it, once; then that each function asks for it.
    *[(partial(D_MODEL.check, value), f"{D_MODEL_LAW} {got}") for value, got in NO_COUNTS],
    *[(partial(BASE.check, value), f"{BASE_LAW} {got}") for value, got in NO_BASES],
    *[(partial(SCALE.check, value), f"{SCALE_LAW} {got}") for value, got in NO_SCALES],
    *[(partial(as_positions, value), message) for value, message in NO_POSITIONS],
    *[(partial(dot_product, value, 4), f"offsets {rule}") for value, rule in NO_OFFSETS],
    *[(partial(sinusoidal, 3, 4, layout=value), f"{LAYOUT_LAW} {got}") for value, got in NO_LAYOUTS],
    *[(partial(f, d_model=0), f"{D_MODEL_LAW} 0") for f in BY_NAME.values()],
    *[(partial(f, base=1), f"{BASE_LAW} 1") for f in BY_NAME.values()],
    *[(partial(f, scale=nan), f"{SCALE_LAW} nan") for f in BY_NAME.values()],
    *[(partial(f, 2.0), f"{LENGTH_LAW} 2.0") for f in BY_LENGTH.values()],
    *[(partial(f, 0), f"{name} must be a whole number of at least 1, got 0") for name, f in BY_COUNT.items()],
    *[(partial(f, 0), f"{DIM_LAW} 0") for f in BY_DIM],
    *[(partial(f, 4, 1), f"{BASE_LAW} 1") for f in BY_DIM],
    *[(partial(f, -1), NO_POSITIONS[0][1]) for f in BY_POSITIONS],
    *[(partial(f, layout=""), f"{LAYOUT_LAW} ''") for f in BY_LAYOUT],
    (partial(rotation_blocks, nan, 4), "offset must be finite, got nan"),
    (partial(shift_error, 3, nan, 4), "offset must be finite, got nan"),
    (partial(learnable_pairs, 0), f"{D_MODEL_LAW} 0"),
    (partial(rotation_blocks, [1, 2], 4), "offset must be one number, got 1 dimensions"),
    (partial(shift_error, 2, [[1]], 4), "offset must be one number, got 2 dimensions"),
    *[(partial(sinusoidal, 3, 4, dtype=value), f"{DTYPE_LAW} {got}") for value, got in NO_FLOATS],
    (partial(random_projections, 4, seed=-1), "seed must be a whole number of at least 0, got -1"),
    (partial(random_projections, 4, seed=None), "seed must be a whole number of at least 0, got None"),
    (partial(landmarks, 1), "d_model must be at least 2 to hold a pair, got 1"),
    (partial(partners, ["a"], ["b"]), "second must be the words of first in any order, got 'b'"),
    (partial(hands, 7, [1, 2], 4), "pairs must be from 0 to 1, got 1 to 2"),
    (partial(learned, 3, 5, table=TEN_ROWS), "d_model must be the table's width 2, got 5"),
    (partial(learned, [9, 10], 2, table=TEN_ROWS), "positions must be rows 0 … 9; there is no row 10"),
    (partial(learned, [0.5], 2, table=TEN_ROWS), "positions must be rows 0 … 9; there is no row 0.5"),
]


@pytest.mark.parametrize(("call", "message"), REFUSALS, ids=[message for _, message in REFUSALS])
def test_what_is_not_valid_is_refused_with_name_law_and_value(call, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
