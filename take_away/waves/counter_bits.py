"""A binary counter: the bits of the first positions."""

import numpy as np

from take_away.finish import finish
from take_away.waves.cells import draw_cells

bits = 5

position = np.arange(2**bits)
columns = {"position": position} | {f"bit {bit}": position >> bit & 1 for bit in reversed(range(bits))}


def draw(figure):
    draw_cells(figure, columns)


if __name__ == "__main__":
    finish("counter_bits", columns, draw)
