"""Wavelengths of the clock hands in a learned table, and of as many pairs of the formula."""

from core.schemes.analysis.learned_hands import periods_columns
from take_away.finish import finish
from take_away.kinds import draw_marks
from take_away.learned.tables import clock_hands, stored_rows

file = "learned.npy"  # beside this script: the sample, weights.npz of a real model, or a table of your own
first = 0  # row; that of a real model's first token stands apart
last = None  # row before which it ends; -1 leaves out the last
base = 10_000.0
scale = 1.0

periods, *_ = clock_hands(stored_rows(file)[first:last])
columns = periods_columns(periods, base=base, scale=scale)


def draw(figure):
    draw_marks(figure, columns, xlabel="wavelength (tokens)", xscale="log")


if __name__ == "__main__":
    finish("periods", columns, draw)
