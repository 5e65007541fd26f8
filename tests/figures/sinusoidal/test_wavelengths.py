import numpy as np
import pytest

from core.frequencies import wavelengths
from figures import theme
from figures.sinusoidal.wavelengths import MOST_DOTS, wavelengths_by_pair

NAMES = {name: name for name in ("complete", "not complete", "even", "unscaled", "length")}
AXES = {"palette": theme.DARK, "names": NAMES, "x": "pair", "y": "wavelength (tokens)"}


@pytest.mark.parametrize(("d_model", "mode"), [(512, "markers"), (2 * MOST_DOTS + 2, "lines")])
def test_pairs_are_split_at_the_length(d_model, mode):
    values = wavelengths(d_model)
    complete, incomplete, even = wavelengths_by_pair(values, length=128, **AXES).data
    np.testing.assert_allclose(np.concatenate([complete.y, incomplete.y]), values, rtol=1e-6)
    np.testing.assert_array_equal(np.concatenate([complete.x, incomplete.x]), np.arange(len(values)))
    assert complete.y.max() <= 128 < incomplete.y.min()
    assert (complete.line.color, incomplete.line.color) == (theme.DARK.text, theme.GHOST)
    assert complete.mode == incomplete.mode == mode
    assert len(set(np.diff(even.y.astype(float)).round(1))) <= 2  # float32 rounds the one gap
    np.testing.assert_allclose(even.y[[0, -1]], values[[0, -1]], rtol=1e-6)
