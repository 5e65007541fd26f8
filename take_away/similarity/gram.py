"""Dot products of all pairs of positions, averaged over square blocks where there are many."""

import numpy as np

from core.schemes.sinusoidal import sinusoidal
from take_away.finish import finish

length = 128  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0
normalised = False
cells = 256  # rows and columns at most

across = -(-length // cells)  # positions that a cell covers
starts = range(0, length, across)
runs = (np.arange(start, min(start + across, length)) for start in starts)
rows = np.stack([sinusoidal(positions, d_model, base=base, scale=scale).mean(axis=0) for positions in runs])
products = rows @ rows.T / (d_model // 2 if normalised else 1)  # the mean of the products is that of the means
columns = {str(start): values for start, values in zip(starts, products, strict=True)} | {"position": starts}


def draw(figure):
    axes = figure.subplots()
    limit = np.abs(products).max()
    image = axes.imshow(products, cmap="RdBu_r", vmin=-limit, vmax=limit, extent=(0, length, length, 0))
    axes.set(xlabel="position (tokens)", ylabel="position (tokens)")
    figure.colorbar(image, label="product ÷ product at k = 0" if normalised else "dot product")


if __name__ == "__main__":
    finish("gram", columns, draw)
