"""What every rotation of images, video and prompts promises."""

import numpy as np
import pytest

from core.beyond_text.coordinates import grid_coordinates
from core.beyond_text.directions import axial, golden, mixed_arrows, mixed_start, per_axis
from core.beyond_text.mrope import axis_of_pair, mrope, xdrope_turn
from core.beyond_text.rotation import rotation
from core.schemes.rope import rope
from tests.core.oracle import EPS, frequency
from tests.golden.image_rope import IMAGE_ROPES, cogvideox_rope, flux_rope, vjepa2_turn

RNG = np.random.default_rng(0)
QUERY, KEY = RNG.standard_normal((2, 16))
ROTATIONS = {
    **{name: each.rotation(4, 6, 16) for name, each in IMAGE_ROPES.items()},
    "mixed": rotation(grid_coordinates(4, 6), mixed_start(3, 16)),
    "golden": rotation(grid_coordinates(4, 6), golden(16), "interleaved"),
    "FLUX": flux_rope(RNG.integers(0, 20, (5, 3)), (4, 6, 6)),
    "CogVideoX": cogvideox_rope(2, 3, 4, 16),
    "M-RoPE": mrope(RNG.integers(0, 50, (3, 7)), 16, (2, 3, 3)),
}


@pytest.mark.parametrize("turning", ROTATIONS.values(), ids=ROTATIONS)
def test_lengths_stay_and_a_vector_for_each_token_turns_like_one_for_all(turning):
    turned, vectors = turning.turn(QUERY), np.tile(QUERY, (turning.angles.shape[-2], 1))
    np.testing.assert_allclose(np.linalg.norm(turned, axis=-1), np.linalg.norm(QUERY), rtol=1e-14)
    np.testing.assert_array_equal(turning.turn(vectors), turned)
    assert sorted([*turning.first, *turning.second]) == list(range(turning.dim))
    assert turning.by_column().shape == (*turning.angles.shape[:-1], turning.dim)


@pytest.mark.parametrize("name", [name for name in IMAGE_ROPES if name != "DINOv3"])
def test_the_score_depends_on_the_offset_alone(name):
    each = IMAGE_ROPES[name]
    turning = each.rotation(4, 6, 16)
    queries, keys = (turning.turn(vector)[:24].reshape(4, 6, 16) for vector in (QUERY, KEY))
    near = np.einsum("yxd,yxd->yx", queries[:-1, :-2], keys[1:, 2:])  # one row down, two columns to the right
    np.testing.assert_allclose(near, near[0, 0], atol=1e-12)


@pytest.mark.parametrize("model", IMAGE_ROPES)
def test_angles_are_as_exact_as_their_size_allows(model):
    each = IMAGE_ROPES[model]
    turning = each.rotation(5, 3_000, 16)
    if each.directions is axial:
        places = each.coordinates(5, 3_000)
        for token, pair in ((2_999, 1), (14_998, 2), (14_999, 7)):
            exact = each.unit * places[token, pair // 4] * frequency(pair % 4, 4, each.base)
            assert abs(turning.angles[token, pair] - float(exact)) <= 4 * EPS * (1 + abs(float(exact)))
    assert np.isfinite(turning.angles).all()


def test_text_in_mrope_is_rope():
    positions = np.arange(40)
    for arrangement, sections in (("chunked", (2, 3, 3)), ("interleaved", (4, 2, 2)), ("alternating", (3, 3, 2))):
        turned = mrope(np.tile(positions, (3, 1)), 16, sections, base=5e6, arrangement=arrangement).turn(QUERY)
        np.testing.assert_allclose(turned, rope(np.tile(QUERY, (40, 1)), positions, base=5e6), atol=1e-13)


def test_interleaved_sections_are_clamped_and_the_first_is_never_read():
    wide = axis_of_pair((1, 20, 20), "interleaved", pairs=8)
    np.testing.assert_array_equal(wide, [0, 1, 2, 0, 1, 2, 0, 1])
    np.testing.assert_array_equal(wide, axis_of_pair((999, 20, 20), "interleaved", pairs=8))
    counts = np.bincount(axis_of_pair((8, 12, 12), "interleaved", pairs=32))
    np.testing.assert_array_equal(counts, [11, 11, 10])  # what timm documents for these sections


def test_arrows():
    np.testing.assert_allclose(np.prod(axial(32), axis=1), 0)  # on two axes
    one, other = np.split(mixed_start(2, 16), 2, axis=1)
    np.testing.assert_allclose((one * other).sum(axis=-1), 0, atol=1e-15)  # two orthogonal lines a head
    lengths = np.hypot(*golden(32, 100).T)
    np.testing.assert_allclose(lengths[1:] / lengths[:-1], 100 ** (-1 / 16))
    np.testing.assert_array_equal((per_axis((4, 6, 6)) > 0).sum(axis=0), [2, 3, 3])
    arrows = RNG.standard_normal((2, 3, 4))
    np.testing.assert_array_equal(mixed_arrows(arrows)[1, 2], arrows[::-1, 1, 2])


def test_two_released_schemes_are_no_rotations():
    """Norms and scores show it; their papers' formulas have neither tiling nor doubling."""
    vector = RNG.standard_normal(16)
    for turned in (
        vjepa2_turn(vector, np.arange(9)),
        xdrope_turn(vector, [[3, 3], [3, 1], [3, 2], [3, 0]], [2] * 4),
    ):
        lengths = np.linalg.norm(turned, axis=1) / np.linalg.norm(vector)
        assert abs(lengths - 1).max() > 0.01
    text = xdrope_turn(vector, np.tile(np.arange(5), (4, 1)), [2] * 4)
    np.testing.assert_allclose(text, rope(np.tile(vector, (5, 1)), 5), atol=1e-14)
