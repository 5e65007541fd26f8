"""Scores of one query and one key of a model with interleaved pairs, turned in both layouts."""

import numpy as np

from take_away.finish import finish
from take_away.rope.curve import head_vectors, offset_runs, pair_products, score_curve

head_dim = 64  # features
length = 128  # tokens, the largest offset
base = 10_000.0
scale = 1.0

query, key = head_vectors("random", head_dim)
order = np.concatenate([np.arange(0, head_dim, 2), np.arange(1, head_dim, 2)])  # all first features, all second
products = {
    "permuted, half": pair_products(query[order], key[order]),
    "interleaved, as trained": pair_products(query, key, "interleaved"),
    "not permuted, half": pair_products(query, key),
}
offsets, covered = offset_runs(length)
scores = {name: score_curve(own, offsets, covered, base, scale) for name, own in products.items()}
columns = {"offset": offsets} | scores


def draw(figure):
    axes = figure.subplots()
    for (name, values), style in zip(scores.items(), ("-", ":", "--"), strict=True):
        axes.plot(offsets, values, style, label=name)
    axes.set(xlabel="offset m - n (tokens)", ylabel="score q · k (1)")
    axes.legend()


if __name__ == "__main__":
    finish("layouts", columns, draw)
