"""What a causal mask tells about position: a probe reads it from an untrained transformer without any encoding."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.numeric.once import computed_once
from core.words.probe import fit_probe
from core.words.transformer import (
    Architecture,
    Layer,
    attention,
    in_single_precision,
    layer_norm,
    random_layers,
    states,
)

ARCHITECTURE = Architecture(layers=2, d_model=128, heads=4)
WORDS, TOKENS = 200, 64
TRAIN, TEST = 48, 16  # sequences of TOKENS; all that is measured costs in proportion to their number


@dataclass(frozen=True)
class Experiment:
    """An untrained transformer and its inputs."""

    causal: bool  # whether a token sees only itself and those before it
    # whether every sequence begins with a token that occurs nowhere else; otherwise it begins with any word
    special: bool = True
    seed: int = 0  # of embeddings, words and weights, at least 0


@dataclass(frozen=True)
class ProbedPositions:
    """What a linear probe reads in sequences that it was not trained on.

    Position is read as its logarithm: one token more changes a share of 1/t by a factor, not by an amount.
    """

    # R² of log t by the probe, of the input and after each layer; 0 or less where it reads nothing
    r_squared: tuple[float, ...]
    factors: tuple[float, ...]  # factor by which a reading is typically off: the median of max(read / t, t / read)
    low: tuple[float, ...]  # 10th percentile of the readings after the last layer at t = 2 … TOKENS, tokens
    median: tuple[float, ...]  # 50th percentile
    high: tuple[float, ...]  # 90th percentile


PROBED_POSITIONS = np.arange(2, TOKENS + 1)
"""t where it is probed, tokens: without t = 1, which a special first token would give away by itself."""


@computed_once(most=1024)
def probe_positions(experiment: Experiment) -> ProbedPositions:
    """Probe the states of a transformer without any encoding of position for log t."""
    model = _random_model_in_single_precision(experiment.seed)
    logs = np.log(PROBED_POSITIONS)
    _, *after = states(model.inputs(special=experiment.special), model.layers, causal=experiment.causal)
    readings = [_readings_of_inputs(experiment.seed), *(_readings(state[:, 1:], logs) for state in after)]
    tokens = np.exp(readings[-1])  # (TEST, TOKENS - 1)
    low, median, high = (tuple(map(float, row)) for row in np.quantile(tokens, (0.1, 0.5, 0.9), axis=0))
    r_squared = tuple(_r_squared(read, logs) for read in readings)
    factors = tuple(float(np.exp(np.median(np.abs(read - logs)))) for read in readings)
    return ProbedPositions(r_squared, factors, low, median, high)


def explained_columns(
    seed: int,
    conditions: Mapping[str, Sequence[bool]],  # by name: whether there is a causal mask, a special first token
) -> dict[str, Any]:
    """Share of the variance of log t that a linear probe explains in an untrained transformer without encoding."""
    columns: dict[str, Any] = {"stage": ["input", *(f"after layer {n}" for n in range(1, ARCHITECTURE.layers + 1))]}
    for name, (causal, special) in conditions.items():
        columns[name] = np.array(probe_positions(Experiment(causal, special, seed)).r_squared)
    return columns


@dataclass(frozen=True)
class _Model:
    """Layers, embeddings of shape (WORDS + 1, d_model), the special token's last, and all sequences of words."""

    layers: tuple[Layer, ...]
    embedding: NDArray[Any]
    tokens: NDArray[np.int64]

    def inputs(self, *, special: bool) -> NDArray[Any]:
        """Embedded sequences of shape (TRAIN + TEST, TOKENS, d_model)."""
        tokens = self.tokens.copy()
        if special:
            tokens[:, 0] = WORDS
        return self.embedding[tokens]


@lru_cache(maxsize=1)  # 4 MB and 8 ms; all that the room shows is about one seed
@checked()
def _random_model(seed: int) -> _Model:
    """A transformer and sequences of random words, of a seed."""
    rng = np.random.default_rng(seed)
    embedding = rng.standard_normal((WORDS + 1, ARCHITECTURE.d_model)) / np.sqrt(ARCHITECTURE.d_model)
    return _Model(random_layers(ARCHITECTURE, rng), embedding, rng.integers(WORDS, size=(TRAIN + TEST, TOKENS)))


@lru_cache(maxsize=1)  # 2 MB
def _random_model_in_single_precision(seed: int) -> _Model:
    """The same transformer and sequences in float32."""
    model = _random_model(seed)
    return _Model(in_single_precision(model.layers), model.embedding.astype(np.float32), model.tokens)


@lru_cache(maxsize=1)
def _readings_of_inputs(seed: int) -> NDArray[np.float64]:
    """The same for all experiments of a seed, which differ in the mask and in a first token that is not probed."""
    inputs = _random_model_in_single_precision(seed).inputs(special=True)
    return _readings(inputs[:, 1:], np.log(PROBED_POSITIONS))


def _readings(state: NDArray[np.float64], logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the probe says of log t in the sequences to test on, shape (TEST, TOKENS - 1)."""
    state = state.astype(np.float64)
    rows = state[:TRAIN].reshape(-1, state.shape[-1])
    probe = fit_probe(rows, np.tile(logs, TRAIN)[:, None])
    return probe.read(state[TRAIN:])[..., 0]


def _r_squared(readings: NDArray[np.float64], logs: NDArray[np.float64]) -> float:
    return float(1 - np.mean((readings - logs) ** 2) / logs.var())


@dataclass(frozen=True)
class AttentionLengths:
    """Length of an average of t random words, which shrinks with t."""

    first: float  # mean length of the first layer's attention output at t = 2
    last: float  # mean length of the first layer's attention output at t = TOKENS
    r_squared: float  # share of the variance of log t that a linear probe explains in that output


@computed_once(most=256)
def attention_lengths(experiment: Experiment) -> AttentionLengths:
    """Measure the first attention layer before its feed-forward part, which turns a length into a direction."""
    model = _random_model_in_single_precision(experiment.seed)
    inputs = layer_norm(model.inputs(special=experiment.special))
    outputs = attention(inputs, model.layers[0], causal=experiment.causal)
    sizes = np.linalg.norm(outputs, axis=-1).mean(axis=0)  # (TOKENS,)
    logs = np.log(PROBED_POSITIONS)
    return AttentionLengths(float(sizes[1]), float(sizes[-1]), _r_squared(_readings(outputs[:, 1:], logs), logs))


@computed_once(most=1024)
def permutation_gap(experiment: Experiment) -> float:  # dimensionless; the outputs are of the order of 1
    """Largest absolute difference between f(Px) and P f(x), for a random order P of one sequence.

    A gap of the size of rounding means that f is permutation equivariant: the same tokens in another order get
    the same outputs, so no output depends on position.
    """
    model = _random_model(experiment.seed)
    inputs = model.inputs(special=experiment.special)[0]
    order = np.random.default_rng(experiment.seed).permutation(TOKENS)
    *_, output = states(inputs, model.layers, causal=experiment.causal)
    *_, of_permuted = states(inputs[order], model.layers, causal=experiment.causal)
    return float(np.abs(of_permuted - output[order]).max())
