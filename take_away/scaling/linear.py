"""Position interpolation: all positions are squeezed into the trained window."""

from take_away.finish import finish
from take_away.scaling.frequencies import inverse_frequencies
from take_away.scaling.wavelengths import draw_wavelengths

rotary_dim = 128  # features
base = 10_000.0
factor = 8.0


def linear(trained, factor):
    """Divide every frequency; radians per token, shape (pairs,)."""
    return trained / factor


RULE = {"name": "Linear", "function": linear}


def draw(figure):
    draw_wavelengths(figure, columns)


if __name__ == "__main__":
    trained = inverse_frequencies(rotary_dim, base)
    frequencies = linear(trained, factor)
    columns = {"pair": range(len(trained)), "unscaled": trained, RULE["name"]: frequencies}
    finish("linear", columns, draw)
