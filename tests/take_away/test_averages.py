"""Scripts whose points are means compute what their room shows of long tables."""

import numpy as np
import pytest

from core.schemes import SCHEMES
from core.schemes.analysis.score_by_offset import offset_curve, runs_of_offsets
from core.sinusoidal.block_means import block_means
from tests.take_away.running import columns_of_scripts

DEFAULTS = {"schemes": ["sinusoidal", "RoPE", "ALiBi", "T5", "NoPE"], "length": 128, "d_model": 512, "head": 4}
CASES = [
    {},
    {"schemes": list(SCHEMES), "length": 300, "d_model": 64},
    {"schemes": list(SCHEMES), "length": 2000, "d_model": 7, "base": 500.5, "scale": 4.0, "head": 2},
    {"schemes": ["NoPE", "xPos"], "length": 2, "d_model": 1},
]


@pytest.fixture(scope="module")
def results():
    return columns_of_scripts([("compare/scores", settings) for settings in CASES])


@pytest.mark.parametrize("index", range(len(CASES)))
def test_the_script_computes_the_curves_of_the_room(index, results):
    settings = DEFAULTS | CASES[index]
    runs, columns = runs_of_offsets(settings.pop("length")), results[index]
    names = settings.pop("schemes")
    assert list(columns) == ["offset k", *names]
    np.testing.assert_array_equal(columns["offset k"], runs.middles)
    for name in names:
        expected = offset_curve(SCHEMES[name], runs, **settings).values
        np.testing.assert_allclose(columns[name], expected, rtol=1e-10, atol=1e-10, err_msg=name)


def test_a_pixel_is_the_mean_of_the_cells_that_it_covers():
    shape = {"d_model": 2000, "length": 1000, "base": 1e4, "scale": 1.0}
    [columns] = columns_of_scripts([("matrix/pixels", shape)])
    means = block_means(**shape, rows=340, columns_=768)
    assert columns["position"].tolist() == (np.arange(len(means.values)) * means.positions).tolist()
    for i, values in enumerate(means.values.T):
        np.testing.assert_allclose(columns[str(i * means.dimensions)], values, rtol=1e-11, atol=1e-11)
