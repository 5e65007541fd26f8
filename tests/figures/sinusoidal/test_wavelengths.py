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


def test_the_line_and_its_label_stand_at_the_length():
    figure = wavelengths_by_pair(wavelengths(64), length=1024, **AXES)
    (line,), (label, *_) = figure.layout.shapes, figure.layout.annotations
    assert line.y0 == line.y1 == 1024
    assert 10**label.y == pytest.approx(1024)
    assert label.text == "length"


@pytest.mark.parametrize("length", [1, 128, 1e6])
def test_every_line_that_is_drawn_has_its_name_beside_it(length):
    values = 8 * wavelengths(64)
    figure = wavelengths_by_pair(values, unscaled=values / 8, length=length, **AXES)
    drawn = {trace.name for trace in figure.data if len(trace.x)} | {"length"}
    assert {label.text for label in figure.layout.annotations} == drawn
    assert not figure.layout.showlegend


def test_axes_are_logarithmic_titled_and_wide_enough():
    values = 64 * wavelengths(64)
    figure = wavelengths_by_pair(values, unscaled=values / 64, length=1, **AXES)
    low, high = 10 ** np.array(figure.layout.yaxis.range)
    assert low < 1
    assert high > values.max()
    assert figure.layout.yaxis.type == "log"
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("pair", "wavelength (tokens)")
    ghost = figure.data[-1]
    np.testing.assert_allclose(ghost.y, values / 64, rtol=1e-6)
    assert ghost.line.color == theme.GHOST
