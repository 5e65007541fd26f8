"""Which heads live on position, and what wrong position ids do to a sentence, against values by PyTorch."""

import json
from pathlib import Path

import numpy as np
import pytest

from core.words import minilm
from core.words.minilm.heads import NEAR, favourite_keys, favourite_offsets, moved, share_at_offset
from core.words.minilm.model import HEADS, LAYERS, ROWS
from core.words.minilm.numbering import FAR, NUMBERINGS

GOLDEN = json.loads(Path(__file__).with_name("golden.json").read_text("utf-8"))  # test_minilm.py says by what
WITH_SHARES = [case for case in GOLDEN["cases"] if "share_by_offset" in case["variants"]["trained"]]
LONG = max((case["sentence"] for case in WITH_SHARES), key=len)  # 24 tokens, an even share is 0.042


@pytest.mark.parametrize("case", WITH_SHARES, ids=lambda case: case["sentence"])
@pytest.mark.parametrize(("name", "positions"), [("trained", True), ("none", False)])
def test_shares_by_offset_are_those_of_pytorch(case, name, positions):
    attention = minilm.run(case["sentence"], positions=positions).attention
    shares = np.stack([share_at_offset(attention, offset) for offset in range(-3, 4)], axis=-1)
    by_head = case["variants"][name]["share_by_offset"]
    expected = [[by_head[f"{layer}.{head}"] for head in range(HEADS)] for layer in range(LAYERS)]
    np.testing.assert_allclose(shares, np.array(expected, float), atol=0.03)


def test_one_head_looks_a_word_back_and_no_head_does_without_the_table():
    with_positions, without = (minilm.run(LONG, positions=on) for on in (True, False))
    offsets, shares = favourite_offsets(with_positions.attention)
    assert offsets[0, 2] == -1
    assert shares[0, 2] == pytest.approx(0.9999, abs=1e-4)
    assert (offsets[1, 8], offsets[2, 11]) == (1, -1)
    assert (shares[1, 8], shares[2, 11]) == pytest.approx((0.77, 0.50), abs=0.01)
    assert share_at_offset(without.attention, -1)[0, 2] == pytest.approx(0.09, abs=0.01)
    assert favourite_offsets(without.attention)[1].max() < 0.10


def test_a_favourite_key_is_looked_at_from_every_word():
    attention = np.full((1, 2, 5, 5), 0.1)
    attention[0, 0, 1:-1, 4], attention[0, 1, 0, 2] = 0.6, 1.0  # [CLS] counts as a key alone
    keys, shares = favourite_keys(attention)
    assert keys[0, 0] == 4
    np.testing.assert_allclose(shares, [[0.6, 0.1]])


def test_how_far_heads_move_without_the_table():
    far = moved(minilm.run(LONG), minilm.run(LONG, positions=False))
    assert far.shape == (LAYERS, HEADS)
    assert (far[0, 2], far[1, 8]) == pytest.approx((0.91, 0.73), abs=0.01)
    np.testing.assert_allclose(np.sort(far.ravel())[-6:-2], [0.52, 0.55, 0.56, 0.57], atol=0.01)
    assert far.min() == pytest.approx(0.12, abs=0.01)
    np.testing.assert_array_equal(moved(minilm.run(LONG), minilm.run(LONG)), 0)


def test_shares_are_means_over_words_that_have_such_a_key():
    rng = np.random.default_rng(0)
    attention = rng.dirichlet(np.ones(6), size=(1, 1, 6))
    by_hand = [attention[0, 0, query, query - 2] for query in (2, 3, 4)]  # not of [CLS], 1 has none, not of [SEP]
    assert share_at_offset(attention, -2)[0, 0] == pytest.approx(np.mean(by_hand))
    every = [share_at_offset(attention, offset)[0, 0] for offset in range(-5, 6)]
    assert np.isnan(every).tolist() == [True] + [False] * 9 + [True]
    even = np.full((2, 3, 9, 9), 1 / 9)
    for offset in NEAR:
        np.testing.assert_allclose(share_at_offset(even, offset), 1 / 9)
    with pytest.raises(ValueError, match="offset must be a whole number from -5 to 5, got 6"):
        share_at_offset(attention, 6)


@pytest.mark.parametrize("words", [1, 2])
def test_a_sentence_of_a_word_has_a_favourite_offset_too(words):
    offsets, shares = favourite_offsets(minilm.run("cat " * words).attention)
    assert np.isin(offsets, NEAR).all()
    assert ((shares >= 0) & (shares <= 1)).all()


# ---- Position ids.

CAT, BALL = WITH_SHARES[0]["sentence"], next(case["sentence"] for case in WITH_SHARES if "ball" in case["sentence"])


@pytest.mark.parametrize(
    ("sentence", "name", "likeness"),
    [
        *[(CAT, "from 100", 0.82), (CAT, "all 0", 0.06), (CAT, "reversed", 0.57), (CAT, "right", 1)],
        (BALL, "from 100", 0.82),
    ],
)
def test_wrong_ids_make_another_sentence_of_it(sentence, name, likeness):
    right = minilm.run(sentence)
    assert minilm.likeness(right, NUMBERINGS[name].read(sentence)) == pytest.approx(likeness, abs=0.01)


@pytest.mark.parametrize(("shift", "of_cat", "of_ball"), [(1, 0.83, 0.91), (400, 0.73, 0.73)])
def test_a_sentence_further_on_is_another(shift, of_cat, of_ball):
    for sentence, likeness in ((CAT, of_cat), (BALL, of_ball)):
        right = minilm.run(sentence)
        moved_on = minilm.run(sentence, right.position_ids + shift)
        assert minilm.likeness(right, moved_on) == pytest.approx(likeness, abs=0.01)


@pytest.mark.parametrize("name", NUMBERINGS)
@pytest.mark.parametrize("n", [2, 3, 32])
def test_every_numbering_has_a_row_for_each_token_and_keeps_to_the_table(name, n):
    ids = NUMBERINGS[name].position_ids(n)
    assert ids.shape == (n,)
    assert ids.min() >= 0
    assert ids.max() < ROWS


def test_numberings_are_what_they_are_called():
    ids = {name: each.position_ids(4).tolist() for name, each in NUMBERINGS.items()}
    assert ids["right"] == ids["off"] == [0, 1, 2, 3]
    assert ids["from 100"] == [FAR, 101, 102, 103]
    assert ids["left padding"] == [28, 29, 30, 31]  # 28 tokens of padding before it
    assert ids["packed without a new start"] == [508, 509, 510, 511]
    assert ids["reversed"] == [3, 2, 1, 0]
    off = NUMBERINGS["off"].read(CAT)
    np.testing.assert_array_equal(off.embedding, minilm.run(CAT, positions=False).embedding)
