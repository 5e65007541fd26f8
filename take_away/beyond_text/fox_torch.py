"""FoX, the forgetting transformer, in PyTorch: logarithms of gates between query and key add to a score."""

import torch

from take_away.finish import finish

gates = [0.9, 0.9, 0.9, 0.2, 0.9, 0.9, 0.9, 0.2, 0.9, 0.9, 0.9, 0.2]  # what each token keeps of what came before


def forget_bias(gates):
    """Gates of shape (..., n), above 0 and at most 1, as what is added to scores, shape (..., query, key)."""
    sums = gates.log().cumsum(-1)
    bias = sums[..., :, None] - sums[..., None, :]
    future = torch.ones(bias.shape[-2:], dtype=torch.bool, device=bias.device).triu(1)
    return bias.masked_fill(future, float("-inf"))


def draw(figure):
    axes = figure.subplots()
    axes.plot(columns["key"], columns["bias"].numpy(), marker="o")
    axes.set(xlabel="key", ylabel="bias of the last query")


if __name__ == "__main__":
    columns = {"key": range(len(gates)), "bias": forget_bias(torch.tensor(gates))[-1]}
    finish("fox", columns, draw)
