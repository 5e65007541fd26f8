"""Arrows, and the three lines of a prompt."""

import numpy as np
import pytest

from core.beyond_text.directions import axial
from core.beyond_text.mrope import AXES, HEADS, head_steps
from core.beyond_text.prompt import KINDS, prompt_positions
from figures.beyond_text.images import wheel
from figures.beyond_text.mrope import MOST, PairRow, pair_axes, tracks
from figures.theme import DARK, LIGHT

# ---- Figures of patches, offsets and arrows are valid and show what they are given.


def test_an_arrow_points_where_its_pair_counts_and_faster_ones_are_longer():
    spokes, tips = wheel(axial(16, 100.0), palette=LIGHT).data
    assert len(tips.x) == 8
    assert len(spokes.x) == 3 * 8
    rows = np.abs(tips.x) < 1e-6
    assert rows.sum() == 4
    assert (np.array(tips.y)[rows] > 0).all()
    assert (np.diff(np.array(tips.y)[rows]) < 0).all()
    assert max(tips.x) == pytest.approx(1)


# ---- Figures of prompts with images are valid and show what they are given.


@pytest.mark.parametrize("length", [2, 40, 5_000])
def test_three_lines_of_one_value_run_side_by_side(length):
    result = prompt_positions([("text", length)], merge=1)
    figure = tracks(result.positions, result.kinds, names=AXES, kinds_named=KINDS, palette=LIGHT)
    low, high = figure.layout.yaxis.range
    heights = np.array([line.y for line in figure.data])
    apart = 360 * np.diff(heights, axis=0) / (high - low)  # pixels, a little more than they are
    assert (apart > 2.5).all()  # the width of a line
    assert (np.abs(heights - result.positions[:, : heights.shape[1]])[:, 0] < 0.02 * (high - low)).all()


def test_a_long_prompt_is_thinned_to_what_a_screen_shows():
    result = prompt_positions([("text", 50_000)], merge=1)
    line, *_ = tracks(result.positions, result.kinds, names=AXES, kinds_named=KINDS, palette=DARK).data
    assert 1_000 < len(line.x) <= MOST


def test_every_pair_is_a_tick_of_its_axis():
    rows = [PairRow(name, *_pairs(head)) for name, head in HEADS.items()]
    figure = pair_axes(rows, names=AXES, picture=(40, "wide"), palette=DARK)
    assert [line.name for line in figure.data] == list(AXES)
    assert sum(len(line.x) for line in figure.data) == 128
    width = figure.data[2]
    chunked = np.array(width.x)[np.array(width.y) == 0]
    assert chunked.min() > 35_000


def _pairs(head):
    result = head_steps(head)
    return result.axes, result.wavelengths
