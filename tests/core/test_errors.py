"""Invalid values are refused; the message names argument, rule and value."""

import importlib
import inspect
import pkgutil
import re
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

import core
from core.inputs.checked import as_frequencies, as_positions
from core.inputs.parameter import BASE, D_MODEL
from core.inputs.settings import Settings
from core.long_context.coverage import trained_turns, unseen_share
from core.long_context.dtypes import STEPS, Dtypes, distinct_positions, first_collision, merged_with, round_to_dtype
from core.long_context.error_map import error_map
from core.long_context.rotation_errors import rotations
from core.long_context.score_drift import rotated_scores, score_drift
from core.scaling.longrope import longrope
from core.schemes import SCHEMES
from core.schemes.analysis.rotary import (
    attention_drift,
    head_vectors,
    pair_products,
    score_curve,
)
from core.schemes.analysis.score_by_offset import offset_scores
from core.schemes.analysis.spectrum import principal_components, share_by_chance
from core.schemes.analysis.table import as_table, sinusoidal_table
from core.schemes.analysis.uniform_attention import first_equal_shares, log_spaced_positions, shares_of_first
from core.schemes.fire import fire
from core.schemes.kerple import kerple
from core.schemes.learned import learned
from core.schemes.rope import pairs, rope
from core.schemes.sinusoidal import columns, sinusoidal
from core.schemes.t5 import relative_position_bucket, t5
from core.schemes.xpos import xpos
from core.sinusoidal.block_means import block_means
from core.sinusoidal.counter import bits
from core.sinusoidal.dimensions import wave
from core.sinusoidal.gram import gram, landmarks
from core.sinusoidal.hands import hands, pairs_shown
from core.sinusoidal.shift import rotation_blocks, shift_error
from core.words.embedding import embed
from core.words.energy import variances, vector_lengths
from core.words.orders import compare_orders
from core.words.read_back import Way, read_back
from core.words.sentence import swap_words
from core.words.transformer import Architecture, random_layers

nan, inf = float("nan"), float("inf")
HUGE = 10**400  # larger than any float

D_MODEL_LAW = "d_model must be a whole number of at least 1, got"
BASE_LAW = "base must be a finite number greater than 1, got"
SCALE_LAW = "scale must be a finite number greater than 0, got"
NO_COUNTS = [  # value, and as the message shows it
    *[(value, repr(value)) for value in (0, -1, 2.0, nan, inf, True, np.True_, "64", None, 4 + 0j, [4])],
    *[(value, repr(value)) for value in (Fraction(4, 1), np.float64(4))],
    *[(-HUGE, "-inf"), (np.int64(0), "0")],
]
NO_REALS = [
    *[(value, repr(value)) for value in (nan, inf, -inf, True, "10000", None, 2j, [2.0], -2, 0)],
    *[(np.float32("nan"), "nan"), (HUGE, "inf"), (-HUGE, "-inf")],
]
NO_BASES = [*NO_REALS, (1, "1"), (1.0, "1.0"), (0.5, "0.5")]
NO_POSITIONS = [
    (-1, "positions must be a number of tokens of at least 0, got -1"),
    (np.int64(-2), "positions must be a number of tokens of at least 0, got -2"),
    (2.5, "positions must be one-dimensional, got 0 dimensions"),
    ([[0, 1], [2, 3]], "positions must be one-dimensional, got 2 dimensions"),
    (np.zeros((1, 1, 1)), "positions must be one-dimensional, got 3 dimensions"),
    *[
        (value, f"positions must be real numbers, got {value!r}")
        for value in (True, [True, False], "7", ["7", "8"], None, [1, None], [1j, 2], [[1], [1, 2]], {"p": 1})
    ],
    (["a" * 200], "positions must be real numbers, got ['" + 78 * "a"),
    ([0, nan, inf], "positions must be finite, got nan"),
    ([0, -inf], "positions must be finite, got -inf"),
]
NO_LAYOUTS = [("Interleaved", "'Interleaved'"), ("", "''"), (None, "None"), ([], "[]"), (0, "0")]
NO_FLOATS = [(np.int64, "int64"), ("i4", "int32"), (bool, "bool"), ("c16", "complex128"), ("f5", "'f5'")]
LAYOUT_LAW = "layout must be one of interleaved, concatenated, tensor2tensor, fairseq, got"
DTYPE_LAW = "dtype must be a floating type, got"


