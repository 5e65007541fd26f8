import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.schemes.sinusoidal import columns, sinusoidal
from core.sinusoidal.dimensions import columns_at, contrasting_dimensions, read_dimensions, wave

SIZES = some.integers(1, 300)
BASES = some.floats(2, 1e7)
SCALES = some.floats(1, 64)


@given(SIZES, BASES, SCALES, some.data())
def test_a_few_columns_are_those_of_the_table(d_model, base, scale, data):
    wanted = data.draw(some.lists(some.integers(0, d_model - 1), max_size=5))
    positions = np.array([0, 1, 2.5, 1000])
    table = sinusoidal(positions, d_model, base=base, scale=scale)
    few = columns_at(positions, wanted, columns(d_model, base=base), scale=scale)
    np.testing.assert_allclose(few, table[:, wanted], atol=1e-12)


@given(SIZES, BASES, SCALES, some.integers(1, 2**20), some.data())
def test_a_wave_repeats_after_its_wavelength(d_model, base, scale, window, data):
    dimension = data.draw(some.integers(0, d_model - 1))
    column = columns(d_model, base=base)
    seen = wave(dimension, window, column, scale=scale)
    now, later = columns_at([0.7, 0.7 + seen.wavelength], [dimension], column, scale=scale)[:, 0]
    assert later == pytest.approx(now, abs=1e-9)
    assert seen.turns == pytest.approx(window / seen.wavelength)
    function = np.cos if seen.cosine else np.sin
    assert function(0.7 * seen.frequency) == pytest.approx(now, abs=1e-12)
    assert seen.pair == dimension // 2


def test_default_spread_of_the_paper_is_fast_medium_slow_and_still():
    column = columns(512)
    lengths = [wave(d, 128, column).wavelength for d in contrasting_dimensions(128, column)[::2]]
    np.testing.assert_allclose(lengths, [6.28, 128 / 5, 128, 60611.5], rtol=0.02)  # within half a pair


@given(SIZES, BASES, SCALES, some.integers(1, 2**20))
def test_the_spread_always_holds_the_fastest_and_the_last_dimension(d_model, base, scale, window):
    picked = contrasting_dimensions(window, columns(d_model, base=base), scale=scale)
    assert picked[0] == 0
    assert picked[-1] == d_model - 1
    assert list(picked) == sorted(set(picked))


@given(some.text(max_size=80), some.integers(1, 16_384))
def test_any_text_gives_dimensions_that_exist(text, d_model):
    picked = read_dimensions(text, d_model, most=16)
    assert len(picked) <= 16
    assert all(0 <= dimension < d_model for dimension in picked)


@pytest.mark.parametrize(
    ("text", "picked"),
    [
        ("3,1, 1", (1, 3)),
        ("2-4", (2, 3, 4)),
        ("2–3", (2, 3)),
        ("4-2", ()),
        ("0-999999999", (0, 1, 2, 3)),
        ("9" * 5000, ()),
        ("8", ()),
        ("٣", ()),
        ("", ()),
    ],
)
def test_text_is_read_as_a_person_would(text, picked):
    assert read_dimensions(text, 8, most=4) == picked
