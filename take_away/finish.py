"""How every script ends: a picture where Matplotlib is installed, else a file of numbers."""

import importlib.util

import numpy as np


def finish(name, columns, draw):
    """Save what was computed, and say where.

    Parameters
    ----------
    name : str
        Of the file, without its ending.
    columns : mapping of str to array_like of shape (n,)
        The numbers by the names of their columns.
    draw : callable
        Takes Matplotlib's `figure` and draws on it.
    """
    if importlib.util.find_spec("matplotlib"):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9, 5), layout="constrained")
        draw(figure)
        figure.savefig(f"{name}.png", dpi=120)
        print(f"Drawn with Matplotlib: {name}.png")
        return
    rows = zip(*(np.asarray(values).tolist() for values in columns.values()), strict=True)
    with open(f"{name}.csv", "w", encoding="utf-8") as file:
        for row in [columns, *rows]:
            file.write(",".join(f'"{value}"' if isinstance(value, str) else repr(value) for value in row) + "\n")
    print(f"Matplotlib is not installed, so the numbers are in {name}.csv")
