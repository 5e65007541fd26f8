"""Self-attention."""

import numpy as np


def softmax(scores):
    """Weights along the last axis that are not negative and sum to one."""
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def attend(inputs, w_query, w_key, w_value, causal=False):
    """Outputs of one head for inputs of shape (..., tokens, features)."""
    query, key, value = inputs @ w_query, inputs @ w_key, inputs @ w_value
    scores = query @ key.swapaxes(-1, -2) / query.shape[-1] ** 0.5
    if causal:
        scores = np.where(np.tri(scores.shape[-1], dtype=bool), scores, -np.inf)
    return softmax(scores) @ value
