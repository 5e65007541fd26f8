"""Rotations by three coordinates: frame or kind, row, column."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.coordinates import product
from core.beyond_text.directions import per_axis
from core.beyond_text.rotation import Rotation, rotation
from core.beyond_text.sizes import as_shape, check_columns, check_grid, check_side, check_tokens


def flux_rope(
    ids: ArrayLike,  # (n, axes) whole or real numbers; text tokens are at 0 on all axes
    dims: Sequence[int] = (16, 56, 56),  # features of each axis, even
    *,
    base: float = 10_000.0,
) -> Rotation:  # neighbouring features form the pairs; angles (n, sum(dims) / 2)
    """FLUX: each axis of the ids (kind, y, x) turns a block of pairs of its own.

    Source: Black Forest Labs, rope in src/flux/math.py, https://github.com/black-forest-labs/flux
    """
    arrows = per_axis(dims, base)
    coordinates = as_shape(ids, "ids", None, arrows.shape[1])
    check_tokens(len(coordinates), "ids", len(arrows))
    return rotation(coordinates, arrows, "interleaved")


def cogvideox_rope(
    frames: int,
    height: int,  # patches
    width: int,  # patches
    head_dim: int,  # features of a head, divisible by 16
    *,
    crop: ArrayLike | None = None,  # (2, 2) first (y, x) and end (y, x), patches; None is the whole grid
    base: float = 10_000.0,
) -> Rotation:  # neighbouring features form the pairs; angles (frames * height * width, head_dim / 2)
    """CogVideoX: a quarter of a head for time, 3/8 for rows and 3/8 for columns.

    Rows and columns are spread over a crop of the grid in training: they run from its start evenly towards
    end · (n − 1) / n.

    Source: Yang et al. 2024, https://arxiv.org/abs/2408.06072; get_3d_rotary_pos_embed of diffusers 0.42.1,
    https://github.com/huggingface/diffusers
    """
    columns = check_columns(head_dim, "head_dim", 16)
    sides = check_grid(height, width)
    times = np.arange(check_side(frames, "frames"))
    check_tokens(len(times) * sides[0] * sides[1], "frames · height · width", columns)
    corners: Any = [[0, 0], sides] if crop is None else crop
    start, end = as_shape(corners, "crop", 2, 2)
    axes = (np.linspace(a, b * (n - 1) / n, n) for a, b, n in zip(start, end, sides, strict=True))
    arrows = per_axis((columns // 4, columns // 8 * 3, columns // 8 * 3), base)
    return rotation(product(times, *axes), arrows, "interleaved")


def vjepa2_turn(
    vectors: ArrayLike,  # (dim,) features of one axis, dim even
    positions: ArrayLike,  # (n,) along this axis
    *,
    base: float = 10_000.0,
) -> NDArray[np.float64]:  # (n, dim)
    """What V-JEPA 2 does to the features of one axis, which is no rotation.

    The two members of a neighbouring pair get the angles of different pairs, because the angles are tiled where
    they should be repeated. Norms change, and a score depends on more than the offset. Released weights rely on it.

    Source: Assran et al. 2025, https://arxiv.org/abs/2506.09985; the comment on the tiling in
    https://github.com/facebookresearch/vjepa2/pull/15
    """
    array = as_shape(vectors, "vectors", None)
    arrows = per_axis([check_columns(len(array), "dim", 2)], base)
    places = as_shape(positions, "positions", None)
    check_tokens(len(places), "positions", len(array))
    tiled = np.tile(np.outer(places, arrows[:, 0]), 2)  # (n, dim) radians: w0 w1 … w0 w1 …
    quarter = np.stack([-array[1::2], array[0::2]], axis=-1).ravel()  # each pair a quarter turn further
    return array * np.cos(tiled) + quarter * np.sin(tiled)
