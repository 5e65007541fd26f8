"""One model under several rules: the facts of Llama 2 at 8 times its window."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.long_context.coverage import unseen_share
from core.long_context.rules import neighbour_distance, scaled_to
from core.long_context.stretched_model import ROWS, StretchedModel
from core.scaling import RULES

LLAMA_2 = StretchedModel(RULES, 128, 10_000.0, 4096, 32_768)


def test_facts_of_the_model():
    assert (LLAMA_2.factor, LLAMA_2.pairs, LLAMA_2.last) == (8, 64, 32_767)
    assert (LLAMA_2.complete, LLAMA_2.critical) == (46, 92)
    np.testing.assert_array_equal(LLAMA_2.trained, inverse_frequencies(128))


@pytest.mark.parametrize("name", RULES)
def test_every_rule_is_scaled_to_the_target(name):
    wanted = scaled_to(RULES[name], 128, base=10_000.0, original=4096, target=32_768)
    np.testing.assert_array_equal(LLAMA_2.frequencies[name], wanted.inverse)
    assert LLAMA_2.scaled[name].attention_factor == wanted.attention_factor
    left = neighbour_distance(wanted.inverse) / neighbour_distance(LLAMA_2.trained)
    assert LLAMA_2.neighbours_left[name] == pytest.approx(left)


def test_blocks_cover_all_positions_up_to_the_target():
    trained = LLAMA_2.trained
    share = unseen_share(trained, trained, 4096, [0, 32_768])[0]
    assert LLAMA_2.unseen["Unscaled"].shape == (ROWS, 64)
    np.testing.assert_allclose(LLAMA_2.unseen["Unscaled"].mean(axis=0), share)
    assert LLAMA_2.unseen_overall["Unscaled"] == pytest.approx(share.mean())


def test_one_pair_is_told_in_turns():
    own = LLAMA_2.of_pair(52)["Linear"]
    assert own.frequency == LLAMA_2.trained[52] / 8
    assert (own.ratio, own.unseen) == (0.125, 0)
    assert own.turns_per_token * 2 * np.pi == pytest.approx(own.frequency)
    assert own.reached == pytest.approx(32_767 * own.turns_per_token)
