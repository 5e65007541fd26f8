"""Weights of biases, how they are read, and offsets that share a number."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.inputs.parameter import Choice
from core.numeric.softmax import softmax
from core.schemes import SCHEMES
from core.schemes.alibi import slopes
from core.schemes.analysis.bias_reading import read_bias
from core.schemes.analysis.bias_weights import (
    SINGLE,
    bias_by_distance,
    half_weight_distances,
    softmax_mass,
    spaced_distances,
)
from core.schemes.scheme import Family

# ---- The weight of a key against its distance, against direct sums.

BIASES = {name: scheme for name, scheme in SCHEMES.items() if scheme.family is Family.BIAS}
SMOOTH = (
    f"far offsets are integrated: beyond {SINGLE:,} tokens a bias must be smooth (field `bias_latex` of Scheme)"
)
every = pytest.mark.parametrize("scheme", BIASES.values(), ids=BIASES)


def forms(scheme):
    """Every option of every choice."""
    yield {}
    for parameter in scheme.parameters:
        if isinstance(parameter, Choice):
            yield from ({parameter.name: option} for option in parameter.options)


@every
@pytest.mark.parametrize("length", [1, 2, 500, 20_000])
def test_mass_is_the_softmax_of_the_bias(scheme, length):
    for form in forms(scheme):
        mass = softmax_mass(scheme, length, 5, **form)
        direct = softmax(bias_by_distance(scheme, np.arange(length), 5, query=length - 1, **form))
        expected = np.cumsum(direct, axis=1)[:, mass.distances]
        np.testing.assert_allclose(mass.within, expected, atol=1e-8, err_msg=SMOOTH)
        np.testing.assert_array_equal(mass.within[:, -1], 1)
        assert mass.distances[-1] == length - 1


@every
@pytest.mark.parametrize("share", [0.01, 0.5, 0.9, 0.99])
def test_the_keys_that_hold_a_share_are_those_of_the_direct_sum(scheme, share):
    mass = softmax_mass(scheme, 20_000, 8)
    direct = softmax(bias_by_distance(scheme, np.arange(20_000), 8, query=19_999)).cumsum(axis=1)
    expected = np.argmax(direct >= share * direct[:, -1:] - 1e-12, axis=1)
    np.testing.assert_allclose(mass.quantile(share), expected, rtol=1e-3, atol=0.5, err_msg=SMOOTH)


@every
def test_mass_of_the_longest_text_takes_few_points(scheme):
    mass = softmax_mass(scheme, 1_048_576, 128)
    assert mass.distances[-1] == 1_048_575
    assert len(mass.distances) < 4000
    assert (np.diff(mass.within, axis=1) >= 0).all()


def test_alibi_mass_is_a_geometric_series():
    mass = softmax_mass(SCHEMES["ALiBi"], 1_048_576, 8)
    tail = np.exp(-slopes(8)[:, None] * (mass.distances + 1.0))
    np.testing.assert_allclose(mass.within, 1 - tail, atol=1e-9)
    ratio = np.exp(-slopes(8))
    expected = [int(np.argmax(1 - r ** np.arange(1, 2000) >= 0.5)) for r in ratio]
    np.testing.assert_array_equal(mass.quantile(0.5), expected)


@pytest.mark.parametrize("heads", [1, 8, 12, 112])
def test_alibi_halves_after_ln_2_over_the_slope(heads):  # Press et al. 2021, section 3: 1.39 … 177 for 8 heads
    halves = half_weight_distances(SCHEMES["ALiBi"], heads, query=127, last=1_048_575)
    np.testing.assert_allclose(halves, np.log(2) / slopes(heads), rtol=1e-12)
    if heads == 8:
        np.testing.assert_allclose(halves[[0, -1]], [1.39, 177], atol=0.5)


@every
def test_at_the_half_the_weight_is_half_and_one_before_it_is_more(scheme):
    for form in forms(scheme):
        for head, half in enumerate(half_weight_distances(scheme, 8, query=700, last=700, **form)):
            whole = bias_by_distance(scheme, np.arange(701), 8, query=700, **form)[head]
            below = np.flatnonzero(whole <= whole[0] - np.log(2) + 1e-12)
            assert np.isnan(half) == (len(below) == 0)
            if len(below):
                assert below[0] - 1 < half <= below[0]
                at = bias_by_distance(scheme, [half], 8, query=700, **form)[head, 0]
                assert at <= whole[0] - np.log(2) + 1e-9


def test_every_step_of_a_bias_lies_within_the_distances_taken_one_by_one():
    parameters = [p for scheme in BIASES.values() for p in scheme.parameters if not isinstance(p, Choice)]
    reaches = [parameter.stops[-1] for parameter in parameters if parameter.unit == "tokens"]
    assert len(reaches) == 3
    assert max(reaches) < SINGLE


@given(st.integers(1, 1_048_575), st.integers(2, 400), st.sampled_from([0, 1]))
def test_spaced_distances_keep_both_ends(last, most, first):
    distances = spaced_distances(last, most=most, first=first)
    assert distances[0] == first
    assert distances[-1] == last
    assert (np.diff(distances) > 0).all()
    assert len(distances) <= most + 1


# ---- Readings of the Attention biases room.


def test_the_example_is_a_key_of_the_middle_head():
    result = read_bias(SCHEMES["ALiBi"], 9, 4, farthest=100)
    assert (result.head, result.distance, result.query) == (2, 8, 8)
    assert result.bias == result.drop == -8 * slopes(4)[1]
    assert result.ratio == pytest.approx(np.exp(-0.5))
    assert result.formula.endswith(r"-0.0625\cdot 8")


def test_heads_are_ordered_by_how_far_they_see():
    assert read_bias(SCHEMES["ALiBi"], 128, 8, farthest=1000).extremes() == (1, 8)


def test_a_bias_of_more_than_the_offset_is_searched_within_the_text():
    assert read_bias(SCHEMES["FIRE"], 128, 8, farthest=1000).search_limit == 127
    assert read_bias(SCHEMES["KERPLE"], 128, 8, farthest=1000, kernel="power").search_limit == 1000


def test_a_single_key_has_no_distance():
    result = read_bias(SCHEMES["T5"], 1, 2, farthest=10, direction="causal")
    assert result.distance == 0
    assert result.ratio == 1


# ---- Offsets that share a number, against the released models.


@pytest.mark.parametrize(
    ("direction", "starts"),
    [
        ("bidirectional", [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91]),
        ("causal", [*range(16), 16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113]),
    ],
)
def test_t5_buckets_start_where_the_released_model_s_do(direction, starts):  # references/attention_biases.json
    numbers = SCHEMES["T5"].groups(-np.arange(2048), direction=direction)
    np.testing.assert_array_equal(np.flatnonzero(np.diff(numbers, prepend=-1)), starts)
