"""Train the sample of a learned position table: `python -m training.learned_table`, some seconds on one core.

The task needs nothing but positions. A table P with one row per position and a matrix W give the attention of
position i to position j: softmax over j ≠ i of P_i W P_jᵀ / √d_model. The target are weights that fall as
exp(-|i - j| / 8), as in an encoder of text whose words depend on their neighbours. Only rows 0 … 255 exist; row 256
is never used and never trained.
"""

import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

LENGTH, D_MODEL, REACH = 256, 64, 8.0
STEPS, RATE, DECAY, SEED = 3000, 3e-3, 1e-4, 0
TARGET = Path(__file__).parents[1] / "core/schemes/learned.npy"


def target_weights(length: int = LENGTH, reach: float = REACH) -> NDArray[np.float64]:
    """Attention weights to learn: rows sum to 1, the diagonal is 0; shape (length, length)."""
    distance = np.abs(np.subtract.outer(np.arange(length), np.arange(length)))
    weights = np.exp(-distance / reach) * (distance > 0)
    return weights / weights.sum(axis=1, keepdims=True)


def attention(table: NDArray[np.float64], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Attention weights, a softmax over all other positions; shape (length, length)."""
    scores = table @ matrix @ table.T / np.sqrt(table.shape[1])
    np.fill_diagonal(scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


@dataclass
class Adam:
    """Kingma and Ba 2015, algorithm 1, with decoupled weight decay, for one array."""

    value: NDArray[np.float64]
    mean: NDArray[np.float64] = field(init=False)
    square: NDArray[np.float64] = field(init=False)
    steps: int = 0

    def __post_init__(self) -> None:
        self.mean, self.square = np.zeros_like(self.value), np.zeros_like(self.value)

    def descend(self, gradient: NDArray[np.float64]) -> None:
        """Take one step."""
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.999**self.steps)
        self.value = self.value * (1 - RATE * DECAY) - RATE * mean / (np.sqrt(square) + 1e-8)


def excess(target: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """Mean Kullback-Leibler divergence of the weights from the target, nats."""
    support = target > 0
    return float(np.sum(target[support] * np.log(target[support] / weights[support])) / len(target))


def gradients(
    target: NDArray[np.float64], table: NDArray[np.float64], matrix: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
    """The excess of the attention over the target, and its gradients with respect to table and matrix."""
    weights = attention(table, matrix)
    slope = (weights - target) / (len(target) * np.sqrt(table.shape[1]))  # with respect to P_i W P_jᵀ
    by_table = slope @ table @ matrix.T + slope.T @ table @ matrix
    return excess(target, weights), by_table, table.T @ slope @ table


def train(steps: int = STEPS, seed: int = SEED) -> tuple[NDArray[np.float64], list[float]]:
    """Minimise the excess of the attention over the target.

    Returns table: (256, 64) dimensionless; starts as normal noise of standard deviation 0.02; losses: excess before
    every step, nats.
    """
    target = target_weights()
    table = Adam(np.random.default_rng(seed).normal(0, 0.02, (LENGTH, D_MODEL)))
    matrix = Adam(np.eye(D_MODEL))
    losses = []
    for _ in range(steps):
        loss, by_table, by_matrix = gradients(target, table.value, matrix.value)
        losses.append(loss)
        table.descend(LENGTH * by_table)  # scaled, as the mean over rows leaves a row 1 / LENGTH of its gradient
        matrix.descend(by_matrix)
    return table.value, losses


if __name__ == "__main__":
    place = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    trained, losses = train()
    np.save(place, trained.astype(np.float32))
    print(f"{place.name}: excess {losses[0]:.3f} -> {losses[-1]:.1e} nats in {len(losses):,} steps")
