"""How far the output of a head moves when all positions do, where RoPE turns the values as well."""

import numpy as np

from core.schemes.rope import rope
from take_away.finish import finish

head_dim = 64  # features
shifts = 128  # of all positions, 0 … shifts - 1 tokens
base = 10_000.0
scale = 1.0
tokens = 16

queries, keys, values = np.random.default_rng(0).standard_normal((3, tokens, head_dim))


def outputs(shift):
    """Outputs for values as they are, values turned, and these outputs turned back; (3, tokens, head_dim)."""
    at, turning = shift + np.arange(tokens), {"base": base, "scale": scale}
    scores = rope(queries, at, **turning) @ rope(keys, at, **turning).T / np.sqrt(head_dim)
    weights = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    turned = weights @ rope(values, at, **turning)
    return np.stack([weights @ values, turned, rope(turned, -at, **turning)])


still = outputs(0)
moved = np.array([np.linalg.norm(outputs(shift) - still, axis=(1, 2)) for shift in range(shifts)])
changes = moved / np.linalg.norm(still, axis=(1, 2))  # (shifts, 3)
names = ["queries and keys turned", "values turned too", "values turned, output turned back"]
columns = {"shift": np.arange(shifts)} | dict(zip(names, changes.T, strict=True))


def draw(figure):
    axes = figure.subplots()
    for name, change in zip(names, changes.T, strict=True):
        axes.plot(change, label=name)
    axes.set(xlabel="shift of all positions (tokens)", ylabel="change of the output ÷ its size")
    axes.legend()


if __name__ == "__main__":
    finish("values", columns, draw)
