"""The size of the score of a query and a key below the bound of the RoPE paper."""

import numpy as np

from take_away.finish import finish
from take_away.rope.curve import head_vectors, offset_runs, pair_products, score_curve, upper_bound

vectors = "ones"  # or "random", "copied"
head_dim = 64  # features
length = 128  # tokens, the largest offset
base = 10_000.0
scale = 1.0

products = pair_products(*head_vectors(vectors, head_dim))
offsets, covered = offset_runs(length)
score = score_curve(products, offsets, covered, base, scale)
bound = upper_bound(products, offsets, base, scale)
columns = {"offset": offsets, "score": score, "upper bound": bound}


def draw(figure):
    axes = figure.subplots()
    axes.semilogy(offsets, bound, label="upper bound")
    axes.semilogy(offsets, np.abs(score), label="size of the score")
    axes.set(xlabel="offset m - n (tokens)", ylabel="size (1)", ylim=(bound.max() / 1e4, 2 * bound.max()))
    axes.legend()


if __name__ == "__main__":
    finish("bound", columns, draw)
