"""Rotations in numbers of few bits: dtypes, errors of a rotation, their map, merged positions and scores."""

from fractions import Fraction

import ml_dtypes
import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.frequencies import inverse_frequencies
from core.long_context.dtypes import (
    DTYPE,
    SIGNIFICAND_BITS,
    STEPS,
    Dtypes,
    MergedPositions,
    distinct_positions,
    everywhere,
    first_collision,
    merged_with,
    overflow,
    round_to_dtype,
    round_unchecked,
)
from core.long_context.error_map import error_map, error_map_columns
from core.long_context.rotation_errors import (
    MAX_DOTS,
    FollowedPosition,
    rotation_errors,
    rotations,
    stairs_columns,
)
from core.long_context.score_drift import rotated_scores, score_drift
from core.numeric.twins import TWINS

# ---- Rounding against exact fractions and the formats' own definitions.


def nearest(value, bits):
    """A positive number rounded to this many bits, ties to even, in exact arithmetic."""
    number, exponent = Fraction(value), 0
    while number >= 2**bits:
        number, exponent = number / 2, exponent + 1
    while number < 2 ** (bits - 1):
        number, exponent = number * 2, exponent - 1
    return float(Fraction(round(number)) * Fraction(2) ** exponent)


@given(st.integers(1, 65_519), st.sampled_from(list(SIGNIFICAND_BITS)))
def test_whole_numbers_are_rounded_to_nearest_ties_to_even(value, dtype):
    assert round_to_dtype([value], dtype)[0] == nearest(value, SIGNIFICAND_BITS[dtype])


@given(st.floats(2**-13, 2**13, width=32), st.sampled_from(list(SIGNIFICAND_BITS)))
def test_fractions_are_rounded_to_nearest(value, dtype):
    assert round_to_dtype(value, dtype).item() == nearest(value, SIGNIFICAND_BITS[dtype])


@pytest.mark.parametrize("dtype", DTYPE.options)
def test_the_bits_are_those_of_the_formats(dtype):
    info = ml_dtypes.finfo(dtype)
    assert SIGNIFICAND_BITS[dtype] == info.nmant + 1
    assert round_to_dtype(float(info.max), dtype) == float(info.max)


# ---- Rounding of each step, against high precision and published values.

SMALL = ["bfloat16", "float16"]
CAST_AT_THE_END = Dtypes("float32", "float32", "float32", "bfloat16")
ONLY_FREQUENCY = Dtypes(inverse_frequency="bfloat16")


def cosine_errors(positions, dtypes, dim=128):
    return np.abs(rotations(positions, dim, dtypes).cosines - rotations(positions, dim).cosines).max(axis=1)


@given(st.integers(0, 10**6), st.sampled_from(STEPS), st.sampled_from(SMALL))
def test_one_step_is_rounded_and_the_others_are_not(position, step, dtype):
    rough, exact = rotations([position], 16, Dtypes(**{step: dtype})), rotations([position], 16)
    frequencies = inverse_frequencies(16)
    position_, frequencies_ = (
        round_to_dtype(value, dtype) if step == name else np.asarray(value)
        for name, value in (("position", [position]), ("inverse_frequency", frequencies))
    )
    np.testing.assert_array_equal(rough.positions, position_)
    np.testing.assert_array_equal(rough.frequencies, frequencies_)
    if np.isinf(rough.positions).any() or (step == "angle" and position > 60_000):
        return
    product = position_[:, None] * frequencies_
    angles = round_to_dtype(product, dtype) if step == "angle" else product
    np.testing.assert_array_equal(rough.angles, angles)
    cosines = round_to_dtype(exact.cosines, dtype) if step == "cos_sin" else np.cos(angles)
    np.testing.assert_array_equal(rough.cosines, cosines)


def test_the_exact_angles_are_exact():
    mpmath.mp.dps = 40
    at = 1_048_575
    expected = [at * mpmath.mpf(500_000) ** (-mpmath.mpf(2 * i) / 128) / 8 for i in (0, 1, 31, 63)]
    result = rotations([at], 128, pairs=[0, 1, 31, 63], base=500_000, scale=8)
    np.testing.assert_allclose(result.cosines[0], [float(mpmath.cos(a)) for a in expected], atol=1e-9)
    np.testing.assert_allclose(result.sines[0], [float(mpmath.sin(a)) for a in expected], atol=1e-9)


