"""Scores of a head with random weights against the offset, compared with the plain dot product."""

import numpy as np

from take_away.finish import finish
from take_away.frequencies import pair_frequencies
from take_away.similarity.offset_means import mean_factor, mean_products, offset_runs

length = 128  # position of the query and largest offset, tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0
seed = 0
head_dim = 64  # columns of W_q and W_k
points = 1500  # at most; with more offsets, each is the mean over a run of them
normalised = False

frequencies = pair_frequencies(np.arange((d_model + 1) // 2), d_model, base, scale)  # radians per token
turned = length * frequencies  # radians
query = np.stack([np.sin(turned), np.cos(turned)], axis=1).ravel()[:d_model]  # the encoding of position `length`
weights = np.random.default_rng(seed).random((2, head_dim * d_model), dtype=np.float32) - np.float32(0.5)
weights *= np.float32((12 / d_model) ** 0.5)  # variance 1 / d_model
w_q, w_k = weights[0].reshape(head_dim, d_model), weights[1].reshape(d_model, head_dim)
direction = (w_k @ (w_q @ query.astype(np.float32))).astype(float)  # scores are its dot products with keys
offsets, size = offset_runs(length, points)
plain = mean_products(offsets, size, frequencies[: d_model // 2])
scores = np.zeros(len(offsets))
for dimension, weight in enumerate(direction * np.repeat(mean_factor(frequencies, size), 2)[:d_model]):
    angles = (length + offsets) * frequencies[dimension // 2]  # radians
    scores += weight * (np.cos(angles) if dimension % 2 else np.sin(angles))
columns = {"offset k": offsets, "plain": plain / (d_model // 2 if normalised else 1)}
columns["random head"] = scores / (np.abs(scores).max() if normalised else 1)


def draw(figure):
    for name, axes in zip(["plain", "random head"], figure.subplots(2, sharex=True), strict=True):
        axes.plot(offsets, columns[name], label="s(k)")
        axes.plot(offsets, columns[name][::-1], ":", label="s(−k), the mirror image")
        axes.set(ylabel="share of largest" if normalised else "product", title=name)
        axes.legend()
    axes.set(xlabel="offset k (tokens)")


if __name__ == "__main__":
    finish("random_head", columns, draw)
