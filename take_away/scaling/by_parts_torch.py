"""NTK-by-parts, in PyTorch: a ramp over the turns in the trained window."""

from take_away.finish import finish
from take_away.scaling.frequencies_torch import inverse_frequencies
from take_away.scaling.turns_torch import weight_by_turns
from take_away.scaling.wavelengths import draw_wavelengths

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


def draw(figure):
    draw_wavelengths(figure, columns)


if __name__ == "__main__":
    trained = inverse_frequencies(rotary_dim, base)
    frequencies = by_parts(trained, factor, original, alpha, beta)
    columns = {"pair": range(len(trained)), "unscaled": trained, "NTK-by-parts": frequencies}
    finish("by_parts", columns, draw)
