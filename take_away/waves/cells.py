"""Bits of a counter as filled cells."""

import numpy as np


def draw_cells(figure, columns):
    """Draw columns of 0 and 1, the first of which holds the positions."""
    (_, positions), *bits = columns.items()
    axes = figure.subplots()
    axes.imshow(np.stack([values for _, values in bits], axis=1), cmap="Greys", vmin=0, vmax=1, aspect="auto")
    axes.set(xticks=range(len(bits)), xticklabels=[name for name, _ in bits], ylabel="position (tokens)")
    axes.set(yticks=range(0, len(positions), 4))