def test_a_published_reproduction():  # https://github.com/EleutherAI/gpt-neox/issues/1003: 1044.2678, 1045, 0.7819
    float16 = everywhere("float16")
    assert rotations([1857], 32).angles[0, 1] == pytest.approx(1044.2678, abs=5e-5)
    assert rotations([1857], 32, float16).angles[0, 1] == 1045
    assert cosine_errors(2048, float16, dim=32).max() == pytest.approx(0.7819, abs=5e-5)


@pytest.mark.parametrize(  # d = 128, base 10,000, at these positions: calculated independently of this code
    ("dtypes", "position", "error"),
    [
        (everywhere("bfloat16"), 255, 0.546),
        (everywhere("bfloat16"), 1023, 1.48),
        (everywhere("bfloat16"), 8191, 2.0),
        (ONLY_FREQUENCY, 255, 0.27),
        (ONLY_FREQUENCY, 2047, 1.71),
        (everywhere("float16"), 1023, 0.18),
        (everywhere("float16"), 4095, 0.98),
        (everywhere("float32"), 8191, 2.7e-4),
        (everywhere("float32"), 131_071, 1.5e-3),
    ],
)
def test_reference_values(dtypes, position, error):
    assert cosine_errors([position], dtypes).item() == pytest.approx(error, rel=0.03)


def test_casting_only_the_end_costs_no_more_than_the_cast():
    cast = rotation_errors(np.arange(8192), 128, CAST_AT_THE_END, pairs=[0, 7, 20, 63]).max()
    assert cast < 2**-9 * np.sqrt(2) + 5e-4  # half a step below 1, in both, and float32 angles
    assert rotation_errors(np.arange(8192), 128, everywhere("bfloat16"), pairs=[0, 7, 20, 63]).max() > 1.99


def test_an_overflow_becomes_nan_and_raises_no_warning():
    result = rotations([65_504, 65_520], 8, everywhere("float16"))
    assert np.isinf(result.positions[1])
    assert np.isnan(result.cosines[1]).all()
    assert np.isfinite(result.cosines[0]).all()
    stopped = rotations([65_520], 16_384, everywhere("float16"), base=1e7, scale=64)
    assert not stopped.frequencies[-1]  # below the smallest number: infinity times zero
    assert np.isnan(stopped.angles[0, -1])


# ---- The map of errors, against the errors of every position.


@pytest.mark.parametrize("dtypes", [everywhere("bfloat16"), ONLY_FREQUENCY, Dtypes(position="float16")])
def test_a_cell_of_the_map_has_the_largest_error_of_its_positions(dtypes):
    result, direct = error_map(3000, 32, dtypes, columns=60, samples=10**4), rotation_errors(3000, 32, dtypes)
    assert result.complete_to == 2999
    assert result.edges[0] == 1
    assert result.edges[-1] == 3000
    for column, (start, end) in enumerate(zip(result.edges[:-1], result.edges[1:], strict=True)):
        np.testing.assert_array_equal(result.worst[:, column], direct[start:end].max(axis=0))
    assert result.largest == direct.max()
    assert result.first_above(0.1) == np.flatnonzero(direct.max(axis=1) > 0.1)[0]


def test_a_sampled_map_is_close_to_the_true_maximum():
    for dtype in ["bfloat16", "float16", "float32"]:
        some, every = error_map(8192, 64, everywhere(dtype)), rotation_errors(8192, 64, everywhere(dtype))
        assert some.complete_to < 200
        np.testing.assert_array_equal(some.positions[: some.complete_to], np.arange(1, some.complete_to + 1))
        assert some.positions[some.complete_to] > some.complete_to + 1
        assert 0.75 * every.max() < some.largest <= every.max()
        assert np.isin(some.errors, every.max(axis=1)).all()


