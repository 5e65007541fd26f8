"""Train the sample of a learned position table: `python -m training.learned_table`, some seconds on one core.

The task needs positions and nothing else. A table P (one row a position) and a matrix W score how
much position i attends to position j: softmax over j ≠ i of P_i W P_jᵀ / √d_model. The target is
what text would ask of an encoder whose words depend on their neighbours: weights that fall as
exp(-|i - j| / 8). Only rows 0 … 255 exist, so row 256 is never asked for and never trained.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LENGTH, D_MODEL, REACH = 256, 64, 8.0
STEPS, RATE, DECAY, SEED = 3000, 3e-3, 1e-4, 0
TARGET = Path(__file__).parents[1] / "core/schemes/learned.npy"


def wanted(length: int = LENGTH, reach: float = REACH) -> NDArray[np.float64]:
    """Attention weights to learn, rows sum to one, nothing on the diagonal; shape (length, length)."""
    distance = np.abs(np.subtract.outer(np.arange(length), np.arange(length)))
    weights = np.exp(-distance / reach) * (distance > 0)
    return weights / weights.sum(axis=1, keepdims=True)


def attention(table: NDArray[np.float64], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Softmax over the other positions; shape (length, length)."""
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
    asked = target > 0
    return float(np.sum(target[asked] * np.log(target[asked] / weights[asked])) / len(target))


def gradients(
    target: NDArray[np.float64], table: NDArray[np.float64], matrix: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
    """Excess of the attention over its target, and its gradients by table and by matrix."""
    weights = attention(table, matrix)
    slope = (weights - target) / (len(target) * np.sqrt(table.shape[1]))  # by the products P_i W P_jᵀ
    by_table = slope @ table @ matrix.T + slope.T @ table @ matrix
    return excess(target, weights), by_table, table.T @ slope @ table


def train(steps: int = STEPS, seed: int = SEED) -> tuple[NDArray[np.float64], list[float]]:
    """Minimise the excess of the attention over its target.

    Returns
    -------
    table : ndarray of shape (256, 64)
        Dimensionless, from a start of standard deviation 0.02.
    losses : list of float
        Excess before every step, nats.
    """
    target = wanted()
    table = Adam(np.random.default_rng(seed).normal(0, 0.02, (LENGTH, D_MODEL)))
    matrix = Adam(np.eye(D_MODEL))
    losses = []
    for _ in range(steps):
        loss, by_table, by_matrix = gradients(target, table.value, matrix.value)
        losses.append(loss)
        table.descend(LENGTH * by_table)  # a row takes part in one row of the mean, the matrix in all
        matrix.descend(by_matrix)
    return table.value, losses


if __name__ == "__main__":
    place = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    trained, losses = train()
    np.save(place, trained.astype(np.float32))
    print(f"{place.name}: excess {losses[0]:.3f} -> {losses[-1]:.1e} nats in {len(losses):,} steps")
