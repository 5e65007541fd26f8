"""How a goal stands, and what is kept of a measurement."""

import json
import math

import pytest

from bench.__main__ import FILE, HERE, PARTS, document
from bench.section import Goal, Section, Table, number


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


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (0.234, "0.23"), (12.34, "12.3"), (1234.5, "1,234"), (-2.1, "−2.10"), (5e-16, "5e-16"), (None, "–")],
)
def test_numbers_have_about_three_digits(value, text):
    assert number(value) == text


def test_what_is_kept_as_json_gives_the_same_text():
    goals = Goal("unknown", math.nan, 5, "ms"), Goal("share", 1 / 3, 0.3)
    made = Section([Table(("room", "ms"), [("waves", 1 / 3), ("rope", None), ("all", 12_345)])], goals, "Of rooms.")
    again = Section.from_json(json.loads(json.dumps(made.to_json())))
    assert str(again) == str(made)
    assert [goal.cells() for goal in again.goals] == [goal.cells() for goal in goals]


def test_the_document_is_written_from_the_kept_results():
    assert FILE.read_text("utf-8") == document(HERE / "results"), "run `python -m bench core`, which writes it"
    assert {path.stem for path in (HERE / "results").glob("*.json")} <= set(PARTS)