LAWS = [
    *[(partial(D_MODEL.check, value), f"{D_MODEL_LAW} {got}") for value, got in NO_COUNTS],
    *[(partial(BASE.check, value), f"{BASE_LAW} {got}") for value, got in NO_BASES],
    *[(partial(as_positions, value), message) for value, message in NO_POSITIONS],
    *[(partial(sinusoidal, 3, 4, layout=value), f"{LAYOUT_LAW} {got}") for value, got in NO_LAYOUTS],
    *[(partial(sinusoidal, 3, 4, dtype=value), f"{DTYPE_LAW} {got}") for value, got in NO_FLOATS],
]
LISTS = {"original": 4096, "short_factor": [1.0, 2.0, 4.0], "long_factor": [1.0, 8.0, 64.0]}
LISTS_LAW = "must be 3 numbers greater than 0, one a pair, got shape"
EDGES_LAW = "edges must be two or more ascending whole numbers from 0 on, got"
NO_EDGES = ([9, 0], [0], [-1, 4], [0, 4, 4], [0.5, 4])
NO_DTYPE = "must be one of bfloat16, float16, float32, float64, got"
COUNT_LAW = "must be a whole number of at least 1, got 0"
SEED_LAW = "seed must be a whole number of at least 0, got -1"
ODD = "dim must be even, for features turn in pairs, got"
SHAPE = "vectors must be of shape (n, dim) with n ="

