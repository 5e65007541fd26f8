"""The frequencies as trained."""

from take_away.finish import finish
from take_away.scaling.frequencies import inverse_frequencies
from take_away.scaling.wavelengths import draw_wavelengths

rotary_dim = 128  # features
base = 10_000.0


def unscaled(trained):
    """Leave every pair as it is; radians per token, shape (pairs,)."""
    return trained


RULE = {"name": "Unscaled", "function": unscaled}


def draw(figure):
    draw_wavelengths(figure, columns)


if __name__ == "__main__":
    trained = inverse_frequencies(rotary_dim, base)
    frequencies = unscaled(trained)
    columns = {"pair": range(len(trained)), RULE["name"]: frequencies}
    finish("unscaled", columns, draw)
