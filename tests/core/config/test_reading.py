"""The numbers of the sentences of the room Model."""

import numpy as np
import pytest

from core.config.lengths import lengthened
from core.config.pair_wavelengths import pair_wavelengths, reading
from core.config.presets import PRESETS
from core.model_config import read_config


def of(config, target):
    (kind,) = read_config(config).layer_types
    own = pair_wavelengths(kind, target)
    return own, reading(own, pair_wavelengths(kind, target, rewritten=lengthened(kind, target)))


def test_it_speaks_of_the_first_pair_that_completes_no_turn():
    own, found = of(PRESETS["Qwen2.5-7B"].config, 131_072)
    assert own.complete[: found.pair].all()
    assert not own.complete[found.pair]
    assert found.trained_wavelength == pytest.approx(2 * np.pi * 1e6 ** (2 * found.pair / 128), rel=1e-14)
    assert found.turns == pytest.approx(32_768 / found.trained_wavelength, rel=1e-14)
    assert found.turned == pytest.approx(131_071 / found.wavelength, rel=1e-14)
    assert (found.complete, found.incomplete, found.unseen, found.left) == (40, 24, 24, 0)
    assert (found.needed, found.slowed) == (4, 1)


def test_where_all_pairs_complete_a_turn_it_speaks_of_the_slowest():
    _, found = of({"head_dim": 64, "rope_theta": 100.0, "max_position_embeddings": 4096}, 8192)
    assert (found.incomplete, found.pair) == (0, 31)


def test_a_pair_that_stands_still_has_an_infinite_wavelength():
    block = {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 100.0}
    _, found = of({"head_dim": 64, "rope_parameters": block, "max_position_embeddings": 4096}, 8192)
    assert (found.pair, found.trained_wavelength, found.wavelength) == (8, np.inf, np.inf)
    assert (found.slowed, found.turned) == (0, 0)
