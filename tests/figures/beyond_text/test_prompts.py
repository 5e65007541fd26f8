"""Figures of prompts with images are valid and show what they are given."""

import numpy as np
import pytest

from core.beyond_text.axis_steps import HEADS, head_steps
from core.beyond_text.mrope import AXES
from core.beyond_text.prompt import KINDS, prompt_positions
from figures.beyond_text.pair_axes import PairRow, pair_axes
from figures.beyond_text.tracks import MOST, tracks, versions
from figures.theme import DARK, LIGHT


def test_three_lines_and_a_band_for_each_image():
    found = prompt_positions([("text", 3), ("image", (1, 2, 3)), ("video", (2, 2, 2)), ("text", 2)], merge=1)
    figure = tracks(found.positions, found.kinds, names=AXES, kinds_named=KINDS, palette=LIGHT)
    assert [line.name for line in figure.data] == list(AXES)
    assert [list(line.customdata) for line in figure.data] == found.positions.tolist()
    assert [label.text for label in figure.layout.annotations] == ["image", "video", *AXES]
    band = figure.layout.shapes[0]
    assert (band.x0, band.x1) == (3.5, 9.5)


@pytest.mark.parametrize("length", [2, 40, 5_000])
def test_three_lines_of_one_value_run_side_by_side(length):
    found = prompt_positions([("text", length)], merge=1)
    figure = tracks(found.positions, found.kinds, names=AXES, kinds_named=KINDS, palette=LIGHT)
    low, high = figure.layout.yaxis.range
    heights = np.array([line.y for line in figure.data])
    apart = 360 * np.diff(heights, axis=0) / (high - low)  # pixels, a little more than they are
    assert (apart > 2.5).all()  # the width of a line
    assert (np.abs(heights - found.positions[:, : heights.shape[1]])[:, 0] < 0.02 * (high - low)).all()


def test_a_long_prompt_is_thinned_to_what_a_screen_shows():
    found = prompt_positions([("text", 50_000)], merge=1)
    line, *_ = tracks(found.positions, found.kinds, names=AXES, kinds_named=KINDS, palette=DARK).data
    assert 1_000 < len(line.x) <= MOST


def test_two_versions_are_two_lines():
    kinds = np.array([0, 2, 2, 0])
    largest = {"a": np.arange(4), "b": np.array([0, 1, 2, 2])}
    figure = versions(largest, kinds, kinds_named=KINDS, palette=LIGHT)
    assert [list(line.customdata) for line in figure.data] == [values.tolist() for values in largest.values()]


def test_every_pair_is_a_tick_of_its_axis():
    rows = [PairRow(name, *_pairs(head)) for name, head in HEADS.items()]
    figure = pair_axes(rows, names=AXES, picture=(40, "wide"), palette=DARK)
    assert [line.name for line in figure.data] == list(AXES)
    assert sum(len(line.x) for line in figure.data) == 128
    width = figure.data[2]
    chunked = np.array(width.x)[np.array(width.y) == 0]
    assert chunked.min() > 35_000


def _pairs(head):
    found = head_steps(head)
    return found.axes, found.wavelengths
