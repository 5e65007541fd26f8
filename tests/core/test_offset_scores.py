"""Score by offset, against what each family computes itself."""

import numpy as np
import pytest

from core.offset_scores import offset_scores, symmetric_offsets
from core.schemes import SCHEMES
from core.schemes.alibi import slopes
from core.schemes.learned import sample
from core.schemes.rope import rope
from core.schemes.sinusoidal import sinusoidal
from core.schemes.xpos import decay
from core.similarity import dot_product

K = np.arange(-20, 21)


def scores(name, offsets=K, d_model=64, **given):
    return offset_scores(SCHEMES[name], offsets, d_model=d_model, **given)


@pytest.mark.parametrize("name", SCHEMES)
def test_every_scheme_has_a_score_that_is_zero_at_offset_zero(name):
    found = scores(name).values
    assert found.shape == K.shape
    assert np.isfinite(found).all()
    assert found[20] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("position", [20, 777])
def test_additive_is_the_dot_product_of_rows_anywhere(position):
    table = sinusoidal(position + K, 64, base=500, scale=2)
    direct = (table @ table[20] - table[20] @ table[20]) / 8
    np.testing.assert_allclose(scores("sinusoidal", base=500, scale=2).values, direct, atol=1e-12)


def test_rotary_on_ones_is_twice_the_sinusoidal_curve():
    closed = 2 * (dot_product(K, 64) - 32) / 8
    np.testing.assert_allclose(scores("RoPE").values, closed, atol=1e-12)
    np.testing.assert_allclose(scores("RoPE").values, 2 * scores("sinusoidal").values, atol=1e-12)
    query = rope(np.ones((1, 64)), [900])[0]
    keys = rope(np.ones((len(K), 64)), 900 + K)
    np.testing.assert_allclose(scores("RoPE").values, (keys @ query - 64) / 8, atol=1e-11)


def test_xpos_falls_into_the_past_and_grows_into_the_future():
    angles = np.outer(K, 10_000.0 ** (-np.arange(0, 64, 2) / 64))
    direct = 2 * (np.cos(angles) * decay(64) ** (-K[:, None] / 512)).sum(axis=1)
    np.testing.assert_allclose(scores("xPos").values, (direct - 64) / 8, atol=1e-11)
    far = scores("xPos", np.array([-1_000_000, 0, 1_000_000])).values
    assert np.isfinite(far[:2]).all()
    assert np.isnan(far[2])  # it grows beyond any number


def test_bias_is_that_of_one_head():
    np.testing.assert_allclose(scores("ALiBi", heads=12, head=9).values, -slopes(12)[8] * np.abs(K))
    t5, shaw = SCHEMES["T5"].function, SCHEMES["Shaw"].function
    for name, function in (("T5", t5), ("Shaw", shaw)):
        bias = function([20], np.arange(41), 8)[2, 0]
        np.testing.assert_allclose(scores(name, head=3).values, bias - bias[20])


def test_fire_depends_on_the_query():
    near, far = scores("FIRE", query=1000).values, scores("FIRE", query=100_000).values
    assert np.abs(near - far).max() > 0.1


def test_a_table_gives_the_mean_over_its_rows_and_ends_with_them():
    table = sample()
    found = scores("learned", np.array([-300, -7, 0, 7, 255, 256]))
    assert found.features == table.shape[1]
    ahead = np.mean([table[p] @ table[p + 7] - table[p] @ table[p] for p in range(len(table) - 7)])
    back = np.mean([table[p] @ table[p - 7] - table[p] @ table[p] for p in range(7, len(table))])
    root = np.sqrt(table.shape[1])
    np.testing.assert_allclose(found.values[1:4], [back / root, 0, ahead / root], atol=1e-12)
    assert np.isnan(found.values).tolist() == [True, False, False, False, False, True]


def test_no_encoding_adds_nothing():
    assert not scores("NoPE").values.any()


@pytest.mark.parametrize(("d_model", "features"), [(1, 2), (2, 2), (3, 2), (64, 64), (65, 64)])
def test_rotary_takes_the_even_part_of_the_features(d_model, features):
    assert scores("RoPE", d_model=d_model).features == features


@pytest.mark.parametrize("d_model", [1, 512, 16_384])
@pytest.mark.parametrize("length", [1, 2, 128, 1_048_576])
def test_offsets_are_symmetric_with_both_ends(length, d_model):
    offsets = symmetric_offsets(length, d_model)
    np.testing.assert_array_equal(offsets, -offsets[::-1])
    assert offsets[-1] == length - 1
    assert 0 in offsets
    assert len(offsets) <= 801
    assert len(offsets) == 2 * min(length, 128) - 1 or length > 128


def test_long_lists_of_offsets_are_taken_in_parts():
    offsets = np.arange(-300, 301)
    at_once = (sinusoidal(offsets, 4096) @ sinusoidal([0], 4096)[0] - 2048) / 64
    np.testing.assert_allclose(scores("sinusoidal", offsets, 4096).values, at_once, atol=1e-12)


def test_a_head_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match=r"^head must be a whole number from 1 to 8, got 9$"):
        scores("ALiBi", head=9)
