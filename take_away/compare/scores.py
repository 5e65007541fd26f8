"""What position adds to the score of two tokens of equal content, over the offset between them."""

import inspect

import numpy as np

from core.schemes import SCHEMES
from take_away.finish import finish

schemes = ["sinusoidal", "RoPE", "ALiBi", "T5", "NoPE"]
length = 128  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0
heads = 8  # of the biases
head = 4  # counted from 1

shared_settings = {"d_model": d_model, "base": base, "scale": scale, "heads": heads}
run_length = -(-(2 * length - 1) // 801) | 1  # neighbouring offsets that a point stands for
reach = ((2 * length - 1) // run_length - 1) // 2
k = run_length * np.arange(-reach, reach + 1)  # offset in the middle of each run, tokens


def call(function, *inputs):
    """A scheme's function with those of the shared settings that it takes."""
    names = inspect.signature(function).parameters.keys() & shared_settings.keys()
    return function(*inputs, **{name: shared_settings[name] for name in names})


def bias_scores(scheme):
    """Bias of one head; the query stands at the last position."""
    bias = call(scheme.function, np.array([length - 1]), length - 1 + np.append(k, 0))[head - 1, 0]
    return bias[:-1] - bias[-1]


def rotary_products(scheme, offsets):
    """Product of a query at 0 with keys at the offsets, all features 1."""
    ones = np.ones((len(offsets), max(2, d_model // 2 * 2)))
    keys = call(getattr(scheme, "keys", None) or scheme.function, ones, offsets)
    return keys @ call(scheme.function, ones[:1], np.array([0]))[0] / np.sqrt(ones.shape[1])


def additive_products(scheme, offsets):
    """Product of row 0 with the rows at the offsets; a last sine without a cosine is 0 in row 0."""
    rows = call(scheme.function, np.append(offsets, 0))
    return rows[:-1] @ rows[-1] / np.sqrt(d_model)


def run_means(products, scheme):
    """Means over the runs, but at offset 0 the value itself, less that value."""
    runs = (middle + np.arange(run_length) - run_length // 2 for middle in k)
    with np.errstate(all="ignore"):  # a decay read backwards grows without bound
        means = np.array([products(scheme, run).mean() for run in runs])
        values = np.where(k == 0, 0, means - products(scheme, np.array([0])))
    return np.where(np.isfinite(values), values, np.nan)


def table_scores(scheme):
    """Products of the rows of a table, mean over all pairs of rows k apart; NaN where there are none."""
    table = scheme.table()
    gram, values = table @ table.T, np.full(len(k), np.nan)
    for index, offset in enumerate(k):
        if abs(offset) < len(table):
            same_place = np.diag(gram)[max(0, -offset) : len(table) - max(0, offset)]
            values[index] = np.mean(np.diagonal(gram, offset) - same_place) / np.sqrt(table.shape[1])
    return values


def scores(scheme):
    """Score at each offset less the score at offset 0, shape (n,)."""
    if getattr(scheme, "table", None):
        return table_scores(scheme)
    match scheme.family:
        case "bias":
            return bias_scores(scheme)
        case "rotary":
            return run_means(rotary_products, scheme)
        case "additive":
            return run_means(additive_products, scheme)
    return np.zeros(len(k))


columns = {"offset k": k} | {name: scores(SCHEMES[name]) for name in schemes}


def draw(figure):
    axes = figure.subplots()
    for name in schemes:
        axes.plot(k, columns[name], label=name)
    axes.set(xlabel="offset k, key - query (tokens)", ylabel="score - score at k = 0", ylim=(-30, 8))
    axes.legend()


if __name__ == "__main__":
    finish("scores", columns, draw)
