"""Sines and cosines of the row and the column of image patches, in the column orders of three libraries."""

import numpy as np

from take_away.finish import finish

height = 14  # patches
width = 14  # patches
dim = 768  # features, divisible by 4
base = 10_000.0
order = "mae"  # sin x, cos x, sin y, cos y; or "transformers": y before x; or "timm": sin y, sin x, cos y, cos x
row = 7  # of the patch that the others are compared with
column = 7


def sincos_grid(height, width, dim, base=10_000.0, order="mae"):
    """One row of features for each patch, row by row; shape (height * width, dim)."""
    frequencies = base ** (-np.arange(dim // 4) / (dim // 4))  # (dim / 4,) radians per patch
    y, x = np.indices((height, width)).reshape(2, -1, 1) * frequencies  # each (height * width, dim / 4) radians
    parts = {
        "mae": [np.sin(x), np.cos(x), np.sin(y), np.cos(y)],
        "transformers": [np.sin(y), np.cos(y), np.sin(x), np.cos(x)],
        "timm": [np.sin(y), np.sin(x), np.cos(y), np.cos(x)],
    }
    return np.hstack(parts[order])


def draw(figure):
    axes = figure.subplots()
    image = axes.imshow(likeness, cmap="RdBu_r", vmin=-1, vmax=1)
    axes.set(xlabel="column (patches)", ylabel="row (patches)")
    figure.colorbar(image, label="product with the chosen patch ÷ product with itself")


if __name__ == "__main__":
    table = sincos_grid(height, width, dim, base, order)
    likeness = (table @ table[row * width + column] / (dim / 2)).reshape(height, width)
    columns = {str(x): values for x, values in enumerate(likeness.T)}
    finish("sincos_grid", columns, draw)
