"""Positions read back from a sum by a linear probe."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.sinusoidal import sinusoidal
from core.words.probe import POSITIONS, TEST_PAIRS, TRAIN_PAIRS, WORDS, fit_probe, nearest_rows, random_embeddings
from core.words.read_back import WIDTHS, Way, across_widths, read_back
from core.words.survival import MODEL, survival
from core.words.survival import POSITIONS as PLACES

# ---- Probe.

seeds = st.integers(0, 2**32)


def examples(seed, rows=40, features=5, targets=3):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((rows, features)) + 3, rng.standard_normal((rows, targets)) - 2


@given(seeds)
def test_with_hardly_any_ridge_it_is_least_squares(seed):
    inputs, targets = examples(seed)
    with_one = np.column_stack([inputs, np.ones(len(inputs))])
    expected = with_one @ np.linalg.lstsq(with_one, targets, rcond=None)[0]
    np.testing.assert_allclose(fit_probe(inputs, targets, penalty=1e-14).read(inputs), expected, atol=1e-8)


@given(seeds)
def test_it_is_the_least_of_what_ridge_regression_weighs(seed):
    inputs, targets = examples(seed)
    probe, rng = fit_probe(inputs, targets, penalty=0.3), np.random.default_rng(seed)
    ridge = 0.3 * len(inputs) * inputs.var(axis=0).mean()

    def loss(weights, offset):
        return ((inputs @ weights + offset - targets) ** 2).sum() + ridge * (weights**2).sum()

    least = loss(probe.weights, probe.offset)
    for _ in range(5):
        weights = probe.weights + 0.01 * rng.standard_normal(probe.weights.shape)
        assert loss(weights, probe.offset + 0.01 * rng.standard_normal(3)) > least


def test_where_nothing_varies_it_says_the_mean():
    probe = fit_probe(np.ones((6, 4)), np.arange(6.0)[:, None])
    np.testing.assert_array_equal(probe.read(np.ones((2, 4))), [[2.5], [2.5]])


@pytest.mark.parametrize("shape", [(7,), (2, 7)])
def test_the_nearest_row_is_the_one_at_the_least_distance(shape):
    rng = np.random.default_rng(0)
    readings, table = rng.standard_normal((*shape, 3)), rng.standard_normal((11, 3)) * 2
    expected = ((readings[..., None, :] - table) ** 2).sum(axis=-1).argmin(axis=-1)
    np.testing.assert_array_equal(nearest_rows(readings, table), expected)


# ---- Read back.


def by_rows(way, d_model, seed, **shape):
    """The same experiment written out: one row per pair, no matrix of counts."""
    rng = np.random.default_rng(seed)
    rank = rng.permutation(WORDS * POSITIONS)
    word, position = np.divmod(np.arange(WORDS * POSITIONS), POSITIONS)
    width = d_model // 2 if way is Way.HALVES else d_model
    words, encoding = random_embeddings(width, rng), sinusoidal(POSITIONS, width, **shape)
    if way is Way.SCALED:
        words = words * np.sqrt(d_model)
    join = np.hstack if way.apart else sum
    rows = join([words[word], encoding[position]])
    trained, tested = rank < TRAIN_PAIRS, (rank >= TRAIN_PAIRS) & (rank < TRAIN_PAIRS + TEST_PAIRS)
    which = fit_probe(rows[trained], np.eye(WORDS)[word[trained]]).read(rows[tested]).argmax(axis=1)
    where = nearest_rows(fit_probe(rows[trained], encoding[position[trained]]).read(rows[tested]), encoding)
    missed = np.abs(where - position[tested])
    return np.mean(missed == 0), np.mean(which == word[tested]), missed.mean()


@pytest.mark.parametrize(("d_model", "base", "scale"), [(64, 1e4, 4), (200, 3.0, 16)])
@pytest.mark.parametrize("way", Way)
def test_the_matrices_of_counts_give_what_all_rows_give(way, d_model, base, scale):  # in both forms of the solution
    result = read_back(way, d_model, base=base, scale=scale, seed=5)
    expected = by_rows(way, d_model, 5, base=base, scale=scale)
    np.testing.assert_allclose((result.position, result.word), expected[:2], atol=2 / TEST_PAIRS)
    assert result.error == pytest.approx(expected[2], abs=10 / TEST_PAIRS)


@pytest.mark.parametrize("seed", range(3))
def test_what_the_room_says_holds_for_other_draws(seed):
    at = {way: read_back(way, 16, seed=seed) for way in Way}
    assert at[Way.SCALED].word > at[Way.ADDED].word > at[Way.HALVES].word
    assert at[Way.SCALED].position < at[Way.ADDED].position < at[Way.HALVES].position == 1
    assert at[Way.WHOLE].word > at[Way.SCALED].word
    wide = [read_back(way, 512, seed=seed) for way in Way]
    assert all(each.position > 0.99 and each.word > 0.99 and each.error < 0.01 for each in wide)


@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("d_model", [64, 512])
def test_positions_that_are_all_alike_cannot_be_read(way, d_model):
    far = read_back(way, d_model, scale=1e9)
    assert far.position < 4 / POSITIONS


def test_widths_come_one_by_one_and_what_is_done_stays_remembered():
    read_back.cache_clear()
    rows = across_widths(seed=9)
    assert [each.d_model for each in next(rows)] == len(Way) * [WIDTHS[0]]
    rows.close()
    assert read_back.cache_info().currsize == len(Way)


# ---- Survival.

CHANCE = 1 / PLACES


@pytest.mark.parametrize("seed", range(2))
def test_position_survives_with_residual_connections_and_dies_without(seed):
    intact, lost = (survival(residual=residual, is_scaled=False, seed=seed) for residual in (True, False))
    assert len(intact.exact) == len(intact.error) == len(intact.alike) == MODEL.layers + 1
    assert intact.exact[0] == lost.exact[0] > 0.99
    assert intact.exact[-1] > 0.95
    assert lost.exact[-1] < 2 * CHANCE
    assert lost.error[-1] > PLACES / 5  # always the middle is a quarter away on average
    assert lost.alike[2] > 0.999 > intact.alike[-1]


def test_louder_words_make_it_fade_sooner():
    plain, scaled = (survival(residual=False, is_scaled=scaled) for scaled in (False, True))
    assert scaled.exact[1] < plain.exact[1] / 2
    assert survival(residual=True, is_scaled=True).exact[-1] > 0.3


def test_positions_that_are_all_alike_are_never_read():  # without a mask nothing else distinguishes them
    nowhere = survival(residual=True, is_scaled=False, scale=1e12)
    assert max(nowhere.exact) < 3 * CHANCE
