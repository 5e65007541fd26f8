import numpy as np
import pytest

from figures import theme
from figures.schemes.bias_by_head import FULL, MOST_WEIGHT, head_curves, head_heatmap

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


def test_heads_without_a_half_have_no_ring_and_no_legend():
    figure = head_heatmap(BIAS[:, :1], DISTANCES[:1], np.full(8, np.nan), palette=theme.DARK, ring="half")
    assert not len(figure.data[1].x)
    assert not figure.layout.showlegend


def test_every_head_is_a_curve_of_its_own_colour():
    figure = head_curves(BIAS[[0, 7]], DISTANCES, [1, 8], palette=theme.LIGHT, y="bias")
    assert [trace.name for trace in figure.data] == ["head 1", "head 8"]
    assert figure.data[0].line.color != figure.data[1].line.color
    assert not figure.layout.showlegend


def test_the_names_stand_at_the_ends_in_their_order_and_in_view():
    figure = head_curves(BIAS, DISTANCES, range(1, 9), palette=theme.LIGHT, y="bias")
    low, high = figure.layout.yaxis.range
    heights = {note.text: note.y for note in figure.layout.annotations}
    assert [*heights] == [f"head {head}" for head in range(1, 9)]
    assert sorted(heights.values()) == [*heights.values()]
    assert all(low < height < high for height in heights.values())
    assert heights["head 1"] == pytest.approx(BIAS[0, -1], abs=0.05 * (high - low))


def test_curves_that_meet_are_named_in_the_order_of_their_ways():
    shares = 1 - np.exp(BIAS)
    shares[:, -1] = 1
    figure = head_curves(shares, DISTANCES, range(1, 9), palette=theme.LIGHT, y="share", log_x=True, percent=True)
    assert [note.text for note in figure.layout.annotations] == [f"head {head}" for head in range(8, 0, -1)]
    assert figure.layout.annotations[0].y < figure.layout.annotations[-1].y


def test_rings_stand_on_the_level_and_high_weights_run_off():
    weights = np.exp(BIAS) * [[100.0]] + 0 * BIAS
    figure = head_curves(
        weights, DISTANCES, range(1, 9), palette=theme.LIGHT, y="weight", log_x=True, level=0.5, rings=HALVES
    )
    rings = figure.data[-1]
    np.testing.assert_allclose(rings.x, HALVES[:7])
    assert set(rings.y) == {0.5}
    assert figure.layout.yaxis.range[1] == pytest.approx(MOST_WEIGHT * 1.03)


@pytest.mark.parametrize("last", [1, 2, 127, 9_999, 1_048_575])
def test_ticks_double_and_stay_few(last):
    figure = head_curves(np.zeros((1, 2)), np.array([1, last]), [1], palette=theme.LIGHT, y="bias", log_x=True)
    ticks = figure.layout.xaxis.tickvals
    assert ticks[0] == 1
    assert len(ticks) <= 9
    assert ticks[-1] <= last


@pytest.mark.parametrize("count", [1, 2, 8, 64])
def test_a_ramp_has_a_colour_for_each(count):
    colours = theme.DARK.ramp(count)
    assert len(colours) == len(set(colours)) == count
    assert all(len(colour) == 7 for colour in colours)
