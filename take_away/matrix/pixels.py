"""The sinusoidal table at the resolution of a screen: each pixel is the mean of the cells it covers."""

import numpy as np

from core.schemes.sinusoidal import sinusoidal
from take_away.finish import finish

length = 128  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0
layout = "interleaved"  # "interleaved", "concatenated", "tensor2tensor" or "fairseq"

down, across = -(-length // 290), -(-d_model // 768)  # positions and dimensions that a pixel covers
rows, dimensions = np.arange(0, length, down), np.arange(0, d_model, across)
runs = (np.arange(first, min(first + down, length)) for first in rows)
means = np.stack(
    [sinusoidal(positions, d_model, base=base, scale=scale, layout=layout).mean(axis=0) for positions in runs]
)
pixels = np.add.reduceat(means, dimensions, axis=1) / np.diff([*dimensions, d_model])
columns = {"position": rows} | {str(first): values for first, values in zip(dimensions, pixels.T, strict=True)}


def draw(figure):
    axes = figure.subplots()
    axes.imshow(pixels, aspect="auto", cmap="RdBu_r", vmin=-1, vmax=1, extent=(0, d_model, length, 0))
    axes.set(xlabel="dimension", ylabel="position (tokens)")


if __name__ == "__main__":
    finish("pixels", columns, draw)
