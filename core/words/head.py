"""One head of self-attention."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.numeric.softmax import softmax


@dataclass(frozen=True)
class Head:
    """Weights of one attention head, each of shape (d_model, head_dim), dimensionless."""

    query: NDArray[np.float64]
    key: NDArray[np.float64]
    value: NDArray[np.float64]


def random_head(d_model: int, head_dim: int, rng: np.random.Generator) -> Head:
    """An untrained head: entries are normal with variance 1 / d_model."""
    return Head(*rng.standard_normal((3, d_model, head_dim)) / np.sqrt(d_model))


def self_attention(inputs: NDArray[np.float64], head: Head, *, causal: bool = False) -> NDArray[np.float64]:
    """softmax(QKᵀ / √head_dim) V, with or without a causal mask [1]_.

    Without a mask, permuting the rows of the inputs permutes the rows of the outputs (equivariance),
    so without positions in the inputs no output can depend on order.

    Source: Vaswani et al. 2017, section 3.2.1 and, for the mask, 3.2.3, https://arxiv.org/abs/1706.03762
    """
    return attend(inputs @ head.query, inputs @ head.key, inputs @ head.value, causal=causal)


def attend(
    query: NDArray[np.float64], key: NDArray[np.float64], value: NDArray[np.float64], *, causal: bool = False
) -> NDArray[np.float64]:
    """The same from queries, keys and values, each of shape (..., n, head_dim)."""
    scores = query @ key.swapaxes(-1, -2) / math.sqrt(query.shape[-1])  # (..., n, n), in the inputs' precision
    if causal:
        seen = np.tri(scores.shape[-1], dtype=bool)
        scores = np.where(seen, scores, -np.inf)
    return softmax(scores) @ value
