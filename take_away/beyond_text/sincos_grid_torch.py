"""Sines and cosines of the row and the column of image patches, in PyTorch."""

import torch

from take_away.finish import finish

height = 14  # patches
width = 14  # patches
dim = 768  # features, divisible by 4
base = 10_000.0
order = "mae"  # sin x, cos x, sin y, cos y; or "transformers": y before x; or "timm": sin y, sin x, cos y, cos x
row = 7  # of the patch that the others are compared with
column = 7


def sincos_grid(height, width, dim, base=10_000.0, order="mae"):
    """One row of features for each patch, row by row; shape (height * width, dim), float64."""
    frequencies = base ** (-torch.arange(dim // 4, dtype=torch.float64) / (dim // 4))  # radians per patch
    rows = torch.arange(height, dtype=torch.float64).repeat_interleave(width)
    y = torch.outer(rows, frequencies)  # (height * width, dim / 4) radians
    x = torch.outer(torch.arange(width, dtype=torch.float64).repeat(height), frequencies)
    parts = {
        "mae": [x.sin(), x.cos(), y.sin(), y.cos()],
        "transformers": [y.sin(), y.cos(), x.sin(), x.cos()],
        "timm": [y.sin(), x.sin(), y.cos(), x.cos()],
    }
    return torch.cat(parts[order], dim=1)


def draw(figure):
    axes = figure.subplots()
    image = axes.imshow(likeness.numpy(), cmap="RdBu_r", vmin=-1, vmax=1)
    axes.set(xlabel="column (patches)", ylabel="row (patches)")
    figure.colorbar(image, label="product with the chosen patch ÷ product with itself")


if __name__ == "__main__":
    table = sincos_grid(height, width, dim, base, order)
    likeness = (table @ table[row * width + column] / (dim / 2)).reshape(height, width)
    columns = {str(x): values for x, values in enumerate(likeness.T)}
    finish("sincos_grid", columns, draw)
