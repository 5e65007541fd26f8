"""Signals to be learned, and what an address may say of one."""

import numpy as np
import pytest

from core.beyond_text.drawn_signal import built_in, on_line, read_signal, signal_text

CENTRES = (np.arange(64) + 0.5) / 64


def test_a_signal_is_read_back_as_it_was_written():
    drawn = np.round(np.random.default_rng(0).uniform(-1, 1, 64), 2)
    np.testing.assert_allclose(read_signal(signal_text(drawn)), drawn, atol=1e-12)
    assert read_signal(" 0, 50,-100 ,7").tolist() == [0, 0.5, -1, 0.07]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5", "drawn must have from 4 to 256 values, got 1"),
        ("", "drawn must have from 4 to 256 values, got 1"),
        ("1,2,3,nan", "drawn must hold whole numbers from -100 to 100, got 'nan'"),
        ("1,2,3,101", "drawn must hold whole numbers from -100 to 100, got '101'"),
        ("1,2,3,--4", "drawn must hold whole numbers from -100 to 100, got '--4'"),
        ("1,2,3,²", "drawn must hold whole numbers from -100 to 100, got '²'"),
        ("1,2,3,1e1", "drawn must hold whole numbers from -100 to 100, got '1e1'"),
        ("0," * 300, "drawn must have from 4 to 256 values, got 301"),
        ("1," * 1_000_000, "drawn must have at most 2,048 characters, got 2,000,000"),
    ],
)
def test_what_is_no_signal_is_refused_by_name(text, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        read_signal(text)


def test_built_in_signals_hold_the_waves_that_they_say():
    size = 2 * np.abs(np.fft.rfft(built_in("waves", CENTRES))) / 64
    np.testing.assert_allclose(size[[1, 4, 10]], [0.5, 0.3, 0.2], atol=1e-12)
    assert size.sum() == pytest.approx(1)
    steps = built_in("steps", CENTRES)
    assert set(steps) == {-1, 1}
    assert np.count_nonzero(np.diff(steps)) == 4


def test_a_drawn_signal_of_any_length_is_joined_by_straight_lines():
    assert on_line(np.array([0.0, 1.0, 0.0, 0.0]), np.array([0.125, 0.25, 0.375, 1])).tolist() == [0, 0.5, 1, 0]
