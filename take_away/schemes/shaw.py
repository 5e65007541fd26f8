"""Shaw's relative position: a learned key vector for every clipped offset."""

import numpy as np

from take_away.finish import finish

length = 128  # tokens
heads = 8
clip = 16  # tokens; offsets beyond share the last vector


def relative_vector(offsets, clip=16):
    """Which of the 2 clip + 1 vectors each offset gets, key minus query in tokens; any shape."""
    return np.clip(offsets, -clip, clip).astype(int) + clip


def shaw(query_positions, key_positions, heads=8, clip=16, head_dim=64, seed=0):
    """What relative positions add to scores, shape (heads, n, m), for n queries and m keys, in tokens.

    One random query a head and random vectors stand in for trained ones.
    """
    rng = np.random.default_rng(seed)
    relative = rng.standard_normal((2 * clip + 1, head_dim))
    queries = rng.standard_normal((heads, head_dim))
    scores = queries @ relative.T / np.sqrt(head_dim)  # (heads, 2 clip + 1)
    return scores[:, relative_vector(-np.subtract.outer(query_positions, key_positions), clip)]


SCHEME = {"name": "Shaw", "family": "bias", "function": shaw, "groups": relative_vector}


def draw(figure):
    axes = figure.subplots()
    for head, values in enumerate(bias, 1):
        axes.plot(values, label=f"head {head}")
    axes.set(xlabel="distance back (tokens)", ylabel="bias")
    axes.legend()


if __name__ == "__main__":
    bias = shaw([length - 1], np.arange(length), heads, clip)[:, 0, ::-1]  # (heads, distances)
    columns = {"distance": np.arange(length)} | {f"head {head}": values for head, values in enumerate(bias, 1)}
    finish("shaw", columns, draw)
