"""The contenders compute the same table, and errors are measured correctly."""

import numpy as np
import pytest

from bench import core
from core.schemes.sinusoidal import sinusoidal

CELLS = np.arange(6), np.arange(6)


@pytest.mark.parametrize("name", ["float64", "float32", "new", "existing"])
def test_contenders_make_the_same_table(name):
    calls = core.contenders(12, 8)
    made = calls[name]()
    if name not in core.COPIES:
        np.testing.assert_allclose(made, sinusoidal(12, 8), atol=1e-5)
        assert made.dtype == name
    assert calls["ours"]().dtype == np.float32


def test_the_exact_cells_are_sine_and_cosine_of_the_paper():
    np.testing.assert_allclose(core.exact(*CELLS, 6), np.diag(sinusoidal(6, 6)), rtol=0, atol=1e-15)
    assert core.exact([1], [0], 4)[0] == pytest.approx(0.8414709848078965, abs=1e-16)  # sin 1, OEIS A049469


def test_an_error_is_counted_in_spacings_of_float32():
    def off():
        table = core.plain(64, 16)
        table[63] += 3 * 2.0**-24  # the sample always contains the last row
        return table

    found = core.errors(64, 16, {"off": off, "plain": lambda: core.plain(64, 16), "new": off})
    assert found["off"] == pytest.approx(3, rel=1e-6)
    assert found["plain"] < 1e-6
    assert "new" not in found


def test_the_shortest_turn_counts_and_all_take_turns():
    calls = []
    found = core.seconds({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, budget=0)
    assert set(found) == {"a", "b"}
    assert all(0 <= time < core.TURN for time in found.values())
    assert calls[:2] == ["a", "b"]
    assert calls.count("a") > core.LEAST


def test_memory_is_the_most_that_was_held():
    assert core.peak(lambda: np.ones(10**6).sum()) == pytest.approx(8, rel=0.1)


@pytest.mark.parametrize("call", [core.curve, core.means])
def test_what_a_screen_shows_is_right_at_the_largest_size(call, monkeypatch):
    monkeypatch.setattr(core, "seconds", lambda calls, budget: dict.fromkeys(calls, 1.0))
    found = call(65_536, 1_024)
    assert found.error < 1e-9
    assert found.memory < 20
    assert found.values >= 2_000


def test_the_goals_are_judged_at_their_size():
    slow = core.Table(128, 512, {"ours": 1, "float64": 1, "new": 0.1}, {})
    fast = core.Table(*core.JUDGED, {"ours": 1, "float64": 12, "new": 0.5}, {})
    goals = core.goals([slow, fast], 29)
    assert [goal.value for goal in goals] == [12, 2, 29]
    assert not any(goal.missed for goal in goals)
    assert core.goals([slow, fast], 31)[-1].missed
