import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.inputs.ladders import LADDERS, around, variations
from core.inputs.parameter import BASE, D_MODEL, SCALE
from core.inputs.settings import Settings

CASES = [(BASE, 10), (D_MODEL, 4), (SCALE, 2)]


@given(st.data(), st.sampled_from(CASES), st.integers(2, 6))
def test_values_ascend_within_the_stops_and_hold_the_readers_own(data, case, count):
    parameter, factor = case
    own = data.draw(st.sampled_from(parameter.stops))
    values = around(parameter, own, factor, count)
    assert own in values
    assert len(values) <= count
    assert all(a < b for a, b in itertools.pairwise(values))
    assert all(parameter.stops[0] <= value <= parameter.stops[-1] for value in values)
    assert all(parameter.check(value) == value for value in values)


@pytest.mark.parametrize(
    ("case", "own", "expected"),
    [
        (CASES[0], 10_000, [1_000, 10_000, 100_000, 1_000_000]),
        (CASES[0], 2, [2, 20, 200, 2_000]),
        (CASES[0], 10_000_000, [10_000, 100_000, 1_000_000, 10_000_000]),
        (CASES[1], 512, [128, 512, 2_048, 8_192]),
        (CASES[1], 16_384, [256, 1_024, 4_096, 16_384]),
        (CASES[2], 64, [8, 16, 32, 64]),
        (CASES[2], 3, [1.5, 3, 6, 12]),
    ],
)
def test_four_values_stand_around_the_readers_own(case, own, expected):
    assert around(case[0], own, case[1]) == expected


def test_a_width_without_a_pair_is_left_out():
    assert around(D_MODEL, 3, 4, least=2) == [3, 12, 48, 192]


@pytest.mark.parametrize("name", LADDERS)
@given(st.data())
def test_variations_differ_in_one_parameter_and_begin_with_the_readers_own(name, data):
    key = LADDERS[name].parameter.name
    own = data.draw(st.sampled_from(LADDERS[name].parameter.stops[1:]))
    settings = Settings(**{key: own})
    found = list(variations(settings, name).values())
    assert found[0] == settings
    assert 3 <= len(found) <= 4
    assert [replace(choice, **{key: own}) for choice in found] == [settings] * len(found)
    assert len({getattr(choice, key) for choice in found}) == len(found)


def test_no_ladder_leaves_the_readers_own_alone():
    assert variations(Settings(), "none") == {"own": Settings()}
