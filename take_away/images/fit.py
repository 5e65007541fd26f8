"""The score of one rotary head that comes nearest to a pattern of offsets, with query and key free."""

import numpy as np

from take_away.beyond_text.directions import patch_directions
from take_away.finish import finish

target = "diagonal"  # or "disc", "cell", "row above"
wanted = False  # whether to draw the pattern itself
kind = "golden"  # or "axial", "mixed"
head_dim = 64  # features, divisible by 4
base = 10.0
reach = 13  # rows and columns of offsets to each side

y, x = np.indices((2 * reach + 1,) * 2) - reach
patterns = {
    "diagonal": np.exp(-((y - x) ** 2) / 2),
    "disc": (y**2 + x**2 <= 9) * 1.0,
    "cell": np.exp(-(y**2 + x**2) / 2),
    "row above": (y == -1) * 1.0,
}
values = patterns[target]
if not wanted:
    angles = np.stack([y, x], axis=-1).reshape(-1, 2) @ patch_directions(head_dim, base, kind).T
    terms = np.hstack([np.cos(angles), np.sin(angles), np.ones((len(angles), 1))])
    values = (terms @ np.linalg.lstsq(terms, values.ravel(), rcond=None)[0]).reshape(values.shape)
columns = {"rows": np.arange(-reach, reach + 1)} | {str(at - reach): row for at, row in enumerate(values.T)}


def draw(figure):
    axes = figure.subplots()
    image = axes.imshow(values, cmap="RdBu_r", vmin=-1, vmax=1, extent=(-reach - 0.5, reach + 0.5) * 2)
    axes.set(xlabel="columns (patches)", ylabel="rows (patches)")
    figure.colorbar(image, label="score")


if __name__ == "__main__":
    finish("fit", columns, draw)
