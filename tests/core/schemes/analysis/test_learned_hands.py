"""Clock hands in tables: those of the formula are found again, and five in a released model's table."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.frequencies import wavelengths
from core.schemes.analysis.learned_hands import hands_columns, learned_hands, map_columns, periods_columns
from core.schemes.analysis.spectrum import principal_components
from core.schemes.analysis.table import as_table, sinusoidal_table
from core.schemes.learned import sample
from core.sinusoidal.learned_shift import learn_map
from core.sinusoidal.shift import rotation_blocks, shift_matrix
from core.words.minilm.stored import position_table

MINILM = as_table(position_table()[1:511])  # without the row of [CLS] and the last, which stand apart


@pytest.mark.parametrize(("d_model", "base", "length"), [(2, 10_000, 100), (6, 500, 510), (10, 10_000, 2048)])
def test_a_sinusoidal_table_gives_back_its_own_frequencies(d_model, base, length):
    found = learned_hands(sinusoidal_table(length, d_model, base=base), count=d_model)
    np.testing.assert_allclose(found.periods, wavelengths(d_model, base), rtol=1e-6)
    np.testing.assert_allclose(found.growth, 1, atol=1e-8)
    assert found.map_by(1).explained == pytest.approx(1, abs=1e-12)
    assert found.share == pytest.approx(1)


def test_hands_of_a_sinusoidal_table_are_its_pairs_turned_to_twelve():
    length, frequencies = 300, 100.0 ** (-np.arange(0, 4, 2) / 4)  # radians per token
    found = learned_hands(sinusoidal_table(length, 4, base=100), count=4)
    angles = np.outer(frequencies, np.arange(length))
    np.testing.assert_allclose(found.tips, np.stack([np.sin(angles), np.cos(angles)], axis=-1), atol=1e-6)
    np.testing.assert_allclose(found.turns, angles / (2 * np.pi), atol=1e-6)
    np.testing.assert_allclose(found.blocks, rotation_blocks(1, 4, base=100), atol=1e-8)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 999), st.integers(1, 4))
def test_hands_are_found_in_any_linear_mixture_and_behind_any_mean(seed, pairs):
    rng = np.random.default_rng(seed)
    periods = np.cumprod(rng.uniform(2.5, 4, pairs))  # tokens
    angles = np.outer(np.arange(400), 2 * np.pi / periods) + rng.uniform(0, 6, pairs)
    mixed = np.hstack([np.sin(angles), np.cos(angles)]) @ rng.normal(size=(2 * pairs, 12)) + rng.normal(size=12)
    np.testing.assert_allclose(learned_hands(as_table(mixed), count=2 * pairs).periods, periods, rtol=1e-4)


def test_a_spiral_grows_and_its_map_says_by_how_much():
    angles = 0.3 * np.arange(60)
    spiral = 1.02 ** np.arange(60)[:, None] * np.column_stack([np.sin(angles), np.cos(angles)])
    found = learned_hands(as_table(spiral))
    np.testing.assert_allclose((found.growth, found.periods), ([1.02], [2 * np.pi / 0.3]), rtol=1e-9)


def test_a_released_models_table_has_five_hands_each_three_times_as_slow_as_the_one_before():
    found = learned_hands(MINILM)
    assert found.rows.shape == (510, 10)  # as many directions as hold 90 %
    assert found.share == pytest.approx(0.939, abs=5e-4)
    np.testing.assert_allclose(found.periods[:4], [5.94, 17.1, 51.8, 155], rtol=3e-3)
    assert 500 < found.periods[4] < 620  # ragged: one turn in the whole table
    np.testing.assert_allclose(found.periods[1:4] / found.periods[:3], 3, atol=0.2)
    assert 0.9965 < found.growth.min() <= found.growth.max() < 1.001
    offsets = {offset: found.map_by(offset).explained for offset in (1, 3, 10)}
    assert offsets == pytest.approx({1: 0.996, 3: 0.980, 10: 0.850}, abs=5e-4)


def test_its_hands_are_circles_and_their_angles_straight_lines():
    found = learned_hands(MINILM)
    lengths = np.hypot(found.tips[..., 0], found.tips[..., 1])
    np.testing.assert_allclose(lengths.mean(axis=1), 1)
    assert (lengths.std(axis=1) < [0.16, 0.10, 0.10, 0.15, 0.22]).all()
    rows = np.arange(510)
    for turns, period in zip(found.turns, found.periods, strict=True):
        assert 1 / np.polyfit(rows, turns, 1)[0] == pytest.approx(period, rel=0.06)
        assert np.corrcoef(rows, turns)[0, 1] > 0.98
    ragged = np.abs(np.diff(found.turns[4])) > 0.02
    assert ragged[:100].sum() > ragged[150:].sum()


def test_in_the_planes_the_map_by_one_row_is_five_blocks():
    found = learned_hands(MINILM)
    flat = found.tips.swapaxes(0, 1).reshape(510, -1)
    whole = learn_map(flat[:-1] - flat[:-1].mean(axis=0), flat[1:] - flat[1:].mean(axis=0)).matrix
    np.testing.assert_allclose(whole, shift_matrix(found.blocks), atol=1e-6)
    rows, *columns = map_columns(found.periods, found.growth).items()
    assert [name for name, _ in columns] == rows[1].tolist()
    np.testing.assert_allclose(np.column_stack([each for _, each in columns]), whole, atol=1e-6)


def test_its_singular_values_are_those_of_pytorch():  # reference: NumPy's SVD of the published float32 table
    values = principal_components(MINILM, 12).values[:12]
    expected = [3.60, 3.58, 3.24, 3.03, 2.95, 2.92, 2.86, 2.75, 2.72, 2.70, 1.56, 0.73]
    np.testing.assert_allclose(values, expected, atol=6e-3)


def test_the_sample_turns_as_well_but_in_no_geometric_steps():
    found = learned_hands(as_table(sample()))
    assert len(found.periods) == 7
    assert found.map_by(1).explained > 0.98
    assert (found.periods[1:] / found.periods[:-1] < 2).all()


@pytest.mark.parametrize("table", [np.zeros((5, 4)), np.ones((9, 1)), np.eye(3), np.arange(12.0).reshape(6, 2)])
def test_where_nothing_turns_there_are_no_hands(table):
    found = learned_hands(as_table(table))
    assert (len(found.periods), found.tips.shape) == (0, (0, len(table), 2))
    assert found.blocks.shape == (0, 2, 2)
    assert found.turns.shape == (0, len(table))


def test_columns_are_the_hands_at_their_positions_and_their_wavelengths_beside_the_formulas():
    found = learned_hands(MINILM)
    position, *tips = hands_columns(found.tips, first=1).values()
    np.testing.assert_array_equal(position, np.arange(1, 511))
    np.testing.assert_array_equal(np.array(tips).reshape(5, 2, 510), found.tips.swapaxes(1, 2))
    table = periods_columns(found.periods, base=500, scale=2)
    np.testing.assert_allclose(table["wavelength"], [*found.periods, *(2 * wavelengths(10, 500))])
    assert table["table"].tolist() == ["learned"] * 5 + ["formula"] * 5
    assert table["hand"].tolist() == [1, 2, 3, 4, 5] * 2


def test_columns_of_many_hands_at_many_rows_are_the_fastest_at_the_first():
    columns = hands_columns(np.ones((20, 3000, 2)), step=4)
    assert len(columns) == 1 + 2 * 8
    np.testing.assert_array_equal(columns["position"], np.arange(0, 4096, 4))
    assert len(periods_columns(np.arange(1.0, 21))["wavelength"]) == 16


def test_what_is_wrong_is_named():
    with pytest.raises(ValueError, match="length of the table must be a whole number of at least 3, got 2"):
        learned_hands(as_table(np.eye(2)))
    with pytest.raises(ValueError, match="count must be a whole number of at least 1, got 0"):
        learned_hands(MINILM, count=0)
    with pytest.raises(ValueError, match="offset must be a whole number from 1 to 509, got 510"):
        learned_hands(MINILM).map_by(510)
