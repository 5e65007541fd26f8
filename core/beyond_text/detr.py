"""DETR's coordinates: counted from 1, stopped on padding, squeezed to one turn over the picture."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.sizes import as_shape, check_base, check_columns, check_flag, check_grid, check_scale
from core.frequencies import geometric

EPSILON = 1e-6  # of DETR, against a division by zero where a line is all padding


def detr_sine(
    mask: ArrayLike,
    num_pos_feats: int = 128,
    *,
    base: float = 10_000.0,
    normalize: bool = True,
    scale: float = 2 * np.pi,
) -> NDArray[np.float64]:
    r"""Sine and cosine in turn, for the row and then for the column of each pixel [1]_.

    Rows and columns count the real pixels up to this one, so they start at 1 and stand still on padding. With
    `normalize` they are divided by their last value (plus 1e-6) and multiplied by `scale`.

    Parameters
    ----------
    mask : array_like of shape (height, width)
        1 where a pixel is real, 0 where it is padding.
    num_pos_feats : int
        Features of each axis, even.
    base : float
        Dimensionless; DETR calls it temperature.
    normalize : bool
        Whether coordinates reach from above 0 to `scale`; DETR does so.
    scale : float
        Radians of the fastest pair over the whole picture; used with `normalize` alone.

    Returns
    -------
    table : ndarray of shape (height, width, 2 * num_pos_feats)
        Dimensionless; y before x.

    References
    ----------
    .. [1] Carion et al. 2020, section A.4, https://arxiv.org/abs/2005.12872; models/position_encoding.py of
       https://github.com/facebookresearch/detr
    """
    columns = check_columns(num_pos_feats, "num_pos_feats", 2)
    real = as_shape(mask, "mask", None, None)
    if not np.isin(real, (0, 1)).all():
        raise ValueError(f"mask must be 0 or 1, got {real[~np.isin(real, (0, 1))][0]}")
    check_grid(real.shape[0], real.shape[1], 2 * columns)
    counted = [np.cumsum(real, axis=axis) for axis in (0, 1)]  # (height, width) pixels
    if check_flag(normalize, "normalize"):
        turn = check_scale(scale, "scale")
        counted = [turn * places / (places.take([-1], axis) + EPSILON) for axis, places in enumerate(counted)]
    frequencies = geometric(check_base(base), np.arange(columns // 2), columns // 2)
    return np.concatenate([_in_turn(places[..., np.newaxis] * frequencies) for places in counted], axis=-1)


def detr_learned(
    row_embed: ArrayLike,  # (height, features) one vector for each row y
    col_embed: ArrayLike,  # (width, features) one vector for each column x
) -> NDArray[np.float64]:  # (height, width, 2 * features) in the unit of the vectors
    """A learned row of numbers for each column of the picture, then one for each row: x first.

    Source: Carion et al. 2020, https://arxiv.org/abs/2005.12872; PositionEmbeddingLearned in
    models/position_encoding.py of https://github.com/facebookresearch/detr
    """
    of_rows = as_shape(row_embed, "row_embed", None, None)
    of_columns = as_shape(col_embed, "col_embed", None, None)
    check_grid(len(of_rows), len(of_columns), of_rows.shape[1] + of_columns.shape[1])
    shape = (len(of_rows), len(of_columns))
    return np.concatenate(
        [
            np.broadcast_to(of_columns, (*shape, of_columns.shape[1])),
            np.broadcast_to(of_rows[:, np.newaxis], (*shape, of_rows.shape[1])),
        ],
        axis=-1,
    )


def _in_turn(angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sine and cosine of each angle side by side, shape (..., 2 * angles)."""
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(*angles.shape[:-1], -1)
