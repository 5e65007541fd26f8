import numpy as np

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


def test_very_wide_heads_are_thinned():
    many = np.geomspace(6, 1e6, 32_768)
    figure = drawn([WavelengthRow("a", many, many < 1e3, many > 1e5)])
    assert all(0 < len(trace.x) <= MOST_TICKS for trace in figure.data)
