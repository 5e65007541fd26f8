"""Llama 3’s rule, in PyTorch: a narrow ramp over the turns in the trained window."""

from take_away.finish import finish
from take_away.scaling.frequencies_torch import inverse_frequencies
from take_away.scaling.turns_torch import weight_by_turns
from take_away.scaling.wavelengths import draw_wavelengths

rotary_dim = 128  # features
base = 10_000.0
factor = 8.0
original = 4096  # tokens, length in training
low_freq_factor = 1.0  # turns in the trained window
high_freq_factor = 4.0  # turns in the trained window


def llama3(trained, factor, original, low_freq_factor=1.0, high_freq_factor=4.0):
    """Divide slow pairs, keep fast ones, blend between; radians per token, shape (pairs,)."""
    kept = weight_by_turns(trained, original, low_freq_factor, high_freq_factor)
    return (1 - kept) * trained / factor + kept * trained


def draw(figure):
    draw_wavelengths(figure, columns)


if __name__ == "__main__":
    trained = inverse_frequencies(rotary_dim, base)
    frequencies = llama3(trained, factor, original, low_freq_factor, high_freq_factor)
    columns = {"pair": range(len(trained)), "unscaled": trained, "Llama 3": frequencies}
    finish("llama3", columns, draw)
