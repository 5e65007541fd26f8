import numpy as np
import pytest

from core.schemes.sinusoidal import columns
from core.waves import wave
from figures import theme
from figures.waves import in_tokens, wave_rows


def drawn(dimensions, window):
    waves = [wave(dimension, window, columns(512)) for dimension in dimensions]
    figure = wave_rows(waves, palette=theme.LIGHT, window=window, x="position (tokens)", y="value (−1 to 1)")
    return waves, figure


def test_curves_and_dots_are_the_data():
    waves, figure = drawn((78, 79, 511), 64)
    lines, dots = ([t for t in figure.data if t.mode == mode] for mode in ("lines", "markers"))
    for seen, line, dot in zip(waves, lines, dots, strict=True):
        np.testing.assert_allclose(line.x, seen.positions, rtol=1e-6)
        np.testing.assert_allclose(line.y, seen.values, atol=1e-6)
        np.testing.assert_allclose(dot.y, seen.at_tokens, atol=1e-6)
        assert (dot.x0, dot.dx) == (0, 1)
        assert line.line.color == dot.marker.color == (theme.COSINE if seen.cosine else theme.SINE)


def test_each_pair_has_a_row_labelled_with_its_wavelength():
    _, figure = drawn((0, 1, 510), 128)
    assert {trace.yaxis for trace in figure.data} == {"y", "y2"}
    text = " ".join(note.text for note in figure.layout.annotations)
    for label in ("dim 0 · sin", "dim 1 · cos", "6.3 tokens", "dim 510 · sin", "60,611 tokens", "value (−1 to 1)"):
        assert label in text
    assert figure.layout.xaxis2.title.text == "position (tokens)"


def test_a_wave_too_fast_to_draw_is_one_band_from_trough_to_crest():
    _, figure = drawn((0, 1), 2**20)
    (band,) = figure.data
    assert (min(band.x), max(band.x), min(band.y), max(band.y)) == (0, 2**20, -1, 1)
    assert band.fillcolor == theme.GHOST


@pytest.mark.parametrize(("wavelength", "text"), [(2 * np.pi, "6.3 tokens"), (60611.48, "60,611 tokens")])
def test_wavelengths_are_written_with_their_unit(wavelength, text):
    assert in_tokens(wavelength) == text
