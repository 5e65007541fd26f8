"""Figures of patches, offsets and arrows are valid and show what they are given."""

import numpy as np
import pytest

from core.beyond_text.directions import axial
from figures.beyond_text.offset_dots import offset_dots
from figures.beyond_text.offset_map import offset_map
from figures.beyond_text.wheel import wheel
from figures.theme import DARK, LIGHT, UNSEEN


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_an_arrow_points_where_its_pair_counts_and_faster_ones_are_longer(palette):
    spokes, tips = wheel(axial(16, 100.0), palette=palette).data
    assert len(tips.x) == 8
    assert len(spokes.x) == 3 * 8
    rows = np.abs(tips.x) < 1e-6
    assert rows.sum() == 4
    assert (np.array(tips.y)[rows] > 0).all()
    assert (np.diff(np.array(tips.y)[rows]) < 0).all()
    assert max(tips.x) == pytest.approx(1)


def test_the_offset_zero_is_in_the_middle_of_a_map():
    values = np.zeros((5, 5))
    values[2, 2], values[0, 0] = 1, -0.5
    (heat,) = offset_map(values, palette=LIGHT).data
    assert (heat.x0, heat.y0, heat.zmin, heat.zmax) == (-2, -2, -1, 1)


def test_dots_beyond_training_are_red():
    offsets = np.arange(-3, 4)
    figure = offset_dots(offsets, {"one": (offsets * 1.0, 2.0)}, names=("seen", "unseen"), palette=LIGHT)
    seen, unseen = figure.data
    assert list(unseen.customdata) == [-3, 3]
    assert unseen.marker.color == UNSEEN
    assert max(seen.x) == 1
