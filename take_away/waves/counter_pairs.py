"""The bits of a counter from the pairs of the encoding with the nearest wavelengths, where there are such."""

import numpy as np

from take_away.finish import finish
from take_away.frequencies import pair_frequencies
from take_away.waves.cells import draw_cells
from take_away.waves.half_waves import negative_half

bits = 5
d_model = 512  # features
base = 10_000.0
scale = 1.0
most_apart = 0.5  # octaves between the wavelengths of a bit and its pair

position = np.arange(2**bits)
wavelengths = 2 * np.pi / pair_frequencies(np.arange(d_model // 2), d_model, base, scale)  # tokens
columns = {"position": position}
for bit in reversed(range(bits)):
    octaves = np.abs(np.log2(wavelengths / 2 ** (bit + 1)))  # from each pair to the bit
    nearest = wavelengths[octaves.argmin()] if (octaves <= most_apart).any() else np.nan
    columns[f"bit {bit}"] = negative_half(position, nearest)


def draw(figure):
    draw_cells(figure, columns)


if __name__ == "__main__":
    finish("counter_pairs", columns, draw)
