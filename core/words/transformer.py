"""Attention of one head, and a small untrained transformer, to probe the states after its layers."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import D_MODEL, check_whole
from core.numeric.softmax import softmax
from core.numeric.twins import fast


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
    """softmax(QKᵀ / √head_dim) V from queries, keys and values, each of shape (..., n, head_dim)."""
    return attention_weights(query, key, causal=causal) @ value


def attention_weights(
    query: NDArray[np.float64], key: NDArray[np.float64], *, causal: bool = False
) -> NDArray[np.float64]:
    """softmax(QKᵀ / √head_dim) of shape (..., n, n), from queries and keys of shape (..., n, head_dim)."""
    scores = query @ key.swapaxes(-1, -2) / math.sqrt(query.shape[-1])
    if causal:
        visible = np.tri(scores.shape[-1], dtype=bool)
        scores = np.where(visible, scores, -np.inf)
    return softmax(scores)


PIECE = 8
WIDENING = 4  # hidden features of a feed-forward part, in units of d_model


@dataclass(frozen=True)
class Architecture:
    """Size of a transformer."""

    layers: int  # at least 1
    d_model: int  # features, a multiple of heads
    heads: int  # in each layer, at least 1


@dataclass(frozen=True)
class Layer:
    """Weights of one layer, dimensionless."""

    heads: tuple[Head, ...]
    output: NDArray[np.floating]  # (d_model, d_model) applied to the concatenated outputs of the heads
    widen: NDArray[np.floating]  # (d_model, 4 d_model)
    narrow: NDArray[np.floating]  # (4 d_model, d_model)


def _divisible(architecture: Architecture) -> None:
    check_whole(architecture.layers, "layers")
    d_model, heads = D_MODEL.check(architecture.d_model), check_whole(architecture.heads, "heads")
    if d_model % heads:
        raise ValueError(f"d_model must be a multiple of heads ({heads}), got {d_model}")


@checked(together=_divisible)
def random_layers(architecture: Architecture, rng: np.random.Generator) -> tuple[Layer, ...]:
    """Untrained layers: entries are normal with variance 1 / input features."""
    d_model, heads = architecture.d_model, architecture.heads
    return tuple(_random_layer(d_model, heads, rng) for _ in range(architecture.layers))


def _random_layer(d_model: int, heads: int, rng: np.random.Generator) -> Layer:
    def matrix(rows: int, columns: int) -> NDArray[np.float64]:
        return rng.standard_normal((rows, columns)) / np.sqrt(rows)

    hidden = WIDENING * d_model
    return Layer(
        tuple(random_head(d_model, d_model // heads, rng) for _ in range(heads)),
        matrix(d_model, d_model),
        matrix(d_model, hidden),
        matrix(hidden, d_model),
    )


def in_single_precision(layers: Sequence[Layer]) -> tuple[Layer, ...]:
    """The same layers in float32, which halves the cost."""
    return tuple(
        Layer(
            tuple(
                Head(*(getattr(head, each.name).astype(np.float32) for each in fields(head)))
                for head in layer.heads
            ),
            *(weights.astype(np.float32) for weights in (layer.output, layer.widen, layer.narrow)),
        )
        for layer in layers
    )


def _states(
    inputs: NDArray[np.float64], layers: Sequence[Layer], *, causal: bool = False, residual: bool = True
) -> Iterator[NDArray[np.float64]]:
    """The inputs, then the state after each layer: attention, then a feed-forward part."""
    state = inputs
    yield state
    for layer in layers:
        for part in (partial(attention, causal=causal), feed_forward):
            change = part(layer_norm(state), layer)
            state = state + change if residual else change
        yield state


@fast(plain=_states)
def states(
    inputs: NDArray[np.float64],  # (..., n, d_model) one row a token
    layers: Sequence[Layer],
    *,
    causal: bool = False,  # whether a token sees only itself and earlier tokens
    residual: bool = True,  # whether each part adds to its input; otherwise it replaces it
) -> Iterator[NDArray[np.float64]]:  # (..., n, d_model)
    """The inputs, then the state after each layer.

    A layer is attention and a feed-forward part with ReLU [1]; each part normalises its input [2].

    [1] Vaswani et al. 2017, section 3.1, https://arxiv.org/abs/1706.03762
    [2] Xiong et al. 2020, section 3.3 (Pre-LN), https://arxiv.org/abs/2002.04745
    """
    pieces = [_states(piece, layers, causal=causal, residual=residual) for piece in _pieces(inputs)]
    for after in zip(*pieces, strict=True):
        yield np.concatenate(after) if len(after) > 1 else after[0]


def _pieces(inputs: NDArray[np.float64]) -> Iterator[NDArray[np.float64]]:
    """A few sequences at a time; all at once would take 170 instead of 70 MB, and 1.6 times as long."""
    if inputs.ndim < 3:
        yield inputs
        return
    for start in range(0, len(inputs), PIECE):
        yield inputs[start : start + PIECE]


def attention(inputs: NDArray[np.float64], layer: Layer, *, causal: bool = False) -> NDArray[np.float64]:
    """All heads of a layer concatenated, times its output matrix; shape of the inputs."""
    outputs = [self_attention(inputs, head, causal=causal) for head in layer.heads]
    return np.concatenate(outputs, axis=-1) @ layer.output


def feed_forward(inputs: NDArray[np.float64], layer: Layer) -> NDArray[np.float64]:
    """Two matrices with a ReLU between them, applied to each token separately; shape of the inputs."""
    hidden = inputs @ layer.widen
    return np.maximum(hidden, 0, out=hidden) @ layer.narrow


def layer_norm(
    inputs: NDArray[np.float64], *, epsilon: float = 1e-5
) -> NDArray[np.float64]:  # epsilon: added to the variance, so that a constant row becomes 0
    """Every row with mean 0 and variance 1 over its features, without a learned gain (layer norm)."""
    centred_rows = inputs - inputs.mean(axis=-1, keepdims=True)
    centred_rows /= np.sqrt((centred_rows**2).mean(axis=-1, keepdims=True) + epsilon)
    return centred_rows
