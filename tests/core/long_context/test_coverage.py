"""Angles never seen in training, against counting every position."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.frequencies import inverse_frequencies
from core.long_context.coverage import critical_dimension, trained_turns, unseen_share
from core.scaling import RULES

LLAMA_2 = inverse_frequencies(128)


def counted(trained, scaled, original, edges):
    """Shares by computing every angle; no position may lie exactly at the end of the arc."""
    positions = np.arange(edges[0], edges[-1])
    angles = np.outer(positions, scaled) % (2 * np.pi)
    arcs = original * trained
    unseen = (angles >= arcs) & (arcs < 2 * np.pi)
    return np.array([unseen[start - edges[0] : end - edges[0]].mean(axis=0) for start, end in pairwise(edges)])


@given(
    pairs=st.integers(1, 12),
    base=st.floats(2, 1e5),
    original=st.integers(2, 400),
    ratio=st.floats(0.2, 3),
    last=st.integers(1, 3000),
    data=st.data(),
)
def test_shares_are_those_of_counting_every_position(pairs, base, original, ratio, last, data):
    trained = inverse_frequencies(2 * pairs, base)
    scaled = trained * ratio
    inner = data.draw(st.lists(st.integers(0, last - 1), max_size=4))
    edges = np.array(sorted({*inner, last, 0}))
    nearest = np.minimum(angle_to(scaled, original * trained, last), angle_to(scaled, 0, last))
    assume((nearest > 1e-7).all())
    np.testing.assert_allclose(
        unseen_share(trained, scaled, original, edges), counted(trained, scaled, original, edges), atol=1e-12
    )


def angle_to(scaled, angle, last):
    """Smallest distance of any position but 0 from an angle, radians, for each pair."""
    apart = np.abs(np.outer(np.arange(1, last + 1), scaled) - angle) % (2 * np.pi)
    return np.minimum(apart, 2 * np.pi - apart).min(axis=0)


def test_llama_2_at_8_times_its_window():
    edges = np.arange(0, 32_769, 256)
    share = unseen_share(LLAMA_2, LLAMA_2, 4096, edges)
    np.testing.assert_allclose(share, counted(LLAMA_2, LLAMA_2, 4096 - 1e-6, edges), atol=1e-12)
    assert share[:16].max() == 0  # the trained window itself
    assert not share[:, :46].any()
    assert share[16:, 63].min() == 1
    ntk = RULES["NTK"].apply(LLAMA_2, factor=8).inverse
    np.testing.assert_allclose(
        unseen_share(LLAMA_2, ntk, 4096, edges), counted(LLAMA_2, ntk, 4096 - 1e-6, edges), atol=1e-12
    )


@pytest.mark.parametrize("name", ["Linear", "NTK-by-parts", "YaRN", "Llama 3"])
@given(
    pairs=st.integers(16, 128),
    base=st.floats(1000, 1e7),
    factor=st.integers(1, 64),
    original=st.sampled_from([512, 4096, 8192, 40_960, 1_010_000]),
)
def test_rules_that_divide_every_incomplete_pair_leave_nothing_unseen(name, pairs, base, factor, original):
    trained = inverse_frequencies(2 * pairs, base)
    scaled = RULES[name].apply(trained, factor=factor, original=original, base=base).inverse
    edges = [0, original, max(factor, 2) * original] if factor > 1 else [0, original]
    assert not unseen_share(trained, scaled, original, edges).any()


def test_a_pair_that_stands_still_is_always_at_a_known_angle():
    assert not unseen_share([1e-6, 1e-6], [0, 1e-7], 100, [0, 1000]).any()


@pytest.mark.parametrize(
    ("dim", "base", "original", "full"),
    [(128, 10_000, 4096, 46), (128, 500_000, 8192, 35), (64, 150_000, 4096, 18), (24, 10_000, 2048, 8)],
)  # Llama 2, Llama 3, gpt-oss, GPT-NeoX-20B
def test_pairs_with_a_full_turn(dim, base, original, full):
    trained = inverse_frequencies(dim, base)
    assert (trained_turns(trained, original) >= 1).sum() == full
    assert critical_dimension(trained, original) == 2 * full
    formula = 2 * np.ceil(dim / 2 * np.log(original / (2 * np.pi)) / np.log(base))
    assert critical_dimension(trained, original) == formula
