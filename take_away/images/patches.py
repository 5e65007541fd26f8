"""How like one patch of a picture is to all others under five schemes, for equal contents."""

import numpy as np

from core.beyond_text.detr import detr_sine
from core.beyond_text.directions import axial, mixed_start
from core.beyond_text.patch_maps import learned_grid
from core.beyond_text.resampling import resample
from core.beyond_text.sincos_grid import sincos
from take_away.finish import finish

height = 14  # patches
width = 14
row = 7  # of the patch that the others are compared with
column = 7
squeeze = False  # whether coordinates are squeezed to the grid in training, or go on beyond it
side = 14  # patches a side in training

y, x = np.indices((height, width)).reshape(2, -1)
places = np.stack([y, x], axis=1) * ([side / height, side / width] if squeeze else [1, 1])  # (patches, 2)
patch = row * width + column


def cosines(table):
    """Of the angles between the chosen row and all."""
    lengths = np.linalg.norm(table, axis=1)
    return table @ table[patch] / (lengths * lengths[patch])


def mean_cosine(arrows):
    """Of the angles between the pairs of the chosen patch and of all."""
    return np.cos((places - places[patch]) @ arrows.T).mean(axis=1)


columns = {
    "row": y,
    "column": x,
    "MAE": cosines(sincos(places, 768)),
    "DETR": cosines(detr_sine(np.ones((height, width))).reshape(height * width, -1)),
    "axial RoPE": mean_cosine(axial(64, 100.0)),
    "mixed RoPE": mean_cosine(mixed_start(1, 64, 10.0)[0]),
    "learned": cosines(resample(learned_grid(side, 64), height, width).reshape(-1, 64)),
}


def draw(figure):
    maps = list(columns.items())[2:]
    for axes, (name, values) in zip(figure.subplots(1, len(maps)), maps, strict=True):
        axes.imshow(np.reshape(values, (height, width)), cmap="RdBu_r", vmin=-1, vmax=1)
        axes.set(title=name, xlabel="column (patches)", ylabel="row (patches)")


if __name__ == "__main__":
    finish("patches", columns, draw)
