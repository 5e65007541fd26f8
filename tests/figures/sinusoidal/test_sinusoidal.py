"""Curves, arrows and wavelengths of the sinusoidal encoding."""

import numpy as np
import pytest

from core.frequencies import wavelengths
from figures import theme
from figures.curves import Line
from figures.sinusoidal.same_sine import same_sine_arrows
from figures.sinusoidal.similarity import CURVE, mirrored_panels, offset_curves
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


def test_each_panel_holds_a_curve_and_its_reflection():
    skew = Line("skew", K, K**3, CURVE)
    figure = mirrored_panels([line("even", 9), skew], palette=LIGHT, y="s (1)", mirror="s(−k)")
    even_mirror, even, mirror, curve = figure.data
    np.testing.assert_array_equal(even.y, even_mirror.y)
    np.testing.assert_array_equal(mirror.y, -curve.y)
    assert [trace.showlegend for trace in figure.data] == [True, False, False, False]
    assert texts(figure) == ["even", "skew"]
    assert figure.layout.yaxis.title.text == figure.layout.yaxis2.title.text == "s (1)"
    assert figure.layout.xaxis2.title.text == "offset k (tokens)"


# ---- Same sine.

TITLES = {"names": ("rising", "falling"), "x": "angle (degrees)", "y": "sine (1)", "circle": "cosine (1)"}
BEFORE = np.array([np.pi / 6, 5 * np.pi / 6])


@pytest.mark.parametrize("turn", [1.0, -1.0, 401.0, 1e5])
def test_arrows_begin_at_one_height_and_end_where_the_turn_leads(turn):
    figure = same_sine_arrows(BEFORE, turn, palette=theme.LIGHT, **TITLES)
    arrows = [trace for trace in figure.data if "lines" in trace.mode and trace.name in {"rising", "falling"}]
    for angle, (on_wave, on_circle) in zip(BEFORE, zip(arrows[::2], arrows[1::2], strict=True), strict=True):
        assert on_wave.y[0] == pytest.approx(0.5)
        assert on_wave.y[-1] == pytest.approx(np.sin(angle + turn), abs=1e-5)
        assert (on_circle.x[-1], on_circle.y[-1]) == pytest.approx((np.cos(angle + turn), on_wave.y[-1]), abs=1e-5)
        assert -180 <= min(on_wave.x) <= max(on_wave.x) <= 360


# ---- Wavelengths.

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
