import numpy as np
import pytest

from figures import theme
from figures.long_context.pair_wavelengths import (
    COMPLETE,
    INCOMPLETE,
    MOST_TICKS,
    UNSEEN,
    WavelengthRow,
    wavelength_rows,
)

NAMES = ("complete", "incomplete", "unseen")
WAVES = np.array([6.28, 100.0, 5000.0, 20_000.0, np.inf])
DONE = np.array([True, True, False, False, False])
RED = np.array([False, False, False, True, False])


def drawn(rows, lengths=None, palette=theme.LIGHT):
    return wavelength_rows(rows, lengths=lengths or {"trained": 4096}, names=NAMES, palette=palette, x="tokens")


def test_every_pair_that_turns_has_one_tooth_of_the_right_colour():
    figure = drawn([WavelengthRow("a", WAVES, DONE, RED), WavelengthRow("b", 2 * WAVES, DONE, ~RED & False)])
    pairs = {trace.name: list(trace.customdata) for trace in figure.data}
    assert pairs == {"complete": [0, 1, 0, 1], "incomplete": [2, 2, 3], "unseen": [3]}
    assert [trace.marker.line.color for trace in figure.data] == [theme.LIGHT.text, INCOMPLETE, UNSEEN]
    np.testing.assert_allclose(figure.data[1].x, [5000, 10_000, 40_000])
    assert list(figure.data[1].y) == [0, -1, -1]


def test_red_is_the_colour_of_nothing_else():
    assert UNSEEN == theme.UNSEEN
    assert UNSEEN not in {COMPLETE, INCOMPLETE}
    figure = drawn([WavelengthRow("a", WAVES, DONE, RED & False)])
    assert len(figure.data[2].x) == 0


def test_teeth_are_named_and_counted_below_their_row():
    figure = drawn([WavelengthRow("a", WAVES, DONE, RED & False), WavelengthRow("b", WAVES, DONE, RED)])
    notes = {note.text: note for note in figure.layout.annotations}
    assert not figure.layout.showlegend
    assert {"2 complete", "2 incomplete", "1 unseen"} <= notes.keys()
    assert (notes["2 complete"].xanchor, notes["1 unseen"].xanchor) == ("left", "right")
    assert notes["1 unseen"].x == pytest.approx(np.log10(20_000))
    assert notes["1 unseen"].font.color == UNSEEN


def test_labels_of_near_lines_stand_one_above_the_other():
    row = WavelengthRow("a", WAVES, DONE, RED)
    near, far = drawn([row], {"a": 4096, "b": 8192}), drawn([row], {"a": 10, "b": 8192})
    shifts = [[note.yshift for note in figure.layout.annotations if note.yref == "paper"] for figure in (near, far)]
    assert len(set(shifts[0])) == 2
    assert len(set(shifts[1])) == 1
    assert near.layout.margin.t > far.layout.margin.t


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK])
def test_the_axis_holds_all_teeth_and_lengths(palette):
    figure = drawn([WavelengthRow("a", WAVES, DONE, RED)], {"target": 10**6}, palette)
    low, high = figure.layout.xaxis.range
    assert low < np.log10(6.28)
    assert high > 6
    assert list(figure.layout.xaxis.ticktext) == ["10", "100", "1k", "10k", "100k", "1M"]


def test_pairs_that_all_stand_still_leave_an_empty_picture():
    nothing = np.zeros(3, bool)
    assert not any(len(trace.x) for trace in drawn([WavelengthRow("a", np.full(3, np.inf), nothing, nothing)]).data)


def test_very_wide_heads_are_thinned():
    many = np.geomspace(6, 1e6, 32_768)
    figure = drawn([WavelengthRow("a", many, many < 1e3, many > 1e5)])
    assert all(0 < len(trace.x) <= MOST_TICKS for trace in figure.data)
