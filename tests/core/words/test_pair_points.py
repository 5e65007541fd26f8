import numpy as np
import pytest

from core.schemes.sinusoidal import sinusoidal
from core.words.embedding import embed
from core.words.pair_points import pair_points

WORDS = ["the", "cat", "the"]
ENCODING = {"base": 500.5, "scale": 2.5}


@pytest.mark.parametrize("d_model", [2, 3, 67, 512])
def test_points_are_the_embeddings_and_circles_the_sums(d_model):
    found = pair_points(WORDS, d_model, 12, seed=3, scaled=False, **ENCODING)
    rows, table = embed(WORDS, d_model, seed=3, scaled=False), sinusoidal(40, d_model, **ENCODING)
    for index, pair in enumerate(found.pairs):
        own = slice(2 * pair, 2 * pair + 2)
        np.testing.assert_array_equal(found.points[:, index], rows[:, own])
        np.testing.assert_allclose(found.circle(1, 40, index), rows[1, own] + table[:, own], atol=1e-12)
        at = found.reading(1, 7, index)
        np.testing.assert_allclose(
            (at.x, at.y, at.sum_x, at.sum_y), [*rows[1, own], *(rows[1] + table[7])[own]], atol=1e-12
        )
        assert at.wavelength * found.frequencies[index] == pytest.approx(2 * np.pi)
        assert (at.pair, found.nearest(pair)) == (pair, index)
