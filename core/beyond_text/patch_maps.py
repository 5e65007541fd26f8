"""How like every patch is to every other under five schemes at once, in a form that a browser can look up.

The likeness of two patches is the product of their queries and keys for equal contents, over that of a patch with
itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.coordinates import cartesian_product, grid_coordinates
from core.beyond_text.detr import EPSILON
from core.beyond_text.directions import axis_frequencies, mixed_start
from core.beyond_text.fourier import gaussian_directions, gaussian_features
from core.beyond_text.resampling import resample
from core.beyond_text.rotation import angles
from core.beyond_text.sizes import check_table

OLD_SIDE = 14  # patches a side in training: a picture of 224 pixels in patches of 16
LEARNED = "learned"
FEATURES = {"MAE": 768, "DETR": 256, "axial RoPE": 64, "mixed RoPE": 64, LEARNED: 64}
"""Schemes that are compared, and the features of each: of a table, or of a head."""
BASES = {"MAE": 10_000.0, "DETR": 10_000.0, "axial RoPE": 100.0, "mixed RoPE": 10.0}  # as released
REACH = 2.5  # patches over which rows of the stand-in for a learned grid are alike


@dataclass(frozen=True)
class Likeness:
    """One patch beside all others."""

    values: NDArray[np.float64]  # (height, width) from -1 to 1; 1 at the patch itself
    neighbour: float  # of the patch to the right, or to the left at the edge; 1 in a picture of one column
    corner: float  # of the corner farthest from the patch
    diagonal: float  # of the next patch down to the right (or where there is room), 1 without one


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
        (row, column), height, width = patch, self.height, self.width
        if scheme == LEARNED:
            values = (self.rows @ self.rows[row * width + column]).reshape(height, width)
        else:
            top, left = height - 1 - row, width - 1 - column
            values = self.by_offset[scheme][top : top + height, left : left + width]
        beside = column + 1 if column + 1 < width else max(column - 1, 0)
        below = row + 1 if row + 1 < height else max(row - 1, 0)
        far = (0 if 2 * row >= height else -1, 0 if 2 * column >= width else -1)
        return Likeness(values, float(values[row, beside]), float(values[far]), float(values[below, beside]))


@lru_cache(maxsize=32)
def patch_maps(height: int, width: int, *, squeeze: bool = False) -> PatchMaps:
    """Likeness of all pairs of patches under the schemes of FEATURES, which are read-only."""
    check_table(height, width, max(FEATURES.values()))
    steps = (OLD_SIDE / height, OLD_SIDE / width) if squeeze else (1.0, 1.0)
    turn = (2 * np.pi / (height + EPSILON), 2 * np.pi / (width + EPSILON))
    by_offset = {
        "MAE": _sum_of_axes(height, width, steps, "MAE"),
        "DETR": _sum_of_axes(height, width, turn, "DETR"),
        "axial RoPE": _sum_of_axes(height, width, steps, "axial RoPE"),
        "mixed RoPE": _of_arrows(height, width, steps, "mixed RoPE"),
    }
    table = resample(learned_grid(OLD_SIDE, FEATURES[LEARNED]), height, width).reshape(height * width, -1)
    learned_rows = table / np.linalg.norm(table, axis=1, keepdims=True)
    for array in (*by_offset.values(), learned_rows):
        array.setflags(write=False)
    return PatchMaps(height, width, by_offset, learned_rows)


def learned_grid(side: int, dim: int, seed: int = 0) -> NDArray[np.float64]:
    """A stand-in for the learned grid of a ViT: random waves, alike within 2.5 patches in every direction.

    Returns (side, side, dim) no model's numbers; the likeness of two rows is close to exp(-distance² / (2 · 2.5²)).

    Source: Dosovitskiy et al. 2020, section 4.5 and figure 7, https://arxiv.org/abs/2010.11929
    """
    arrows = gaussian_directions(dim // 2, 2, 1 / (2 * np.pi * REACH), seed)
    return gaussian_features(grid_coordinates(side, side), arrows).reshape(side, side, dim)


def _sum_of_axes(height: int, width: int, steps: tuple[float, float], scheme: str) -> NDArray[np.float64]:
    """Where half of the features encode the row and half the column: the mean of both parts."""
    speeds = axis_frequencies(FEATURES[scheme], BASES[scheme])
    parts = [
        np.cos(np.outer(step * np.arange(1 - side, side), speeds)).mean(axis=1)
        for side, step in zip((height, width), steps, strict=True)
    ]
    return np.add.outer(*parts) / 2


def _of_arrows(height: int, width: int, steps: tuple[float, float], scheme: str) -> NDArray[np.float64]:
    """Where each pair counts along an arrow of its own; the likeness at an offset is that at the opposite one."""
    (arrows,) = mixed_start(1, FEATURES[scheme], BASES[scheme])
    offsets = cartesian_product(np.arange(height), np.arange(1 - width, width)) * steps  # level and downwards
    below = np.cos(angles(offsets, arrows)).mean(axis=-1).reshape(height, -1)
    return np.vstack([below[:0:-1, ::-1], below])
