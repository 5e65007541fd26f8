"""Proportional RoPE: exponents over the whole head, and the slow pairs do not turn."""

import numpy as np

from take_away.finish import finish
from take_away.scaling.frequencies import inverse_frequencies
from take_away.scaling.wavelengths import draw_wavelengths

rotary_dim = 128  # features
base = 10_000.0
factor = 8.0
partial_rotary_factor = 1.0  # share of the pairs that turn


def proportional(trained, factor=1.0, partial_rotary_factor=1.0):
    """Keep the fastest share of the pairs, stop the others, divide all; radians per token, shape (pairs,)."""
    turning = int(partial_rotary_factor * len(trained))
    return np.where(np.arange(len(trained)) < turning, trained, 0.0) / factor


RULE = {"name": "Proportional", "function": proportional}


def draw(figure):
    draw_wavelengths(figure, columns)


if __name__ == "__main__":
    trained = inverse_frequencies(rotary_dim, base)
    frequencies = proportional(trained, factor, partial_rotary_factor)
    columns = {"pair": range(len(trained)), "unscaled": trained, RULE["name"]: frequencies}
    finish("proportional", columns, draw)
