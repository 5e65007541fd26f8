"""The contenders compute the same table, and errors are measured correctly."""

import numpy as np
import pytest

from bench import core
from core.schemes.sinusoidal import sinusoidal

CELLS = np.arange(6), np.arange(6)


@pytest.mark.parametrize("name", ["float64", "float32", "new", "existing", "filled"])
def test_contenders_make_the_same_table(name):
    calls = core.contenders(12, 8)
    made = calls[name]()
    if name not in core.IN_PLACE:
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
