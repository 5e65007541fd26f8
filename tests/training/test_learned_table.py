"""The training script learns, and makes the committed sample."""

import os
import subprocess
import sys

import numpy as np
import pytest

from core.schemes.learned import sample
from tests.house import ROOT
from training import learned_table
from training.learned_table import attention, excess, gradients, target_weights


def test_wanted_weights_fall_with_distance_alone():
    weights = target_weights(9, reach=2)
    np.testing.assert_allclose(weights.sum(axis=1), 1)
    assert not weights.diagonal().any()
    np.testing.assert_allclose(weights[4, 5:8] / weights[4, 6:9], np.exp(1 / 2))
    np.testing.assert_allclose(weights[4, ::-1], weights[4])


def test_excess_is_zero_for_the_target_alone():
    target = target_weights(9)
    assert excess(target, target) == 0
    evenly = (1 - np.eye(9)) / 8
    assert excess(target, evenly) > 0


def test_gradients_are_those_of_finite_differences():
    rng, step = np.random.default_rng(0), 1e-6
    table, matrix, target = rng.normal(size=(6, 4)), rng.normal(size=(4, 4)), target_weights(6)
    _, by_table, by_matrix = gradients(target, table, matrix)
    for array, gradient in ((table, by_table), (matrix, by_matrix)):
        for at in np.ndindex(array.shape):
            original, losses = array[at], []
            for sign in (1, -1):
                array[at] = original + sign * step
                losses.append(excess(target, attention(table, matrix)))
            array[at] = original
            assert gradient[at] == pytest.approx((losses[0] - losses[1]) / (2 * step), abs=1e-8)


def test_the_committed_sample_is_what_the_script_makes(tmp_path):
    """On one thread, which is faster on a busy machine; the tolerance allows another order of rounding."""
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    command = [sys.executable, "-m", learned_table.__name__, str(tmp_path / "table.npy")]
    run = subprocess.run(command, cwd=ROOT, env=os.environ | one_thread, capture_output=True, text=True, check=True)
    table = np.load(tmp_path / "table.npy", allow_pickle=False)
    assert "nats in 3,000 steps" in run.stdout
    assert table.dtype == np.float32
    np.testing.assert_allclose(table, sample(), atol=1e-4)