@pytest.mark.parametrize("dtypes", [everywhere("bfloat16"), everywhere("float16"), ONLY_FREQUENCY])
def test_the_columns_of_the_pictures_are_those_of_the_map(dtypes):
    shown, shape = error_map(70_000, 200, dtypes, base=500.0, scale=2.0), {"base": 500.0, "scale": 2.0}
    first, last, *rows = error_map_columns(70_000, 200, vars(dtypes), **shape).items()
    np.testing.assert_array_equal([first[1], last[1] + 1], [shown.edges[:-1], shown.edges[1:]])
    np.testing.assert_array_equal([values for _, values in rows], shown.worst)
    assert [name for name, _ in rows] == [f"pair {pair}" for pair in shown.pairs]


def test_the_map_ends_where_positions_overflow():
    result = error_map(1_048_576, 64, everywhere("float16"))
    lost = np.isnan(result.worst).any(axis=0)
    assert lost.any()
    np.testing.assert_array_equal(lost, result.edges[1:] > 65_520)
    assert result.overflows
    assert np.isnan(result.errors[-1])
    assert result.positions[np.isnan(result.errors)][0] > result.last_finite
    assert not np.isnan(result.errors[result.positions <= result.last_finite]).any()
    assert result.largest < 2.01
    assert result.first_above(2.01) >= 65_520


