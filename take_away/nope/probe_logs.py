"""A linear probe for log t on an untrained transformer without an encoding of position."""

import numpy as np

from core.words.probe import fit_probe
from core.words.transformer import Architecture, random_layers, states


def read_logs(t, seed, causal, special, layers=2, d_model=128, heads=4, words=200, trained=48, tested=16):
    """Readings at positions t = 2, 3, … of new sequences: of the input, then after each layer."""
    rng = np.random.default_rng(seed)
    embedding = rng.standard_normal((words + 1, d_model)) / np.sqrt(d_model)  # the last row is the special token's
    model = random_layers(Architecture(layers, d_model, heads), rng)
    tokens = rng.integers(words, size=(trained + tested, t[-1]))
    if special:
        tokens[:, 0] = words
    for state in states(embedding[tokens], model, causal=causal):
        rows, targets = state[:trained, 1:].reshape(-1, d_model), np.tile(np.log(t), trained)[:, None]
        yield fit_probe(rows, targets).read(state[trained:, 1:])[..., 0]
