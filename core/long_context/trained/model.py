"""Small models that were really trained, run in plain NumPy with the encodings of core themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.numeric.softmax import softmax
from core.schemes.scheme import Scheme

Cache = Sequence[NDArray[np.float32]]
"""Keys and values of a layer each, shape (2, heads, tokens, head_dim)."""
HEADS = 4
AT_ONCE = 128  # tokens; 2,048 at once would need 500 MB


@dataclass(frozen=True)
class Model:
    """A model as `training/extrapolation.py` makes it, perhaps under a scaling rule."""

    scheme: Scheme
    length: int  # tokens in training
    weights: Mapping[str, NDArray[np.float32]]
    arguments: Mapping[str, Any]  # of the scheme's function beside positions and sizes
    attention_factor: float = 1.0  # of the rule, on queries and keys


def losses(
    model: Model, tokens: NDArray[np.int_], window: int | None = None
) -> NDArray[np.float32]:  # (n - 1,) nats
    """Cross-entropy of each token but the first."""
    chances = softmax(read_on(model, tokens[:-1], window=window)[0])  # type: ignore[arg-type]  # in float32
    return -np.log(chances[np.arange(len(chances)), tokens[1:]])


def read_on(
    model: Model,
    tokens: NDArray[np.int_],  # (m,)
    cache: Cache = (),  # of the tokens before them
    window: int | None = None,  # tokens that each one looks at, with itself; None for all before it
) -> tuple[NDArray[np.float32], Cache]:
    """Logits (m, symbols) after each of further tokens, and the cache for those that follow."""
    if len(tokens) > AT_ONCE:
        half = len(tokens) // 2
        scores, cache = read_on(model, tokens[:half], cache, window)
        others, cache = read_on(model, tokens[half:], cache, window)
        return np.concatenate([scores, others]), cache
    weights, scheme, options, new_cache = model.weights, model.scheme, model.arguments, []
    places = np.arange((cache[0].shape[2] if cache else 0) + len(tokens))  # (n,) of all tokens so far
    positions, state = places[len(places) - len(tokens) :], weights["embedding"][tokens]  # (m, d_model)
    distance = positions[:, None] - places  # (m, n)
    bias = np.where((distance >= 0) & (distance < (window or len(places))), 0, -np.inf)
    if scheme.family == "bias":
        bias = bias + scheme.function(places[-1:], places[::-1], HEADS, **options)[:, 0, np.maximum(distance, 0)]
    if scheme.family == "additive":
        state = state + scheme.function(positions, state.shape[1], **options)
    state, bias = state.astype(np.float32), bias.astype(np.float32)
    for layer, (*inputs, outputs) in enumerate(weights["attention"]):
        queries, *kv = (np.split(rms_norm(state) @ matrix, HEADS, axis=1) for matrix in inputs)
        if scheme.family == "rotary":
            heads = [[scheme.function(each, positions, **options) for each in part] for part in (queries, kv[0])]
            queries, kv[0] = np.array(heads, dtype=np.float32) * np.float32(model.attention_factor)
        new_cache.append(np.concatenate([*cache[layer : layer + 1], np.array(kv)], axis=2))
        keys, values = new_cache[-1]  # (heads, n, head_dim)
        scores = np.array(queries) @ keys.swapaxes(1, 2) / np.float32(np.sqrt(keys.shape[2])) + bias
        state = state + np.concatenate([*softmax(scores) @ values], axis=1) @ outputs
        state = state + np.maximum(rms_norm(state) @ weights["widen"][layer], 0) @ weights["narrow"][layer]
    return rms_norm(state) @ weights["unembedding"], new_cache


def rms_norm(state: NDArray[np.float32]) -> NDArray[np.float32]:
    """Every row with a mean square of 1 (RMSNorm without a gain)."""
    return state / np.sqrt((state**2).mean(axis=1, keepdims=True) + np.float32(1e-5))
