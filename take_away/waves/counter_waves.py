"""The bits of a counter from the signs of sines with twice the wavelength for each bit."""

import numpy as np

from take_away.finish import finish
from take_away.waves.cells import draw_cells
from take_away.waves.half_waves import negative_half

bits = 5

position = np.arange(2**bits)
columns = {"position": position}
columns |= {f"bit {bit}": negative_half(position, 2 ** (bit + 1)) for bit in reversed(range(bits))}


def draw(figure):
    draw_cells(figure, columns)


if __name__ == "__main__":
    finish("counter_waves", columns, draw)
