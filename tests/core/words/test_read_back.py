import numpy as np
import pytest

from core.schemes.sinusoidal import sinusoidal
from core.words.pair_probe import POSITIONS, TESTED, TRAINED, WORDS, random_embeddings
from core.words.probe import fit_probe, nearest_rows
from core.words.read_back import WIDTHS, Way, across_widths, read_back


def by_rows(way, d_model, seed, **shape):
    """The same experiment written out: one row a pair, no matrix of counts."""
    rng = np.random.default_rng(seed)
    rank = rng.permutation(WORDS * POSITIONS)
    word, position = np.divmod(np.arange(WORDS * POSITIONS), POSITIONS)
    own = d_model // 2 if way is Way.HALVES else d_model
    words, encoding = random_embeddings(own, rng), sinusoidal(POSITIONS, own, **shape)
    if way is Way.SCALED:
        words = words * np.sqrt(d_model)
    join = np.hstack if way.apart else sum
    rows = join([words[word], encoding[position]])
    trained, tested = rank < TRAINED, (rank >= TRAINED) & (rank < TRAINED + TESTED)
    which = fit_probe(rows[trained], np.eye(WORDS)[word[trained]]).read(rows[tested]).argmax(axis=1)
    where = nearest_rows(fit_probe(rows[trained], encoding[position[trained]]).read(rows[tested]), encoding)
    missed = np.abs(where - position[tested])
    return np.mean(missed == 0), np.mean(which == word[tested]), missed.mean()


@pytest.mark.parametrize(("d_model", "base", "scale"), [(16, 1e4, 1), (64, 1e4, 4), (200, 1e4, 1), (256, 3.0, 16)])
@pytest.mark.parametrize("way", Way)
def test_the_matrices_of_counts_give_what_all_rows_give(way, d_model, base, scale):  # in both forms of the solution
    found = read_back(way, d_model, base=base, scale=scale, seed=5)
    expected = by_rows(way, d_model, 5, base=base, scale=scale)
    np.testing.assert_allclose((found.position, found.word), expected[:2], atol=2 / TESTED)
    assert found.error == pytest.approx(expected[2], abs=10 / TESTED)


# An independent run of the same setting with another seed: position and word with and without √d_model.
INDEPENDENT = {
    8: (0.496, 0.169, 0.115, 0.301),
    16: (0.957, 0.608, 0.203, 0.798),
    32: (1.0, 0.968, 0.392, 0.992),
    64: (1.0, 1.0, 0.587, 1.0),
    128: (1.0, 1.0, 0.847, 1.0),
    256: (1.0, 1.0, 1.0, 1.0),
    512: (1.0, 1.0, 1.0, 1.0),
}


@pytest.mark.parametrize("d_model", INDEPENDENT)
def test_another_draw_of_words_shows_the_same_trend(d_model):
    plain, scaled = (read_back(way, d_model) for way in (Way.ADDED, Way.SCALED))
    found = plain.position, plain.word, scaled.position, scaled.word
    np.testing.assert_allclose(found, INDEPENDENT[d_model], atol=0.07)


@pytest.mark.parametrize("seed", range(3))
def test_what_the_room_says_holds_for_other_draws(seed):
    at = {way: read_back(way, 16, seed=seed) for way in Way}
    assert at[Way.SCALED].word > at[Way.ADDED].word > at[Way.HALVES].word
    assert at[Way.SCALED].position < at[Way.ADDED].position < at[Way.HALVES].position == 1
    assert at[Way.WHOLE].word > at[Way.SCALED].word
    wide = [read_back(way, 512, seed=seed) for way in Way]
    assert all(each.position > 0.99 and each.word > 0.99 and each.error < 0.01 for each in wide)


def test_it_is_reproducible_by_seed():
    first = read_back(Way.ADDED, 8, seed=7)
    read_back.cache_clear()
    assert read_back(Way.ADDED, 8, seed=7) == first
    assert read_back(Way.ADDED, 8, seed=8) != first


@pytest.mark.parametrize("way", Way)
@pytest.mark.parametrize("d_model", [64, 512])
def test_positions_that_are_all_alike_cannot_be_read(way, d_model):
    far = read_back(way, d_model, scale=1e9)
    assert far.position < 4 / POSITIONS


def test_half_of_twice_the_features_is_the_whole():
    half, whole = read_back(Way.HALVES, 32, seed=4), read_back(Way.WHOLE, 16, seed=4)
    assert (half.position, half.word, half.error) == (whole.position, whole.word, whole.error)


def test_widths_come_one_by_one_and_what_is_done_stays_remembered():
    read_back.cache_clear()
    rows = across_widths(seed=9)
    assert [each.d_model for each in next(rows)] == len(Way) * [WIDTHS[0]]
    rows.close()
    assert read_back.cache_info().currsize == len(Way)
