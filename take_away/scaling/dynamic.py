"""Dynamic NTK scaling: a base that grows with the length of the text."""

from take_away.finish import finish
from take_away.scaling.frequencies import inverse_frequencies
from take_away.scaling.ntk import ntk
from take_away.scaling.wavelengths import draw_wavelengths

rotary_dim = 128  # features
base = 10_000.0
factor = 8.0
original = 4096  # tokens, length in training
sequence_length = 32_768  # tokens


def dynamic(trained, factor, original, sequence_length):
    """Scale by the factor that the length needs; radians per token, shape (pairs,)."""
    return ntk(trained, factor * max(sequence_length, original) / original - (factor - 1))


RULE = {"name": "Dynamic NTK", "function": dynamic}


def draw(figure):
    draw_wavelengths(figure, columns)


if __name__ == "__main__":
    trained = inverse_frequencies(rotary_dim, base)
    frequencies = dynamic(trained, factor, original, sequence_length)
    columns = {"pair": range(len(trained)), "unscaled": trained, RULE["name"]: frequencies}
    finish("dynamic", columns, draw)
