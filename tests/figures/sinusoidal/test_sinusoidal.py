"""Curves, arrows and wavelengths of the sinusoidal encoding."""

import numpy as np
import pytest

from core.frequencies import wavelengths
from figures import theme
from figures.curves import Line
from figures.sinusoidal.same_sine import same_sine_arrows
from figures.sinusoidal.similarity import CURVE, offset_curves, rising
from figures.sinusoidal.waves import MOST_DOTS, wavelengths_by_pair
from figures.theme import LIGHT

# ---- Offsets.

K = np.arange(-4.0, 5.0)


def line(name, height, width=1.5):
    return Line(name, K, height - np.abs(K), CURVE, width=width)


def texts(figure):
    return [annotation.text.replace("&nbsp;", "") for annotation in figure.layout.annotations]


def test_every_curve_is_named_at_its_end_and_the_thickest_in_bold():
    lines = [line("512", 9, width=4), line("2,048", 9)]
    figure = offset_curves(lines, palette=LIGHT, y="s (1)", peak=9, heading="d_model")
    assert texts(figure) == ["<b>512</b>", "2,048", "d_model"]
    low, high = figure.layout.yaxis.range
    assert all(low < annotation.y < high for annotation in figure.layout.annotations)


def test_a_curve_is_marked_exactly_where_it_rises_with_the_distance():
    half = np.array([9.0, 5, 6, 4, 3, 3, 3.5, 2])  # rises to its offsets 2 and 6
    curve = Line("", np.arange(-7.0, 8), np.concatenate([half[:0:-1], half]), CURVE)
    marked = rising(curve)
    steps = [x for x, y in zip(marked.x, marked.y, strict=True) if np.isfinite(y)]
    assert steps == [-6, -5, -2, -1, 1, 2, 5, 6]
    assert np.isnan(rising(line("falls", 9)).y).all()


def test_a_rise_ends_where_another_begins_only_with_a_gap():  # up to 1, and from the other side of it up to 2
    zigzag = Line("", np.arange(4.0), np.array([0.0, 1.0, 0.5, 2.0]), CURVE)
    marked = rising(zigzag)
    assert np.isfinite(marked.y).tolist() == [True, True, False, True, True]


# ---- Same sine.

TITLES = {"level": "one sine", "ends": ("rising", "falling"), "x": "sine (1)", "y": "cosine (1)"}
BEFORE = np.array([np.pi / 6, 5 * np.pi / 6])


@pytest.mark.parametrize("turn", [1.0, -1.0, 401.0, 1e5])
def test_arrows_begin_at_one_sine_and_end_where_the_turn_leads(turn):
    figure = same_sine_arrows(BEFORE, turn, palette=theme.LIGHT, **TITLES)
    arrows = [trace for trace in figure.data if trace.mode == "lines+markers"]
    assert len(arrows) == 2
    for angle, arrow, label in zip(BEFORE, arrows, figure.layout.annotations[1:], strict=True):
        assert arrow.x[0] == pytest.approx(0.5)
        assert (arrow.x[-1], arrow.y[-1]) == pytest.approx((np.sin(angle + turn), np.cos(angle + turn)), abs=1e-5)
        assert (label.x, label.y) == pytest.approx((1.08 * arrow.x[-1], 1.08 * arrow.y[-1]), abs=1e-5)
        assert np.ptp(np.unwrap(np.arctan2(arrow.y, arrow.x))) <= np.pi + 1e-6


# ---- Wavelengths.

NAMES = {name: name for name in ("complete", "not complete", "even", "unscaled", "length")}
AXES = {"palette": theme.DARK, "names": NAMES, "x": "pair", "y": "wavelength (tokens)"}


@pytest.mark.parametrize(("d_model", "mode"), [(512, "markers"), (2 * MOST_DOTS + 2, "lines")])
def test_pairs_are_split_at_the_length(d_model, mode):
    values = wavelengths(d_model)
    steps = np.linspace(values[0], values[-1], len(values))
    complete, incomplete, even = wavelengths_by_pair(values, steps, length=128, **AXES).data
    np.testing.assert_allclose(np.concatenate([complete.y, incomplete.y]), values, rtol=1e-6)
    np.testing.assert_array_equal(np.concatenate([complete.x, incomplete.x]), np.arange(len(values)))
    assert complete.y.max() <= 128 < incomplete.y.min()
    assert (complete.line.color, incomplete.line.color) == (theme.DARK.text, theme.GHOST)
    assert complete.mode == incomplete.mode == mode
    assert len(set(np.diff(even.y.astype(float)).round(1))) <= 2  # float32 rounds the one gap
    np.testing.assert_allclose(even.y[[0, -1]], values[[0, -1]], rtol=1e-6)