OTHERS = [  # laws of several arguments, bounds, and functions that leave the check to another one
    (lambda: Settings(scale=nan), f"{SCALE_LAW} nan"),
    (lambda: Settings(length=2.0), "length must be a whole number of at least 1, got 2.0"),
    (lambda: as_frequencies([1, inf]), "frequencies must be finite, got inf"),
    (lambda: as_frequencies([1, -0.5]), "frequencies must be at least 0, got -0.5"),
    (lambda: as_frequencies([[1, 0.5]]), "frequencies must be one-dimensional, got 2 dimensions"),
    (lambda: as_frequencies(1.0), "frequencies must be one-dimensional, got 0 dimensions"),
    # sinusoidal
    (lambda: block_means(3, 4, rows=0, columns_=2), f"rows {COUNT_LAW}"),
    (lambda: block_means(3, 4, rows=2, columns_=0), f"columns_ {COUNT_LAW}"),
    (lambda: block_means(3, 4, rows=2, columns_=2, layout=""), f"{LAYOUT_LAW} ''"),
    (lambda: gram(3, 4, cells=0), f"cells {COUNT_LAW}"),
    (lambda: landmarks(4, search=0), f"search {COUNT_LAW}"),
    (lambda: landmarks(1), "d_model must be at least 2 to hold a pair, got 1"),
    (lambda: rotation_blocks(nan, 4), "offset must be finite, got nan"),
    (lambda: rotation_blocks([1, 2], 4), "offset must be one number, got 1 dimensions"),
    (lambda: shift_error(2, [[1]], 4), "offset must be one number, got 2 dimensions"),
    (lambda: shift_error(-1, 2, 4), NO_POSITIONS[0][1]),
    (lambda: hands(7, [1, 2], 4), "pairs must be from 0 to 1, got 1 to 2"),
    (lambda: hands(7, [2], 4), "pairs must be from 0 to 1, got 2 to 2"),
    (lambda: hands(nan, [0], 4), "position must be finite, got nan"),
    (lambda: hands(7, [0], 4, offset=inf), "offset must be finite, got inf"),
    (lambda: pairs_shown(512, 0), f"count {COUNT_LAW}"),
    (lambda: pairs_shown(512, 4, first=-1), "first must be a whole number of at least 0, got -1"),
    (lambda: pairs_shown(512, 4, among=-1), "among must be a whole number of at least 0, got -1"),
    (lambda: bits(0, 3), f"count {COUNT_LAW}"),
    (lambda: bits(3, 63), "width must be a whole number from 1 to 62, got 63"),
    (lambda: wave(8, 4, columns(8)), "dimension must be a whole number from 0 to 7, got 8"),
    (lambda: wave(0, 0, columns(8)), f"window {COUNT_LAW}"),
    # schemes
    (lambda: learned(3, 5, table=np.ones((10, 2))), "d_model must be the table's width 2, got 5"),
    (lambda: rope(np.ones((2, 3)), 2), f"{ODD} 3"),
    (lambda: rope(np.ones((2, 4)), 3), f"{SHAPE} 3 positions, got (2, 4)"),
    (lambda: rope(np.ones(4), 4), f"{SHAPE} 4 positions, got (4,)"),
    (lambda: rope(np.ones((1, 4)), 1, rotary_dim=6), "rotary_dim must be at most dim = 4, got 6"),
    (lambda: rope(np.ones((1, 4)), 1, rotary_dim=3), f"{ODD} 3"),
    (lambda: rope(np.ones((1, 4)), 1, rotary_dim=0), f"dim {COUNT_LAW}"),
    (lambda: pairs(5), f"{ODD} 5"),
    (lambda: xpos(np.ones((1, 3)), 1), f"{ODD} 3"),
    (lambda: xpos(np.ones((1, 4)), 2), f"{SHAPE} 2 positions, got (1, 4)"),
    (lambda: xpos(np.ones((1, 4)), 1, scale_base=0), "scale_base must be a finite number greater than 0, got 0"),
    (
        lambda: relative_position_bucket([0], num_buckets=7),
        "num_buckets must be an even whole number of at least 4, got 7",
    ),
    (
        lambda: relative_position_bucket([0], max_distance=8),
        "max_distance must be greater than the 8 exact buckets, got 8",
    ),
    (lambda: t5(3, 3, 2, weights=np.zeros((4, 2))), "weights must be of shape (32, 2), got (4, 2)"),
    (lambda: kerple(3, 3, 2, kernel="power", r2=3), "r2 must be at most 2 for the power kernel, got 3"),
    (lambda: kerple(3, 3, 2, r1=[1.0, -1.0]), "r1 must be 2 numbers greater than 0, got [1.0, -1.0]"),
    (lambda: kerple(3, 3, 2, r1=[1.0]), "r1 must be 2 numbers greater than 0, got [1.0]"),
    (lambda: fire(3, 3, threshold=0), "threshold must be a finite number greater than 0, got 0"),
    (lambda: head_vectors("ones", 4, count=0), f"count {COUNT_LAW}"),
    (lambda: pair_products(np.ones((1, 4)), np.ones((2, 4))), f"{SHAPE} 1 positions, got (2, 4)"),
    (
        lambda: pair_products(np.ones((1, 4)), np.ones((1, 4)), rotary_dim=6),
        "rotary_dim must be a whole number from 1 to 4, got 6",
    ),
    (lambda: pair_products(np.ones((1, 3)), np.ones((1, 3))), f"{ODD} 3"),
    (lambda: score_curve(np.ones(2) + 0j, 1, points=1), "points must be a whole number of at least 2, got 1"),
    (lambda: attention_drift([0], 4, tokens=0), f"tokens {COUNT_LAW}"),
    (
        lambda: offset_scores(SCHEMES["ALiBi"], [0, 1], d_model=64, head=9),
        "head must be a whole number from 1 to 8, got 9",
    ),
    (lambda: principal_components(as_table(np.eye(2)), 0), f"count {COUNT_LAW}"),
    (lambda: share_by_chance(2), "n must be a whole number of at least 3, got 2"),
    (lambda: sinusoidal_table(0, 4), f"length {COUNT_LAW}"),
    (lambda: shares_of_first([5, 0]), f"tokens {COUNT_LAW}"),
    (lambda: log_spaced_positions(5, 1), "most must be a whole number of at least 2, got 1"),
    (lambda: first_equal_shares(int), f"{DTYPE_LAW} int64"),
    # scaling and long texts
    (lambda: longrope(np.ones(3), **LISTS | {"long_factor": [1.0, 2.0]}), f"long_factor {LISTS_LAW} (2,)"),
    (lambda: longrope(np.ones(3), **LISTS | {"short_factor": [1.0, 2.0, 0.0]}), f"short_factor {LISTS_LAW} (3,)"),
    (
        lambda: longrope(np.ones(3), **LISTS | {"long_factor": [1.0, nan, 1.0]}),
        "long_factor must be finite, got nan",
    ),
    (
        lambda: unseen_share([1.0, 0.1], [1.0], 4096, [0, 9]),
        "scaled_frequencies must be as many as trained_frequencies, 2, got 1",
    ),
    *[(partial(unseen_share, [1.0, 0.1], [1.0, 0.1], 4096, edges), f"{EDGES_LAW} {edges}") for edges in NO_EDGES],
    (lambda: trained_turns([1.0], 1), "original must be a finite number of at least 2, got 1"),
    *[(partial(Dtypes, **{step: "float8"}), f"{step} {NO_DTYPE} 'float8'") for step in STEPS],
    (lambda: round_to_dtype(1, "bf16"), f"dtype {NO_DTYPE} 'bf16'"),
    (lambda: round_to_dtype([nan], "float16"), "values must be finite, got nan"),
    (lambda: error_map(1, 4, Dtypes()), "length must be a whole number of at least 2, got 1"),
    (lambda: error_map(9, 4, Dtypes(), columns=0), f"columns {COUNT_LAW}"),
    (lambda: error_map(9, 4, Dtypes(), samples=0), f"samples {COUNT_LAW}"),
    (lambda: error_map(9, 4, Dtypes(), rows=0), f"rows {COUNT_LAW}"),
    (lambda: first_collision(None), f"dtype {NO_DTYPE} None"),
    (lambda: merged_with(-1, "float16"), "position must be a whole number from 0 to 1099511627776, got -1"),
    (lambda: distinct_positions(0, "float16"), f"length {COUNT_LAW}"),
    (lambda: rotations([inf], 4), "positions must be finite, got inf"),
    (lambda: score_drift(9, 0, 4, Dtypes()), f"offset {COUNT_LAW}"),
    (lambda: score_drift(9, 9, 4, Dtypes()), "length must be a whole number of at least 10, got 9"),
    (lambda: rotated_scores([1], [0], 1, Dtypes()), "dim must be a whole number of at least 2, got 1"),
    # words
    (lambda: embed(["word"], 4, dimensions=5), "dimensions must be a whole number from 1 to 4, got 5"),
    (lambda: vector_lengths(0, 8), f"length {COUNT_LAW}"),
    (lambda: vector_lengths(8, 8, seed=-1), SEED_LAW),
    (lambda: variances(8, 0), f"{D_MODEL_LAW} 0"),
    (lambda: compare_orders(4, head_dim=0), f"head_dim {COUNT_LAW}"),
    (lambda: compare_orders(4, seed=-1), SEED_LAW),
    (lambda: read_back(Way.ADDED, d_model=1), "d_model must be a whole number of at least 2, got 1"),
    (lambda: read_back(Way.ADDED, d_model=8, seed=-1), SEED_LAW),
    (lambda: swap_words(["a", "b"], 0, 2, 16), "second must be a whole number from 0 to 1, got 2"),
    (lambda: random_layers(Architecture(0, 8, 2), np.random.default_rng(0)), f"layers {COUNT_LAW}"),
    (
        lambda: random_layers(Architecture(1, 9, 2), np.random.default_rng(0)),
        "d_model must be a multiple of heads (2), got 9",
    ),
]


