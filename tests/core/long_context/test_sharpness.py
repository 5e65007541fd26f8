"""Softmax over random scores, against the entropy of normal scores."""

import numpy as np
import pytest

from core.long_context.sharpness import sharpness


@pytest.mark.parametrize("multiplier", [1.0, 1.459, 1.813])
def test_entropy_of_normal_scores(multiplier):  # of many: ln n − variance / 2
    assert sharpness(65_536, multiplier).entropy == pytest.approx(np.log(65_536) - multiplier**2 / 2, abs=0.06)


def test_sharpening_lowers_entropy_and_more_keys_raise_it():
    plain = sharpness(4096)
    assert sharpness(4096, 1.459).entropy < plain.entropy < sharpness(32_768).entropy
    assert sharpness(4096, 0).keys == pytest.approx(4096)
    assert sharpness(1).entropy == 0


def test_the_strongest_keys_hold_most():
    found = sharpness(1000, 2.0)
    assert found.strongest[[0, -1]].tolist() == [1, 1000]
    assert found.held[-1] == pytest.approx(1)
    assert (np.diff(found.held) > 0).all()
    assert found.held[0] > 1 / 1000
    logits = 2 * np.random.default_rng(0).standard_normal(1000)
    assert found.held[0] == pytest.approx(np.exp(logits.max()) / np.exp(logits).sum())