@pytest.mark.parametrize("length", [2, 3, 8192, 1_048_576])
@pytest.mark.parametrize("dim", [1, 2, 3, 16_384])
def test_every_size_has_a_map_of_few_cells(length, dim):
    result = error_map(length, dim, everywhere("bfloat16"))
    assert result.worst.shape == (min(dim // 2, 64), len(result.edges) - 1)
    assert len(result.edges) <= 129
    assert result.positions[-1] < length
    assert np.isfinite(result.errors).all()


# ---- A single position through rounded steps.

BFLOAT16 = everywhere("bfloat16")


def followed(position, dtypes=BFLOAT16):
    return FollowedPosition(position, 64, dtypes, 10_000.0, 1.0)


def test_position_257_becomes_256():
    result = followed(257)
    assert (result.merged_positions, result.rounded_position) == (MergedPositions(256, 257), 256)
    errors = rotation_errors([257], 64, everywhere("bfloat16"))[0]
    assert (result.worst_pair, result.error) == (errors.argmax(), errors.max())


def test_steps_go_from_a_position_to_its_rotation():
    result, exact = followed(257), followed(257).steps(Dtypes())
    omega = inverse_frequencies(64)[result.worst_pair]
    assert (exact.position, exact.frequency, exact.angle) == (257, omega, 257 * omega)
    assert (exact.cosine, exact.sine) == (np.cos(exact.angle), np.sin(exact.angle))
    rough = result.steps(result.dtypes)
    assert np.hypot(rough.cosine - exact.cosine, rough.sine - exact.sine) == pytest.approx(result.error)


@pytest.mark.parametrize("position", [0, 257, 4001, 1_000_000])
def test_the_neighbourhood_shows_the_positions_that_are_merged(position):
    result = followed(position)
    around = result.neighbourhood()
    assert around.middle == position
    assert around.rounded_middle == result.rounded_position
    assert around.first <= result.merged_positions.first <= result.merged_positions.last <= around.last
    positions, stairs = stairs_columns(vars(BFLOAT16), around.first, around.last).values()
    assert (positions[0], positions[-1]) == (around.first, around.last)
    assert len(positions) <= MAX_DOTS
    np.testing.assert_array_equal(stairs, round_to_dtype(positions, "bfloat16"))


def test_of_a_position_that_overflows_the_first_of_its_kind_is_shown():
    result = followed(70_000, everywhere("float16"))
    around = result.neighbourhood()
    assert result.merged_positions == MergedPositions(65_520, None)
    assert np.isnan(result.error)
    assert around.middle == 65_520
    assert np.isinf(around.rounded_middle)
    positions, stairs = stairs_columns(vars(result.dtypes), around.first, around.last).values()
    assert np.isfinite(stairs[positions < 65_520]).all()
    assert np.isinf(stairs[positions >= 65_520]).all()


# ---- Positions that become one number, against counting them.


@pytest.mark.parametrize("dtype", [*SMALL, "float32"])
def test_the_first_collision_is_where_two_neighbours_become_one(dtype):
    at = first_collision(dtype)
    below = round_to_dtype(np.arange(max(at - 5000, 0), at + 1), dtype)
    assert (np.diff(below) == 1).all()
    assert round_to_dtype(at + 1, dtype) == at


def test_float16_has_no_position_beyond_65504():
    assert overflow("float16") == 65_520
    assert round_to_dtype(65_519, "float16") == 65_504
    assert np.isinf(round_to_dtype([65_520, 1e30], "float16")).all()
    assert distinct_positions(1_048_576, "float16") == len(set(round_to_dtype(np.arange(65521), "float16"))) == 7169
    assert {overflow(dtype) for dtype in DTYPE.options if dtype != "float16"} == {None}


def test_the_plain_twin_overflows_where_rounding_does():
    _, plain, _ = TWINS["core.long_context.dtypes.round_unchecked"]
    values = np.array([65_519, 65_520, 3.38e38, 3.4e38, 1e39, np.inf, -np.inf, np.nan])
    for dtype in DTYPE.options:
        np.testing.assert_array_equal(plain(values, dtype), round_unchecked(values, dtype))


@pytest.mark.parametrize("dtype", SMALL)
def test_sharing_finds_all_and_only_those_that_become_the_same_number(dtype):
    for position in [0, 1, 255, 256, 257, 258, 260, 2047, 2049, 4001, 8191, 65_519]:
        result, number = merged_with(position, dtype), round_to_dtype(position, dtype)
        assert result.first <= position <= result.last
        np.testing.assert_array_equal(round_to_dtype(np.arange(result.first, result.last + 1), dtype), number)
        assert round_to_dtype(result.last + 1, dtype) > number
        assert result.first == 0 or round_to_dtype(result.first - 1, dtype) < number


# ---- Scores of rounded rotations along a text.


def test_without_rounding_a_score_is_the_mean_cosine_of_the_offset():
    offsets = np.array([0, 1, 7, 100])
    expected = np.cos(np.outer(offsets, inverse_frequencies(64))).mean(axis=1)
    np.testing.assert_allclose(
        rotated_scores(5000 + offsets, 0 * offsets + 5000, 64, Dtypes()), expected, atol=1e-11
    )


def test_positions_that_share_a_number_score_as_one():
    only = Dtypes(position="bfloat16")
    assert rotated_scores([257], [256], 64, only).item() == pytest.approx(1)
    two = rotated_scores([2], [0], 64, Dtypes()).item()
    assert rotated_scores([258], [257], 64, only).item() == pytest.approx(two)  # 258 after 256


@pytest.mark.parametrize("dtypes", [everywhere("bfloat16"), Dtypes(position="float16"), Dtypes(angle="bfloat16")])
def test_the_drift_of_a_score_holds_the_extremes(dtypes):
    result = score_drift(4096, 1, 32, dtypes)
    queries = np.arange(1, 4096)
    every = rotated_scores(queries, queries - 1, 32, dtypes)
    assert (result.low, result.high) == (result.lowest.min(), max(result.highest.max(), result.exact))
    assert result.exact == pytest.approx(np.cos(inverse_frequencies(32)).mean())
    missed = 0.01 if dtypes.angle == "float64" or dtypes.position == "bfloat16" else 0.1  # jumps per pair
    assert every.min() <= result.lowest.min() < every.min() + missed
    assert every.max() - 1e-3 < result.highest.max() <= every.max()
    for column, (start, end) in enumerate(zip(result.edges[:-1], result.edges[1:], strict=True)):
        inside = every[start - 1 : end - 1]
        assert inside.min() <= result.lowest[column] <= result.highest[column] <= inside.max()


def test_a_score_does_not_drift_without_rounding_and_ends_at_an_overflow():
    still = score_drift(2000, 3, 32, Dtypes())
    np.testing.assert_allclose([still.lowest, still.highest], still.exact, atol=1e-11)
    lost = score_drift(1_048_576, 1, 32, everywhere("float16"))
    assert np.isnan(lost.lowest[-1])
    assert np.isfinite(lost.highest[lost.edges[:-1] < 65_000]).all()


def test_one_step_keeps_its_dtype_and_the_others_become_exact():
    assert everywhere("bfloat16").only("angle") == Dtypes(angle="bfloat16")
