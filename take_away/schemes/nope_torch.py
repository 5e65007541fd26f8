"""NoPE, no positional encoding, in PyTorch: nothing is added, a causal mask alone tells positions."""

import torch

from take_away.finish import finish

length = 128  # tokens
d_model = 512  # features


def nope(positions, d_model):
    """Table of shape (n, d_model), all 0, for positions of shape (n,), in tokens."""
    return torch.zeros(len(positions), d_model, dtype=torch.float64)


def draw(figure):
    axes = figure.subplots()
    axes.imshow(table.numpy(), aspect="auto", cmap="RdBu_r", vmin=-1, vmax=1)
    axes.set(xlabel="dimension", ylabel="position (tokens)")


if __name__ == "__main__":
    table = nope(torch.arange(length), d_model)
    columns = {str(dimension): values for dimension, values in enumerate(table.T)}
    finish("nope", columns, draw)
