"""Singular values of a learned table and of the sinusoidal table of its shape, each minus its mean row."""

import numpy as np

from take_away.finish import finish
from take_away.learned.tables import both_tables, principal_components

file = "learned.npy"  # beside this script: the sample, or a table of your own, (positions, d_model)
base = 10_000.0
scale = 1.0

tables = both_tables(file, base, scale)
values = {kind: principal_components(table)[0] for kind, table in tables.items()}
shares = {f"{kind} ÷ first": each / (each[0] or 1) for kind, each in values.items()}
columns = {"component": np.arange(1, len(values["learned"]) + 1)} | values | shares


def draw(figure):
    axes = figure.subplots()
    for name in shares:
        axes.plot(columns["component"], columns[name], label=name)
    axes.set(xlabel="component i", ylabel="σᵢ / σ₁")
    axes.legend()


if __name__ == "__main__":
    finish("singular_values", columns, draw)
