import numpy as np
import pytest

from figures import theme
from figures.curves import Line
from figures.long_context.rounding_errors import FAINT, FULL, error_heatmap, growth_curves

EDGES = np.array([1, 2, 4, 8, 16])
PAIRS = np.array([0, 5, 9])
WORST = np.array([[0, 1e-9, 1e-3, 2.5], [1e-4, 0.01, 0.1, 1], [0, 0, 0, 0]])
WORDS = {"unit": "error", "overflow": "no angle", "mark": (4, 5)}


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK])
def test_colour_is_the_logarithm_of_the_error_between_fixed_ends(palette):
    figure = error_heatmap(WORST, EDGES, PAIRS, palette=palette, **WORDS)
    cells, ring = figure.data
    np.testing.assert_allclose(cells.z, np.log10(np.clip(WORST, FAINT, FULL)), rtol=1e-6)
    assert (cells.zmin, cells.zmax) == (np.log10(FAINT), np.log10(FULL))
    np.testing.assert_array_equal(cells.x, EDGES)
    np.testing.assert_array_equal(cells.y, PAIRS)
    np.testing.assert_allclose(cells.customdata[1, 2], [0.1, 4, 7], rtol=1e-6)  # error, first and last position
    assert (list(ring.x), list(ring.y)) == ([4], [5])
    assert figure.layout.xaxis.type == "log"
    lightness = [sum(bytes.fromhex(colour[1:])) for _, colour in cells.colorscale]
    assert lightness == sorted(lightness, reverse=True)  # darker is worse, also where the page is dark
    assert len(cells.colorbar.ticktext) == len(cells.colorbar.tickvals)


def test_where_there_is_no_angle_it_is_grey_and_said():
    worst = WORST.copy()
    worst[:, 3] = np.nan
    figure = error_heatmap(worst, EDGES, PAIRS, palette=theme.LIGHT, **WORDS)
    gaps = figure.data[1]
    np.testing.assert_array_equal(np.isnan(gaps.z), ~np.isnan(worst))
    assert {colour for _, colour in gaps.colorscale} == {theme.GHOST}
    assert [note.text for note in figure.layout.annotations] == ["no angle"]
    assert np.log10(8) < figure.layout.annotations[0].x < np.log10(16)


def test_growing_errors_are_steps_without_points_at_zero():
    at = np.array([1.0, 10, 8191])
    lines = [
        Line("a", at, np.array([0, 1e-6, 1.9]), theme.ROTARY),
        Line("b", at, np.array([0.1, np.nan, np.nan]), theme.GHOST),
    ]
    figure = growth_curves(lines, palette=theme.DARK, x="x", y="y")
    first, second = figure.data
    assert (first.line.shape, second.line.shape) == ("hv", "hv")
    np.testing.assert_allclose(first.y, [np.nan, 1e-6, 1.9], rtol=1e-6)
    assert list(np.isnan(second.y)) == [False, True, True]
    assert figure.layout.yaxis.range[0] <= -6
    assert figure.layout.yaxis.range[1] > np.log10(FULL)
    assert figure.layout.xaxis.range == (0, np.log10(8191))
