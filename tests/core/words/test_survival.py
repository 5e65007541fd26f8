import pytest

from core.words.survival import POSITIONS, PROBED, survival

CHANCE = 1 / POSITIONS


@pytest.mark.parametrize("seed", range(2))
def test_position_survives_with_residual_connections_and_dies_without(seed):
    kept, lost = (survival(residual=residual, scaled=False, seed=seed) for residual in (True, False))
    assert len(kept.exact) == len(kept.error) == len(kept.alike) == PROBED.layers + 1
    assert kept.exact[0] == lost.exact[0] > 0.99
    assert kept.exact[-1] > 0.95
    assert lost.exact[-1] < 2 * CHANCE
    assert lost.error[-1] > POSITIONS / 5  # always the middle is a quarter away on average
    assert lost.alike[2] > 0.999 > kept.alike[-1]


def test_louder_words_make_it_fade_sooner():
    plain, scaled = (survival(residual=False, scaled=scaled) for scaled in (False, True))
    assert scaled.exact[1] < plain.exact[1] / 2
    assert survival(residual=True, scaled=True).exact[-1] > 0.3


def test_positions_that_are_all_alike_are_never_read():  # without a mask nothing else tells them apart
    nowhere = survival(residual=True, scaled=False, scale=1e12)
    assert max(nowhere.exact) < 3 * CHANCE


def test_it_is_reproducible_by_seed():
    first = survival(residual=False, scaled=True, seed=3)
    assert survival.__wrapped__(residual=False, scaled=True, seed=3) == first
    assert survival(residual=False, scaled=True, seed=4) != first
