"""Which feature of the half layout stands at each place of the interleaved layout."""

import numpy as np

from take_away.finish import finish

head_dim = 64  # features

order = np.arange(head_dim).reshape(2, -1).T.ravel()  # i and i + head_dim / 2 become neighbours
columns = {"interleaved": np.arange(head_dim), "half": order}


def draw(figure):
    axes = figure.subplots()
    axes.imshow(np.eye(head_dim)[order], cmap="Greys")
    axes.set(xlabel="feature, half layout", ylabel="feature, interleaved")


if __name__ == "__main__":
    finish("permutation", columns, draw)
