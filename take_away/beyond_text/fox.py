"""FoX, the forgetting transformer: the logarithms of gates between query and key are added to their score."""

import numpy as np

from take_away.finish import finish

gates = [0.9, 0.9, 0.9, 0.2, 0.9, 0.9, 0.9, 0.2, 0.9, 0.9, 0.9, 0.2]  # what each token keeps of what came before


def forget_bias(gates):
    """Gates of shape (..., n), above 0 and at most 1, as what is added to scores, shape (..., query, key)."""
    sums = np.cumsum(np.log(gates), axis=-1)
    past = np.tri(sums.shape[-1]) > 0
    return np.where(past, sums[..., :, np.newaxis] - sums[..., np.newaxis, :], -np.inf)


def draw(figure):
    axes = figure.subplots()
    axes.plot(columns["key"], columns["bias"], marker="o")
    axes.set(xlabel="key", ylabel="bias of the last query")


if __name__ == "__main__":
    columns = {"key": np.arange(len(gates)), "bias": forget_bias(np.array(gates))[-1]}
    finish("fox", columns, draw)
