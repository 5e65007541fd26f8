"""Losses or accuracies of models of 156,000 parameters, measured on texts longer than those of their training."""

import json
from pathlib import Path

import numpy as np

from take_away.finish import finish
from take_away.kinds import draw_curves

file = "curves.json"  # beside this script
part = "schemes"  # or rules, retrieval, places, tuned
names = {"RoPE": "RoPE", "ALiBi": "ALiBi"}  # in the picture: in the file
x = "position"  # what the curves run over
places = [4.0, 12.0, 24.0, 40.0, 56.0, 72.0, 88.0, 104.0, 120.0]

path = Path(file) if Path(file).exists() else Path(__file__).parents[2] / "core/long_context/trained/models" / file
stored = json.loads(path.read_text("utf-8"))[part]
curves = {name: np.array(stored[key])[: len(places)] for name, key in names.items()}
beyond = {name: np.full(len(places) - len(values), np.nan) for name, values in curves.items()}
columns = {x: np.array(places)} | {name: np.append(values, beyond[name]) for name, values in curves.items()}


def draw(figure):
    draw_curves(figure, columns, xlabel=x, xscale="log")


if __name__ == "__main__":
    finish("curves", columns, draw)
