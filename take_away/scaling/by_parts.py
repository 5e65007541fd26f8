"""NTK-by-parts: a ramp over the turns in the trained window."""

import math

import numpy as np

from take_away.finish import finish
from take_away.scaling.frequencies import draw_wavelengths, inverse_frequencies

rotary_dim = 128  # features
base = 10_000.0
factor = 8.0
original = 4096  # tokens, length in training
alpha = 1.0  # turns in the trained window
beta = 32.0  # turns in the trained window


def by_parts(trained, factor, original, alpha=1.0, beta=32.0):
    """Divide pairs below alpha turns, keep those above beta, blend between; radians per token, shape (pairs,)."""
    kept = weight_by_turns(trained, original, alpha, beta)
    return (1 - kept) * trained / factor + kept * trained


def weight_by_turns(trained, original, low, high):
    """Weight of the kept frequency, 0 below low turns in the trained window and 1 above high."""
    turns = original * trained / (2 * math.pi)
    return np.clip((turns - low) / (high - low), 0, 1) if low < high else (turns >= low) * 1.0


RULE = {"name": "NTK-by-parts", "function": by_parts, "takes": ("factor", "original")}


def draw(figure):
    draw_wavelengths(figure, columns)


if __name__ == "__main__":
    trained = inverse_frequencies(rotary_dim, base)
    frequencies = by_parts(trained, factor, original, alpha, beta)
    columns = {"pair": range(len(trained)), "unscaled": trained, RULE["name"]: frequencies}
    finish("by_parts", columns, draw)
