"""Sines and cosines of two or three coordinates: the same table in the column orders of four libraries."""

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.coordinates import grid_coordinates, rescaled_coordinates
from core.beyond_text.directions import X, Y
from core.beyond_text.sizes import HEIGHT, WIDTH, check_table, check_video, features, flag, positive, side
from core.frequencies import geometric
from core.inputs.checked import checked
from core.inputs.parameter import Choice

FIRST = Choice("first", "The axis of the first half of the columns.", ("x", "y"))
_GRID = HEIGHT, WIDTH, features("dim", 4)


@checked(*_GRID, FIRST, flag("class_token"), together=check_table)
def mae_grid(
    height: int, width: int, dim: int, *, base: float = 10_000.0, first: str = "x", class_token: bool = False
) -> NDArray[np.float64]:
    r"""The table of MAE and DiT: sines and cosines of one axis, then of the other [1]_ [2]_.

    Half of the columns encode the column x of a patch, the other half its row y:
    :math:`\sin x\omega_k \mid \cos x\omega_k \mid \sin y\omega_k \mid \cos y\omega_k` with
    :math:`\omega_k = base^{-k/(dim/4)}`. The product of two rows is S(x − x') + S(y − y').

    Parameters
    ----------
    height, width : int
        Patches.
    dim : int
        Features, divisible by 4.
    base : float
        Dimensionless; MAE and DiT fix it at 10,000.
    first : {"x", "y"}
        The axis of the first half; "x" is the order of MAE's checkpoints.
    class_token : bool
        Whether a row of zeros comes first.

    Returns
    -------
    table : ndarray of shape (height * width, dim)
        Dimensionless, in [-1, 1]; patches row by row. One row more with a class token.

    References
    ----------
    .. [1] He et al. 2021, section A.1, https://arxiv.org/abs/2111.06377; the columns are those of
       https://github.com/facebookresearch/mae/blob/main/util/pos_embed.py
    .. [2] Peebles and Xie 2022, section 3.2, https://arxiv.org/abs/2212.09748
    """
    table = sincos(grid_coordinates(height, width), dim, base, first)
    return with_class_token(table) if class_token else table


@checked(*_GRID, positive("base_size"), positive("interpolation_scale"), together=check_table)
def diffusers_grid(
    height: int,
    width: int,
    dim: int,  # features, divisible by 4
    *,
    base_size: float = 16,  # patches a side that the positions span, whatever the grid; greater than 0
    interpolation_scale: float = 1.0,  # dimensionless, greater than 0
    base: float = 10_000.0,
) -> NDArray[np.float64]:  # (height * width, dim) dimensionless, patches row by row
    r"""MAE's columns for a grid squeezed to `base_size` patches a side, as PixArt and SD3 have it.

    Positions are :math:`x\,/\,(width / base\_size)\,/\,interpolation\_scale`, and so for y.

    Source: diffusers 0.42.1, get_2d_sincos_pos_embed in models/embeddings.py,
    https://github.com/huggingface/diffusers; PixArt: Chen et al. 2023, https://arxiv.org/abs/2310.00426
    """
    return sincos(rescaled_coordinates(height, width, (base_size, base_size)) / interpolation_scale, dim, base)


@checked(
    *(side("frames"), HEIGHT, WIDTH, features("dim", 16), positive("spatial_scale"), positive("temporal_scale")),
    together=check_video,
)
def diffusers_video(
    frames: int,
    height: int,  # patches
    width: int,  # patches
    dim: int,  # features, divisible by 16
    *,
    spatial_scale: float = 1.0,  # divides coordinates, > 0
    temporal_scale: float = 1.0,  # divides coordinates, > 0
    base: float = 10_000.0,
) -> NDArray[np.float64]:
    """A quarter of the columns for the frame, then MAE's for the place in it, as CogVideoX has it.

    Returns (frames, height * width, dim) dimensionless; columns for time (dim / 4), x and y (3 dim / 8 each).

    Source: Yang et al. 2024, https://arxiv.org/abs/2408.06072; columns by get_3d_sincos_pos_embed of diffusers
    0.42.1, https://github.com/huggingface/diffusers
    """
    of_place = sincos(grid_coordinates(height, width) / spatial_scale, 3 * dim // 4, base)
    of_time = np.hstack(_waves(np.arange(frames) / temporal_scale, dim // 4, base))
    shape = frames, height * width
    parts = np.broadcast_to(of_time[:, None], (*shape, dim // 4)), np.broadcast_to(of_place, (*shape, 3 * dim // 4))
    return np.concatenate(parts, axis=-1)


@checked(*_GRID, flag("reverse_coord"), flag("interleave_sin_cos"), together=check_table)
def timm_grid(
    height: int,
    width: int,
    dim: int,  # features, divisible by 4
    *,
    base: float = 10_000.0,  # dimensionless; timm calls it temperature
    reverse_coord: bool = False,  # x before y, and the tokens column by column instead of row by row
    # sines and cosines of one axis, then of the other, as in MAE's order of kinds
    interleave_sin_cos: bool = False,
) -> NDArray[np.float64]:  # (height * width, dim) dimensionless
    """The table of timm: the sines of both axes, then the cosines of both.

    Source: timm 1.0.31, build_sincos2d_pos_embed in layers/pos_embed_sincos.py,
    https://github.com/huggingface/pytorch-image-models
    """
    outer, inner = (width, height) if reverse_coord else (height, width)
    of_outer, of_inner = (_waves(axis, dim // 2, base) for axis in grid_coordinates(outer, inner).T)
    if interleave_sin_cos:
        return np.hstack([*of_outer, *of_inner])
    return np.hstack([of_outer[0], of_inner[0], of_outer[1], of_inner[1]])


def with_class_token(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """A table (n, dim) with a row of zeros before it."""
    return np.vstack([np.zeros((1, table.shape[1])), table])


@checked(FIRST)
def sincos(
    coordinates: NDArray[np.float64], dim: int, base: float = 10_000.0, first: str = "x"
) -> NDArray[np.float64]:  # coordinates: (n, 2) (y, x), patches; → (n, dim)
    """MAE's columns for patches at any coordinates."""
    order = (X, Y) if first == "x" else (Y, X)
    return np.hstack([part for axis in order for part in _waves(coordinates[:, axis], dim // 2, base)])


def _waves(
    positions: NDArray[np.float64], dim: int, base: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sines and cosines of one coordinate, each (n, dim / 2)."""
    pairs = dim // 2
    angles = np.outer(positions, geometric(base, np.arange(pairs), pairs))  # (n, dim / 2) radians
    return np.sin(angles), np.cos(angles)
