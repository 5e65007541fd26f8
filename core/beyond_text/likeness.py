"""How like one patch of a picture is to all others under each scheme: products of equal contents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.coordinates import centred, grid_coordinates, squeezed
from core.beyond_text.detr import detr_sine
from core.beyond_text.directions import axial, golden, mixed_start
from core.beyond_text.fourier import gaussian_directions, gaussian_features
from core.beyond_text.resampling import resample
from core.beyond_text.rotation import angles
from core.beyond_text.sincos_grid import sincos
from core.beyond_text.sizes import HEIGHT, SEED, WIDTH, check_both, check_table, features, side
from core.inputs.checked import checked
from core.inputs.parameter import Choice, check_whole

Likened: TypeAlias = "Callable[[Places, int, int, float, int], NDArray[np.float64]]"
REACH = 2.5  # patches over which rows of the stand-in for a learned grid are alike


@dataclass(frozen=True)
class GridScheme:
    """An encoding of the positions of patches."""

    name: str  # the usual name
    source: str  # authors, section and link, in Markdown
    base: float | None  # of the frequencies, as released, dimensionless; None if fixed
    # ``likeness(places, patch, dim, base, seed)`` → (n,), from -1 to 1
    likeness: Likened


@dataclass(frozen=True)
class Places:
    """A grid, the grid in training, and the coordinates passed to a scheme."""

    height: int  # patches
    width: int  # patches
    trained: int  # patches a side of the grid in training
    # (height * width, 2) (y, x) in patches of the grid, or squeezed to patches of the grid in training
    coordinates: NDArray[np.float64]
    rule: str  # how a learned grid is resampled, as in `core.beyond_text.resampling.GRID_RULES`


@dataclass(frozen=True)
class Likeness:
    """One patch beside all others."""

    values: NDArray[np.float64]  # (height, width) from -1 to 1; 1 at the patch itself
    neighbour: float  # of the patch to the right, or to the left at the edge; 1 in a picture of one column
    corner: float  # of the corner farthest from the patch
    diagonal: float  # of the next patch down to the right (or where there is room), 1 without one


def read_map(values: NDArray[np.float64], row: int, column: int) -> Likeness:
    """What a map of likeness, shape (height, width), shows about its patch."""
    height, width = values.shape
    beside = column + 1 if column + 1 < width else max(column - 1, 0)
    below = row + 1 if row + 1 < height else max(row - 1, 0)
    far = (0 if 2 * row >= height else -1, 0 if 2 * column >= width else -1)
    return Likeness(values, float(values[row, beside]), float(values[far]), float(values[below, beside]))


def _of_table(table: NDArray[np.float64], patch: int) -> NDArray[np.float64]:
    """Cosine of the angle between one row and all."""
    lengths = np.linalg.norm(table, axis=1)
    return table @ table[patch] / np.maximum(lengths * lengths[patch], np.finfo(float).tiny)


def _of_arrows(coordinates: NDArray[np.float64], patch: int, arrows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mean cosine of the angles between the pairs of one patch and those of every patch."""
    return np.cos(angles(coordinates - coordinates[patch], arrows)).mean(axis=-1)


def _mae(places: Places, patch: int, dim: int, base: float, seed: int) -> NDArray[np.float64]:
    return _of_table(sincos(places.coordinates, dim, base), patch)


