"""How a goal stands."""

import math

import pytest

from bench.shared.section import Goal, Section, number, refuse, show


@pytest.mark.parametrize(
    ("value", "least", "outcome"),
    [
        (100, False, "met"),
        (100.4, False, "**missed** by 0.40 ms (0 %)"),
        (150, False, "**missed** by 50 ms (50 %)"),
        (100, True, "met"),
        (80, True, "**missed** by 20 ms (20 %)"),
        (math.nan, False, "not measured"),
        (math.nan, True, "not measured"),
    ],
)
def test_a_goal_is_met_missed_by_so_much_or_not_measured(value, least, outcome):
    goal = Goal("painted", value, 100, "ms", least=least)
    assert goal.outcome == outcome
    assert goal.missed == outcome.startswith("**missed**")


def test_nothing_may_be_lost_where_the_bar_is_zero():
    assert Goal("failures", 2, 0).outcome == "**missed** by 2"


def test_a_row_tells_what_is_asked():
    assert Goal("faster", 12.34, 10, least=True).cells() == ("faster", "12.3", "≥ 10", "met")
    assert Goal("memory", 1.5, 1.2, "MB").cells()[1:3] == ("1.50 MB", "≤ 1.20 MB")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.234, "0.23"),
        (12.34, "12.3"),
        (1234.5, "1,234"),
        (4096, "4,096"),
        (-2.1, "−2.10"),
        (math.nan, "–"),
    ],
)
def test_numbers_have_about_three_digits(value, text):
    assert number(value) == text


def test_only_a_check_ends_with_an_error(capsys):
    section = Section("core", "text", (Goal("met", 1, 2), Goal("passed", 3, 2)))
    show(section, check=False)
    assert "| passed | 3 | ≤ 2 | **missed** by 1 (50 %) |" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="passed · 3 · ≤ 2") as found:
        show(section, check=True)
    assert "met ·" not in str(found.value)
    refuse([])
