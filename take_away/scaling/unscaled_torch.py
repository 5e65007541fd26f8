"""The frequencies as trained, in PyTorch."""

from take_away.finish import finish
from take_away.scaling.frequencies_torch import inverse_frequencies
from take_away.scaling.wavelengths import draw_wavelengths

rotary_dim = 128  # features
base = 10_000.0


def unscaled(trained):
    """Leave every pair as it is; radians per token, shape (pairs,)."""
    return trained


def draw(figure):
    draw_wavelengths(figure, columns)


if __name__ == "__main__":
    trained = inverse_frequencies(rotary_dim, base)
    frequencies = unscaled(trained)
    columns = {"pair": range(len(trained)), "Unscaled": frequencies}
    finish("unscaled", columns, draw)
