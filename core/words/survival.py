"""After how many layers of an untrained transformer a linear probe still reads position."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.numeric.once import computed_once
from core.schemes.sinusoidal import sinusoidal
from core.words.probe import POSITIONS, WORDS, fit_probe, nearest_rows, random_embeddings
from core.words.transformer import Architecture, Layer, in_single_precision, random_layers, states

MODEL = Architecture(layers=6, d_model=64, heads=4)
TRAIN_SEQUENCES, TEST_SEQUENCES = 16, 8  # sequences of POSITIONS random words


@dataclass(frozen=True)
class Survival:
    """Readings after each layer, in sequences that the probe was not trained on."""

    exact: tuple[float, ...]  # share of positions read exactly right: of the input, then after each layer
    error: tuple[float, ...]  # mean distance of the position read from the true one, tokens
    alike: tuple[float, ...]  # mean cosine of the states of two tokens of one sequence


@computed_once(most=1024)  # 50 ms of processor time
@checked()
def survival(
    *, residual: bool, is_scaled: bool, base: float = 10_000.0, scale: float = 1.0, seed: int = 0
) -> Survival:  # residual: as in `states`; is_scaled: embeddings times √d_model
    """Probe the states of a transformer without a mask, layer by layer."""
    words, layers = _model(seed)
    encoding = sinusoidal(np.arange(POSITIONS), MODEL.d_model, base=base, scale=scale)
    inputs = words * (np.sqrt(MODEL.d_model) if is_scaled else 1) + encoding  # (sequences, POSITIONS, d_model)
    stages = states(inputs.astype(np.float32), layers, residual=residual)
    by_layer = [(_errors(state, encoding), _alike(state)) for state in (each.astype(float) for each in stages)]
    return Survival(
        tuple(float(np.mean(errors == 0)) for errors, _ in by_layer),
        tuple(float(np.mean(errors)) for errors, _ in by_layer),
        tuple(alike for _, alike in by_layer),
    )


@lru_cache(maxsize=2)  # 2 MB each; shared by all kinds and encodings
def _model(seed: int) -> tuple[NDArray[np.float64], tuple[Layer, ...]]:
    """Embedded sequences of shape (sequences, POSITIONS, d_model), and layers in float32."""
    rng = np.random.default_rng(seed)
    words = random_embeddings(MODEL.d_model, rng)
    sequences = rng.integers(WORDS, size=(TRAIN_SEQUENCES + TEST_SEQUENCES, POSITIONS))
    return words[sequences], in_single_precision(random_layers(MODEL, rng))


def _alike(state: NDArray[np.float64]) -> float:
    """Mean cosine of different tokens: the sum of n unit vectors has squared length n + n (n - 1) cos."""
    directions = state / np.linalg.norm(state, axis=-1, keepdims=True)
    squares = (directions.sum(axis=1) ** 2).sum(axis=-1)  # (sequences,)
    return float(np.mean((squares - POSITIONS) / (POSITIONS * (POSITIONS - 1))))


def _errors(state: NDArray[np.float64], encoding: NDArray[np.float64]) -> NDArray[np.int_]:
    """Distances between positions read and true positions, tokens, shape (TEST_SEQUENCES, POSITIONS)."""
    rows = state[:TRAIN_SEQUENCES].reshape(-1, state.shape[-1])
    probe = fit_probe(rows, np.tile(encoding, (TRAIN_SEQUENCES, 1)))
    positions = nearest_rows(probe.read(state[TRAIN_SEQUENCES:]), encoding)
    return np.abs(positions - np.arange(POSITIONS))
