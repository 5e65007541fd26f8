"""How like every patch is to every other, for all schemes at once, in a form that a browser can look up."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.detr import EPSILON
from core.beyond_text.directions import axis_frequencies
from core.beyond_text.likeness import GRID_SCHEMES, Likeness, learned_grid, likeness, read_map
from core.beyond_text.resampling import resample
from core.beyond_text.sizes import check_table

TRAINED = 14  # patches a side in training: a picture of 224 pixels in patches of 16
FEATURES = {"MAE": 768, "DETR": 256, "axial RoPE": 64, "mixed RoPE": 64, "learned": 64}
"""Schemes that are compared, and the features of each: of a table, or of a head."""
LEARNED = "learned"


@dataclass(frozen=True)
class PatchMaps:
    """Likeness of all pairs of patches of a grid."""

    height: int  # patches
    width: int  # patches
    # (2 * height - 1, 2 * width - 1) likeness at every offset (row, column), 0 in the middle, of schemes that see
    # it alone
    by_offset: Mapping[str, NDArray[np.float64]]
    # (height * width, features) of the learned grid, of length 1: the likeness of two patches is their product
    rows: NDArray[np.float64]

    def likeness(self, scheme: str, patch: tuple[int, int]) -> Likeness:  # scheme: a key of FEATURES
        """One patch beside all others."""
        row, column = patch
        if scheme == LEARNED:
            values = (self.rows @ self.rows[row * self.width + column]).reshape(self.height, self.width)
        else:
            top, left = self.height - 1 - row, self.width - 1 - column
            values = self.by_offset[scheme][top : top + self.height, left : left + self.width]
        return read_map(values, row, column)


@lru_cache(maxsize=32)
def patch_maps(height: int, width: int, *, squeeze: bool = False) -> PatchMaps:
    """Likeness of all pairs of patches under the schemes of FEATURES, which are read-only."""
    rows, columns = height, width
    check_table(height, width, max(FEATURES.values()))
    steps = (TRAINED / rows, TRAINED / columns) if squeeze else (1.0, 1.0)
    turn = (2 * np.pi / (rows + EPSILON), 2 * np.pi / (columns + EPSILON))
    by_offset = {
        "MAE": _sum_of_axes(rows, columns, steps, "MAE"),
        "DETR": _sum_of_axes(rows, columns, turn, "DETR"),
        "axial RoPE": _sum_of_axes(rows, columns, steps, "axial RoPE"),
        "mixed RoPE": _from_corners("mixed RoPE", rows, columns, squeeze=squeeze),
    }
    table = resample(learned_grid(TRAINED, FEATURES[LEARNED]), rows, columns).reshape(rows * columns, -1)
    learned = table / np.linalg.norm(table, axis=1, keepdims=True)
    for array in (*by_offset.values(), learned):
        array.setflags(write=False)
    return PatchMaps(rows, columns, by_offset, learned)


def _sum_of_axes(height: int, width: int, steps: tuple[float, float], scheme: str) -> NDArray[np.float64]:
    """Where half of the features encode the row and half the column: the mean of both parts."""
    speeds = axis_frequencies(FEATURES[scheme], GRID_SCHEMES[scheme].base or 2.0)
    parts = [
        np.cos(np.outer(step * np.arange(1 - side, side), speeds)).mean(axis=1)
        for side, step in zip((height, width), steps, strict=True)
    ]
    return np.add.outer(*parts) / 2


def _from_corners(scheme: str, height: int, width: int, *, squeeze: bool) -> NDArray[np.float64]:
    """From two corners: the likeness at an offset is that at the opposite one."""
    from_left, from_right = (
        likeness(scheme, (0, column), height, width, dim=FEATURES[scheme], trained=TRAINED, squeeze=squeeze).values
        for column in (0, width - 1)
    )
    below = np.hstack([from_right, from_left[:, 1:]])  # (height, 2 * width - 1): offsets downwards
    return np.vstack([below[:0:-1, ::-1], below])
