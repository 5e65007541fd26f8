"""Small models that were really trained, run in plain NumPy with the encodings of core themselves."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from core.numeric.softmax import softmax
from core.schemes.scheme import Scheme


@dataclass(frozen=True)
class Trained:
    """A model as `training/extrapolation.py` makes it, perhaps under a scaling rule."""

    scheme: Scheme
    length: int  # tokens in training
    weights: Mapping[str, NDArray[np.float32]]
    arguments: Mapping[str, Any]  # of the scheme's function beside positions and sizes
    attention_factor: float = 1.0  # of the rule, on queries and keys


def logits(
    model: Trained,
    tokens: NDArray[np.int_],  # (n,)
    window: int | None = None,  # tokens that a query sees, with itself; None for all before it
    heads: int = 4,
) -> NDArray[np.float32]:  # (n, symbols)
    """A score for each symbol to come next, after each token."""
    weights, scheme, arguments = model.weights, model.scheme, model.arguments
    positions, state = np.arange(len(tokens)), weights["embedding"][tokens]  # (n, d_model)
    if scheme.family == "additive":
        state = state + scheme.function(positions, state.shape[1], **arguments).astype(np.float32)
    added = by_distance(model, len(tokens), window, heads)
    for inputs, widen, narrow in zip(weights["attention"], weights["widen"], weights["narrow"], strict=True):
        split = [np.split(normalised(state) @ matrix, heads, axis=1) for matrix in inputs[:3]]
        if scheme.family == "rotary":
            turned = [[scheme.function(each, positions, **arguments) for each in part] for part in split[:2]]
            split[:2] = [[(each * model.attention_factor).astype(np.float32) for each in part] for part in turned]
        seen = [attention(*each) for each in zip(*split, added, strict=True)]
        state = state + np.concatenate(seen, axis=1) @ inputs[3]
        state = state + np.maximum(normalised(state) @ widen, 0) @ narrow
    return normalised(state) @ weights["unembedding"]


def by_distance(model: Trained, n: int, window: int | None, heads: int) -> NDArray[np.float32]:
    """What is added to scores, shape (heads, 2n): from n - 1 - i on, that of the query at i for keys from 0 on."""
    added = np.full((heads, 2 * n), -np.inf, dtype=np.float32)  # keys after the query, or past the window
    bias = np.zeros((heads, n))
    if model.scheme.family == "bias":
        bias = model.scheme.function([n - 1], np.arange(n), heads, **model.arguments)[:, 0]
    seen = min(n, window or n)
    added[:, n - seen : n] = bias[:, n - seen :]
    return added


def attention(
    queries: NDArray[np.float32],  # (n, head_dim), as keys and values
    keys: NDArray[np.float32],
    values: NDArray[np.float32],
    added: NDArray[np.float32],  # (2n,)
    block: int = 256,  # queries at a time; all at once would take 17 MB a head at 2,048 tokens
) -> NDArray[np.float32]:  # (n, head_dim)
    """Causal attention of a head."""
    n, seen = len(queries), np.empty_like(values)
    rows = sliding_window_view(added, n)[n - 1 :: -1]  # (n, n) without a copy
    keys = keys / np.float32(np.sqrt(keys.shape[1]))
    for start in range(0, n, block):
        stop = min(start + block, n)
        scores = queries[start:stop] @ keys[:stop].T + rows[start:stop, :stop]
        seen[start:stop] = softmax(scores) @ values[:stop]  # type: ignore[arg-type]  # in float32
    return seen


def normalised(state: NDArray[np.float32]) -> NDArray[np.float32]:
    """Every row with a mean square of 1 (RMSNorm without a gain)."""
    return state / np.sqrt((state**2).mean(axis=1, keepdims=True) + np.float32(1e-5))


def losses(scores: NDArray[np.float32], tokens: NDArray[np.int_]) -> NDArray[np.float32]:
    """Cross-entropy of each following token, nats, shape (n - 1,), from logits with a row a token."""
    scores = scores[: len(tokens) - 1]
    top = scores.max(axis=1)
    spread = np.log(np.exp(scores - top[:, None]).sum(axis=1)) + top
    return spread - scores[np.arange(len(scores)), tokens[1:]]