@pytest.mark.parametrize(("call", "message"), LAWS + OTHERS, ids=[message for _, message in LAWS + OTHERS])
def test_a_value_that_is_not_valid_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()


def checked_arguments():
    """Every argument of core that `checked` has a law for: module, function, argument, its default."""
    for module in pkgutil.walk_packages(core.__path__, "core."):
        for name, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
            if (
                function.__module__ == module.name
                and "checks" in function.__code__.co_freevars
                and name != "shares_of_first"  # takes several counts
            ):
                place = function.__code__.co_freevars.index("checks")
                for argument in function.__closure__[place].cell_contents:
                    default = inspect.signature(function).parameters[argument].default
                    yield pytest.param(function, argument, default, id=f"{module.name}.{name} {argument}")


SAME_LAW = {"queries": "vectors", "keys": "vectors", "distances": "positions"}  # named by the law that they share
SAME_LAW |= dict.fromkeys(("short_mscale", "long_mscale"), "attention_factor")


@pytest.mark.parametrize(("function", "argument", "default"), list(checked_arguments()))
def test_every_checked_argument_refuses_invalid_values_by_name(function, argument, default):
    for bad in ["nonsense", {"a": 1}, None, nan, 2j, [[1], [1, 2]]]:
        if bad is not None or default is inspect.Parameter.empty:
            with pytest.raises(ValueError, match=r"^\w+ must .*got") as refusal:
                function(**{argument: bad})
            name = str(refusal.value).split()[0]
            assert name == SAME_LAW.get(argument, argument) or argument.endswith(name)
