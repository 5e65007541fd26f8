"""DETR's coordinates: counted from 1, stopped on padding, squeezed to one turn over the picture."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.sizes import array, as_shape, check_table, features, flag, positive
from core.frequencies import geometric
from core.inputs.checked import Reals, checked

EPSILON = 1e-6  # of DETR, against a division by zero where a line is all padding


def _real_pixels(mask: ArrayLike) -> NDArray[np.float64]:
    real = as_shape(mask, "mask", None, None)
    if not np.isin(real, (0, 1)).all():
        raise ValueError(f"mask must be 0 or 1, got {real[~np.isin(real, (0, 1))][0]}")
    return real


def _table_of(mask: NDArray[np.float64], num_pos_feats: int) -> None:
    check_table(mask.shape[0], mask.shape[1], 2 * num_pos_feats)


@checked(features("num_pos_feats", 2), flag("normalize"), positive("scale"), together=_table_of, mask=_real_pixels)
def detr_sine(
    mask: Reals,
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
    counts = [np.cumsum(mask, axis=axis) for axis in (0, 1)]  # (height, width) pixels
    if normalize:
        counts = [scale * places / (places.take([-1], axis) + EPSILON) for axis, places in enumerate(counts)]
    frequencies = geometric(base, np.arange(num_pos_feats // 2), num_pos_feats // 2)
    return np.concatenate([_in_turn(places[..., np.newaxis] * frequencies) for places in counts], axis=-1)


def _both_of(row_embed: NDArray[np.float64], col_embed: NDArray[np.float64]) -> None:
    check_table(len(row_embed), len(col_embed), row_embed.shape[1] + col_embed.shape[1])


@checked(array("row_embed", None, None), array("col_embed", None, None), together=_both_of)
def detr_learned(
    row_embed: Reals,  # (height, features) one vector for each row y
    col_embed: Reals,  # (width, features) one vector for each column x
) -> NDArray[np.float64]:  # (height, width, 2 * features) in the unit of the vectors
    """A learned row of numbers for each column of the picture, then one for each row: x first.

    Source: Carion et al. 2020, https://arxiv.org/abs/2005.12872; PositionEmbeddingLearned in
    models/position_encoding.py of https://github.com/facebookresearch/detr
    """
    shape = len(row_embed), len(col_embed)
    of_columns = np.broadcast_to(col_embed, (*shape, col_embed.shape[1]))
    of_rows = np.broadcast_to(row_embed[:, np.newaxis], (*shape, row_embed.shape[1]))
    return np.concatenate([of_columns, of_rows], axis=-1)


def _in_turn(angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sine and cosine of each angle side by side, shape (..., 2 * angles)."""
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(*angles.shape[:-1], -1)
