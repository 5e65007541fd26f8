"""Norms of the rows of a learned table and of the sinusoidal table of its shape."""

import numpy as np

from take_away.finish import finish
from take_away.kinds import draw_curves
from take_away.learned.tables import both_tables, run_means

file = "learned.npy"  # beside this script: the sample, or a table of your own, (positions, d_model)
base = 10_000.0
scale = 1.0

tables = both_tables(file, base, scale)
length = len(tables["learned"])
across = -(-length // 512)  # positions that a point is the mean of
norms = {kind: run_means(np.linalg.norm(table, axis=1), across) for kind, table in tables.items()}
columns = {"position": np.arange(0, length, across)} | norms


def draw(figure):
    draw_curves(figure, columns, xlabel="position (tokens)", ylabel="norm of the row", ylim=(0, None))


if __name__ == "__main__":
    finish("norms", columns, draw)
