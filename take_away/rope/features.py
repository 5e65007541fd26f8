"""A vector of ones at each position, of which RoPE turns the first features only."""

import numpy as np

from core.schemes.rope import rope
from take_away.finish import finish
from take_away.rope.part import rotary_features

rotary = 0.25  # part of the features that turns
head_dim = 64  # features
length = 64  # tokens
base = 10_000.0
scale = 1.0

turning = rotary_features(head_dim, rotary)
turned = np.ones((length, head_dim))
turned[:, :turning] = rope(turned[:, :turning], np.arange(length), base=base, scale=scale)
columns = {f"feature {feature}": values for feature, values in enumerate(turned.T)}


def draw(figure):
    axes = figure.subplots()
    axes.imshow(turned, aspect="auto", cmap="RdBu_r", vmin=-(2**0.5), vmax=2**0.5)
    axes.set(xlabel="feature", ylabel="position (tokens)")


if __name__ == "__main__":
    finish("features", columns, draw)
