"""Sections of the measurements, and the sinusoidal tables that are compared."""

import json
import math

import numpy as np
import pytest

from bench import core
from bench.__main__ import FILE, HERE, PARTS, document
from bench.section import Goal, Section, Table, number
from core.schemes.sinusoidal import sinusoidal

# ---- How a goal stands, and what is kept of a measurement.


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
    section = Section([Table(("room", "ms"), [("waves", 1 / 3), ("rope", None), ("all", 12_345)])], goals, "Rooms.")
    again = Section.from_json(json.loads(json.dumps(section.to_json())))
    assert str(again) == str(section)
    assert [goal.cells() for goal in again.goals] == [goal.cells() for goal in goals]


def test_the_document_is_written_from_the_kept_results():
    assert FILE.read_text("utf-8") == document(HERE / "results"), "run `python -m bench core`, which writes it"
    assert {path.stem for path in (HERE / "results").glob("*.json")} <= set(PARTS)


# ---- The contenders compute the same table, and errors are measured correctly.

CELLS = np.arange(6), np.arange(6)


@pytest.mark.parametrize("name", ["float64", "float32", "new", "existing", "filled"])
def test_contenders_make_the_same_table(name):
    calls = core.contenders(12, 8)
    table = calls[name]()
    if name not in core.IN_PLACE:
        np.testing.assert_allclose(table, sinusoidal(12, 8), atol=1e-5)
        assert table.dtype == name
    assert calls["ours"]().dtype == np.float32


def test_the_exact_cells_are_sine_and_cosine_of_the_paper():
    np.testing.assert_allclose(core.exact(*CELLS, 6), np.diag(sinusoidal(6, 6)), rtol=0, atol=1e-15)
    assert core.exact([1], [0], 4)[0] == pytest.approx(0.8414709848078965, abs=1e-16)  # sin 1, OEIS A049469


def test_an_error_is_counted_in_spacings_of_float32():
    def off():
        table = core.plain(64, 16)
        table[63] += 3 * 2.0**-24  # the sample always contains the last row
        return table

    errors = core.errors(64, 16, {"off": off, "plain": lambda: core.plain(64, 16), "new": off})
    assert errors["off"] == pytest.approx(3, rel=1e-6)
    assert errors["plain"] < 1e-6
    assert "new" not in errors


def test_the_shortest_turn_counts_and_all_take_turns():
    calls = []
    seconds = core.seconds({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, budget=0)
    assert set(seconds) == {"a", "b"}
    assert all(0 <= time < core.TURN for time in seconds.values())
    assert calls[:2] == ["a", "b"]
    assert calls.count("a") > core.LEAST
