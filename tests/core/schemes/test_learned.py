"""A learned table has the rows that were trained, and no other."""

from pathlib import Path

import numpy as np
import pytest

import core.schemes
from core.schemes import SCHEMES
from core.schemes.learned import learned, sample

TABLE = np.arange(12.0).reshape(4, 3)


def test_rows_are_looked_up():
    np.testing.assert_array_equal(learned([3, 0, 3], 3, table=TABLE), TABLE[[3, 0, 3]])
    np.testing.assert_array_equal(learned(2, 3, table=TABLE), TABLE[:2])
    assert learned([], 3, table=TABLE).shape == (0, 3)


@pytest.mark.parametrize(
    ("position", "shown"), [(4, "4"), (-1, "-1"), (1.5, "1.5"), (10**6, "1e\\+06"), (0.999999, "0.999999")]
)
def test_there_is_no_row_elsewhere(position, shown):
    with pytest.raises(ValueError, match=rf"positions must be rows 0 … 3; there is no row {shown}$"):
        learned([0, position], 3, table=TABLE)


def test_the_width_is_that_of_the_table():
    with pytest.raises(ValueError, match="d_model must be the table's width 3, got 64"):
        learned([0], table=TABLE)


def test_the_sample_is_finite_and_no_one_may_change_it():
    assert sample().shape == (256, 64)
    assert np.isfinite(sample()).all()
    assert sample() is sample()
    with pytest.raises(ValueError, match="read-only"):
        sample()[0, 0] = 1
    np.testing.assert_array_equal(learned([255]), sample()[-1:])
    with pytest.raises(ValueError, match="there is no row 256"):
        learned([256])


@pytest.mark.parametrize(("language", "module", "name"), [("NumPy", "numpy", "np"), ("PyTorch", "torch", "torch")])
def test_an_exported_script_has_the_rows_that_core_has_and_no_other(language, module, name, monkeypatch):
    library = pytest.importorskip(module)
    monkeypatch.chdir(Path(core.schemes.__file__).parent)  # where learned.npy is
    code = SCHEMES["learned"].code(language)

    def table(positions):
        space = {name: library, "positions": library.asarray(positions)}
        exec(code, space)
        return np.asarray(space["table"])

    np.testing.assert_array_equal(table([3, 0, 255]), learned([3, 0, 255]))
    for position in (-1, -256, 1.5):
        for look_up in (table, learned):
            with pytest.raises(ValueError, match="positions must be rows 0 … 255"):
                look_up([0, position])
