"""Small models that were really trained, run in plain NumPy with the encodings of core themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from core.numeric.softmax import softmax
from core.schemes.scheme import Scheme

Cache = Sequence[NDArray[np.float32]]
"""Keys and values of a layer each, shape (2, heads, tokens, head_dim)."""


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
) -> NDArray[np.float32]:  # (n, symbols)
    """A score for each symbol to come next, after each token."""
    return read_on(model, tokens, window=window)[0]


def read_on(
    model: Trained,
    tokens: NDArray[np.int_],  # (m,)
    cache: Cache = (),  # of the tokens before them
    window: int | None = None,
    heads: int = 4,
) -> tuple[NDArray[np.float32], Cache]:
    """Logits (m, symbols) after each of further tokens, and the cache for those that follow."""
    weights, scheme, arguments, cached = model.weights, model.scheme, model.arguments, []
    first = cache[0].shape[2] if cache else 0
    positions, state = np.arange(first, first + len(tokens)), weights["embedding"][tokens]  # (m, d_model)
    if scheme.family == "additive":
        state = state + scheme.function(positions, state.shape[1], **arguments).astype(np.float32)
    added = by_distance(model, first + len(tokens), window, heads)
    for layer, inputs in enumerate(weights["attention"]):
        queries, *kv = (np.split(normalised(state) @ matrix, heads, axis=1) for matrix in inputs[:3])
        if scheme.family == "rotary":
            turned = [[scheme.function(each, positions, **arguments) for each in part] for part in (queries, kv[0])]
            queries, kv[0] = np.array(turned, dtype=np.float32) * np.float32(model.attention_factor)
        cached.append(np.concatenate([*cache[layer : layer + 1], np.array(kv)], axis=2))
        mixed = [attention(*each) for each in zip(queries, *cached[-1], added, strict=True)]
        state = state + np.concatenate(mixed, axis=1) @ inputs[3]
        state = state + np.maximum(normalised(state) @ weights["widen"][layer], 0) @ weights["narrow"][layer]
    return normalised(state) @ weights["unembedding"], cached


def by_distance(model: Trained, n: int, window: int | None, heads: int) -> NDArray[np.float32]:
    """What is added to scores, shape (heads, 2n): from n - 1 - i on, that of the query at i for keys from 0 on."""
    added = np.full((heads, 2 * n), -np.inf, dtype=np.float32)  # keys after the query, or past the window
    visible = np.arange(n - min(n, window or n), n)
    added[:, visible] = 0
    if model.scheme.family == "bias":
        added[:, visible] = model.scheme.function(np.array([n - 1]), visible, heads, **model.arguments)[:, 0]
    return added


def attention(
    queries: NDArray[np.float32],  # (m, head_dim), of the last tokens
    keys: NDArray[np.float32],  # (n, head_dim), as values
    values: NDArray[np.float32],
    added: NDArray[np.float32],  # (2n,)
    block: int = 256,  # queries at a time; all at once would take 17 MB a head at 2,048 tokens
) -> NDArray[np.float32]:  # (m, head_dim)
    """Causal attention of a head."""
    n, mixed = len(keys), []
    rows = sliding_window_view(added, n)[n - 1 :: -1][n - len(queries) :]  # (m, n) without a copy
    queries = queries / np.float32(np.sqrt(keys.shape[1]))
    for start in range(0, len(queries), block):
        stop = min(n, n - len(queries) + start + block)
        scores = queries[start : start + block] @ keys[:stop].T + rows[start : start + block, :stop]
        mixed.append(softmax(scores) @ values[:stop])  # type: ignore[arg-type]  # in float32
    return np.concatenate(mixed)


def normalised(state: NDArray[np.float32]) -> NDArray[np.float32]:
    """Every row with a mean square of 1 (RMSNorm without a gain)."""
    return state / np.sqrt((state**2).mean(axis=1, keepdims=True) + np.float32(1e-5))


def losses(scores: NDArray[np.float32], tokens: NDArray[np.int_]) -> NDArray[np.float32]:
    """Cross-entropy of each following token, nats, shape (n - 1,), from logits with a row a token."""
    scores = (scores - scores.max(axis=1, keepdims=True))[: len(tokens) - 1]
    return np.log(np.exp(scores).sum(axis=1)) - scores[np.arange(len(scores)), tokens[1:]]
