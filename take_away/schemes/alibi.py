"""ALiBi, Attention with Linear Biases: a penalty that grows with the distance."""

import numpy as np

from take_away.finish import finish

length = 128  # tokens
heads = 8


def slopes(heads):
    """Penalty per token of distance, shape (heads,)."""
    power = 2 ** (heads.bit_length() - 1)  # heads, or the largest power of two below
    series = 2.0 ** (-8 / power * np.arange(1, power + 1))
    between = 2.0 ** (-4 / power * np.arange(1, 2 * power, 2))  # every second slope of twice as many heads
    return np.append(series, between)[:heads]


def alibi(query_positions, key_positions, heads=8):
    """Bias of shape (heads, n, m), added to scores before softmax, for n queries and m keys; tokens."""
    distances = np.abs(np.subtract.outer(query_positions, key_positions))
    return -slopes(heads)[:, None, None] * distances


SCHEME = {"name": "ALiBi", "family": "bias", "function": alibi}


def draw(figure):
    axes = figure.subplots()
    for head, values in enumerate(bias, 1):
        axes.plot(values, label=f"head {head}")
    axes.set(xlabel="distance back (tokens)", ylabel="bias")
    axes.legend()


if __name__ == "__main__":
    bias = alibi([length - 1], np.arange(length), heads)[:, 0, ::-1]  # (heads, distances)
    columns = {"distance": np.arange(length)} | {f"head {head}": values for head, values in enumerate(bias, 1)}
    finish("alibi", columns, draw)
