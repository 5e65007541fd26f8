"""The score of a query and an equal key one token before it, along a text."""

import numpy as np

from core.frequencies import inverse_frequencies
from take_away.finish import finish
from take_away.precision.rounding import choose_dtypes, counted_pairs, everywhere, sampled, scores

length = 8192  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0
rounding = "all four"  # or one of STEPS, or "each its own"
dtype = "bfloat16"  # or "float16", "float32", "float64"
each = ["bfloat16", "float32", "bfloat16", "bfloat16"]  # of the four steps, for "each its own"

dtypes = choose_dtypes(rounding, dtype, each)
frequencies = inverse_frequencies(d_model, base)[counted_pairs(d_model)] / scale
edges, positions = sampled(length, columns=80, samples=3)
bits = {"bfloat16": 8, "float16": 11, "float32": 24, "float64": 53}  # of the significand
step = 2.0 ** (np.floor(np.log2(positions)) + 1 - min(bits[dtypes["position"]], bits[dtypes["angle"]]))
ties = (np.floor(positions / step) + 0.5) * step  # where rounding moves a query and the key before it apart
queries = np.unique(np.clip(np.concatenate([positions, np.ceil(ties), np.floor(ties) + 1]), 1, length - 1))
at_queries, starts = scores(queries, queries - 1, frequencies, dtypes), np.searchsorted(queries, edges[:-1])
lowest, highest = np.fmin.reduceat(at_queries, starts), np.fmax.reduceat(at_queries, starts)
exact = np.repeat(scores([1], [0], frequencies, everywhere("float64")), len(lowest))
columns = {"first query": edges[:-1], "last query": edges[1:] - 1}
columns |= {"lowest": lowest, "highest": highest, "exact": exact}


def draw(figure):
    axes = figure.subplots()
    middle = np.sqrt(edges[:-1] * edges[1:])
    axes.fill_between(middle, lowest, highest, alpha=0.5, label="rounded, lowest to highest")
    axes.plot(middle, exact, ":", color="black", label="exact")
    axes.set(xscale="log", xlabel="position of the query (tokens)", ylabel="q · k ÷ (|q| |k|)")
    axes.legend()


if __name__ == "__main__":
    finish("score_drift", columns, draw)