def _detr(places: Places, patch: int, dim: int, base: float, seed: int) -> NDArray[np.float64]:
    table = detr_sine(np.ones((places.height, places.width)), dim // 2, base=base)
    return _of_table(table.reshape(-1, dim), patch)


def _turning(arrows: Callable[[int, float, int], NDArray[np.float64]]) -> Likened:
    """A rotary scheme, by ``arrows(dim, base, seed)`` of its pairs."""
    return lambda places, patch, dim, base, seed: _of_arrows(places.coordinates, patch, arrows(dim, base, seed))


def _dinov3(places: Places, patch: int, dim: int, base: float, seed: int) -> NDArray[np.float64]:
    return _of_arrows(centred(places.height, places.width), patch, 2 * np.pi * axial(dim, base))


def _learned(places: Places, patch: int, dim: int, base: float, seed: int) -> NDArray[np.float64]:
    return _of_table(
        resample(learned_grid(places.trained, dim, seed), places.height, places.width, rule=places.rule).reshape(
            -1, dim
        ),
        patch,
    )


def learned_grid(side: int, dim: int, seed: int = 0) -> NDArray[np.float64]:
    """A stand-in for the learned grid of a ViT: random waves, alike within 2.5 patches in every direction.

    Returns (side, side, dim) no model's numbers; the likeness of two rows is close to exp(-distance² / (2 · 2.5²)).

    Source: Dosovitskiy et al. 2020, section 4.5 and figure 7, https://arxiv.org/abs/2010.11929
    """
    arrows = gaussian_directions(dim // 2, 2, 1 / (2 * np.pi * REACH), seed)
    return gaussian_features(grid_coordinates(side, side), arrows).reshape(side, side, dim)


GRID_SCHEMES: dict[str, GridScheme] = {
    scheme.name: scheme
    for scheme in (
        GridScheme("MAE", "He et al., section A.1, [2111.06377](https://arxiv.org/abs/2111.06377)", 10_000.0, _mae),
        GridScheme(
            "DETR", "Carion et al., section A.4, [2005.12872](https://arxiv.org/abs/2005.12872)", 10_000.0, _detr
        ),
        GridScheme(
            "axial RoPE",
            "Heo et al., section 3.2, [2403.13298](https://arxiv.org/abs/2403.13298)",
            100.0,
            _turning(lambda dim, base, seed: axial(dim, base)),
        ),
        GridScheme("DINOv3", "Siméoni et al., [2508.10104](https://arxiv.org/abs/2508.10104)", 100.0, _dinov3),
        GridScheme(
            "mixed RoPE",
            "Heo et al., section 3.2, [2403.13298](https://arxiv.org/abs/2403.13298)",
            10.0,
            _turning(lambda *of: mixed_start(1, *of)[0]),
        ),
        GridScheme(
            "golden-angle RoPE",
            "Xiong 2025, [blog](https://jerryxio.ng/posts/nd-rope/)",
            10.0,
            _turning(lambda dim, base, seed: golden(dim, base)),
        ),
        GridScheme(
            "learned",
            "Dosovitskiy et al., section 3.1, [2010.11929](https://arxiv.org/abs/2010.11929)",
            None,
            _learned,
        ),
    )
}
SCHEME = Choice("scheme", "How a patch tells where it is.", tuple(GRID_SCHEMES))


def _on_the_grid(height: int, width: int, dim: int, patch: Any) -> None:
    check_table(height, width, dim)
    row, column = check_both(patch, "patch", "a row and a column")
    check_whole(row, "row", 0, height - 1)
    check_whole(column, "column", 0, width - 1)


@checked(SCHEME, HEIGHT, WIDTH, features("dim", 4), side("trained"), SEED, together=_on_the_grid)
def likeness(
    scheme: str,  # a key of `GRID_SCHEMES`
    patch: tuple[int, int],  # row and column
    height: int,  # patches of the picture
    width: int,  # patches of the picture
    *,
    dim: int = 64,  # features: of the table, or of a head of queries and keys; divisible by 4
    base: float | None = None,  # None takes the released one
    trained: int = 14,  # patches a side of the grid in training
    # coordinates squeezed to the grid in training (EVA-02) or beyond it; DETR always squeezes, a learned grid is
    # resampled
    squeeze: bool = False,
    rule: str = "bicubic",  # of resampling, for a learned grid
    seed: int = 0,  # of the random angle of "mixed RoPE", and of the stand-in for a learned grid
) -> Likeness:
    """Product of a patch with every other, over the product with itself, for equal contents."""
    grid_scheme, (row, column) = GRID_SCHEMES[scheme], patch
    coordinates = squeezed(height, width, (trained, trained)) if squeeze else grid_coordinates(height, width)
    of = base if base is not None and grid_scheme.base is not None else grid_scheme.base or 2.0
    places = Places(height, width, trained, coordinates, rule)
    values = grid_scheme.likeness(places, row * width + column, dim, of, seed).reshape(height, width)
    return read_map(values, row, column)
