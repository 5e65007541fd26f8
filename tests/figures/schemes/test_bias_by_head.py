import numpy as np
import pytest

from figures import theme
from figures.schemes.bias_by_head import FULL, head_curves, head_heatmap

DISTANCES = np.arange(1, 128)
SLOPES = 2.0 ** -np.arange(1, 9)
BIAS = -SLOPES[:, None] * DISTANCES
HALVES = np.log(2) / SLOPES


def test_heatmap_has_a_row_a_head_and_a_ring_where_the_weight_has_halved():
    figure = head_heatmap(BIAS, DISTANCES, HALVES, palette=theme.LIGHT, ring="half")
    cells, rings = figure.data
    np.testing.assert_allclose(cells.z, BIAS, rtol=1e-6)
    assert (cells.zmin, cells.zmax) == (-FULL, 0)
    assert list(cells.y) == list(range(1, 9))
    assert list(rings.y) == list(range(1, 8))  # the last halves at 177, out of the picture
    np.testing.assert_allclose(rings.x, HALVES[:7])
    assert figure.layout.xaxis.type == "log"
    assert list(figure.layout.xaxis.tickvals) == [1, 2, 4, 8, 16, 32, 64]
    assert list(figure.layout.yaxis.range) == [8.5, 0.5]  # rows alone, whichever of them have rings


def test_the_names_stand_at_the_ends_in_their_order_and_in_view():
    figure = head_curves(BIAS, DISTANCES, range(1, 9), palette=theme.LIGHT, y="bias")
    low, high = figure.layout.yaxis.range
    heights = {note.text: note.y for note in figure.layout.annotations}
    assert [*heights] == [f"head {head}" for head in range(1, 9)]
    assert sorted(heights.values()) == [*heights.values()]
    assert all(low < height < high for height in heights.values())
    assert heights["head 1"] == pytest.approx(BIAS[0, -1], abs=0.05 * (high - low))


@pytest.mark.parametrize("count", [1, 2, 8, 64])
def test_a_ramp_has_a_colour_for_each(count):
    colours = theme.DARK.ramp(count)
    assert len(colours) == len(set(colours)) == count
    assert all(len(colour) == 7 for colour in colours)
