"""T5's relative bias: one learned number for every bucket of offsets and every head."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.inputs.arrays import as_real
from core.inputs.parameter import Choice, Parameter
from core.schemes.alibi import slopes
from core.schemes.bias import HEADS, offsets
from core.schemes.scheme import Family, Scheme

NUM_BUCKETS = Parameter(
    name="num_buckets",
    unit="buckets",
    meaning="How many groups of offsets share a number.",
    law="an even whole number of at least 4",
    valid=lambda value: value >= 4 and value % 2 == 0,
    stops=(4, 8, 16, 32, 64, 128),
    whole=True,
)
MAX_DISTANCE = Parameter(
    name="max_distance",
    unit="tokens",
    meaning="Offsets from here on share the last bucket.",
    law="a whole number greater than half the buckets",
    valid=lambda value: value >= 2,
    stops=(32, 64, 128, 256, 512, 1024),
    whole=True,
)
DIRECTION = Choice(
    "direction", "Whether keys after the query have buckets of their own.", ("bidirectional", "causal")
)


def relative_position_bucket(
    relative_position: ArrayLike,
    *,
    bidirectional: bool = True,
    num_buckets: int = 32,
    max_distance: int = 128,
) -> NDArray[np.int_]:
    r"""Bucket of each offset: exact near zero, then logarithmic [1]_.

    With b buckets for each side, e of them exact, a distance r ≥ e falls into bucket
    :math:`e + \lfloor (b-e)\ln(r/e)/\ln(max/e) \rfloor`, at most b - 1. A distance exactly on the edge of two
    buckets belongs to the upper one, however its logarithm is rounded.

    Parameters
    ----------
    relative_position : array_like of int, any shape
        Key position minus query position, tokens.
    bidirectional : bool
        Half of the buckets for keys after the query; otherwise such keys share bucket 0.
    num_buckets : int
        Even, at least 4.
    max_distance : int
        Tokens, greater than the number of exact buckets.

    Returns
    -------
    buckets : ndarray of int, shape of relative_position
        0 … num_buckets - 1.

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] Raffel et al. 2019, section 2.1, https://arxiv.org/abs/1910.10683
    """
    relative = as_real(relative_position, "relative_position")
    side = NUM_BUCKETS.check(num_buckets) // (2 if bidirectional else 1)
    exact = side // 2
    if MAX_DISTANCE.check(max_distance) <= exact:
        raise ValueError(f"max_distance must be greater than the {exact} exact buckets, got {max_distance}")
    distance = np.abs(relative) if bidirectional else np.maximum(-relative, 0)
    steps = np.log(np.maximum(distance, exact) / exact) / np.log(max_distance / exact) * (side - exact)
    far = exact + np.floor(steps + 1e-9)  # 1e-9 exceeds rounding; offsets not on an edge are further from it
    bucket = np.where(distance < exact, np.floor(distance), np.minimum(far, side - 1))
    buckets: NDArray[np.int_] = (bucket + np.where(bidirectional & (relative > 0), side, 0)).astype(int)
    return buckets


def illustrative_weights(
    heads: int, *, bidirectional: bool = True, num_buckets: int = 32, max_distance: int = 128
) -> NDArray[np.float64]:
    """Stand-ins for trained weights: they fall with the logarithm of the nearest offset in each bucket.

    Returns
    -------
    weights : ndarray of shape (num_buckets, heads)
        -4 · slope_h · log2(1 + distance), with the slopes of `core.schemes.alibi.slopes`.
    """
    relative = np.arange(-max_distance, max_distance + 1)
    buckets = relative_position_bucket(
        relative, bidirectional=bidirectional, num_buckets=num_buckets, max_distance=max_distance
    )
    nearest = np.full(num_buckets, float(max_distance))
    np.minimum.at(nearest, buckets, np.abs(relative).astype(float))
    weights: NDArray[np.float64] = -4 * np.log2(1 + nearest)[:, None] * slopes(heads)
    return weights


def t5(
    query_positions: int | ArrayLike,
    key_positions: int | ArrayLike,
    heads: int = 8,
    *,
    direction: str = "bidirectional",
    num_buckets: int = 32,
    max_distance: int = 128,
    weights: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Bias looked up by bucket and head, shared by all layers [1]_.

    Parameters
    ----------
    query_positions, key_positions : int or array_like of shape (n,) and (m,)
        Tokens.
    heads : int
        At least 1.
    direction : {"bidirectional", "causal"}
    num_buckets, max_distance : int
        As in `relative_position_bucket`.
    weights : ndarray of shape (num_buckets, heads) or None
        Trained numbers; None takes `illustrative_weights`.

    Returns
    -------
    bias : ndarray of shape (heads, n, m)
        Added to the scores, which T5 does not divide by the root of head_dim.

    References
    ----------
    .. [1] Raffel et al. 2019, section 2.1, https://arxiv.org/abs/1910.10683
    """
    both = DIRECTION.check(direction) == "bidirectional"
    form = {"bidirectional": both, "num_buckets": num_buckets, "max_distance": max_distance}
    buckets = relative_position_bucket(offsets(query_positions, key_positions), **form)  # type: ignore[arg-type]
    table = illustrative_weights(heads, **form) if weights is None else weights  # type: ignore[arg-type]
    if table.shape != (num_buckets, HEADS.check(heads)):
        raise ValueError(f"weights must be of shape ({num_buckets}, {heads}), got {table.shape}")
    return np.moveaxis(table[buckets], -1, 0)


def bucket(
    relative_position: ArrayLike,
    *,
    direction: str = "bidirectional",
    num_buckets: int = 32,
    max_distance: int = 128,
) -> NDArray[np.int_]:
    """`relative_position_bucket` with the direction as a word, as in `t5`."""
    return relative_position_bucket(
        relative_position,
        bidirectional=DIRECTION.check(direction) == "bidirectional",
        num_buckets=num_buckets,
        max_distance=max_distance,
    )


def substituted(distance: int, query: int, heads: int, head: int, **parameters: Any) -> str:
    """LaTeX of the bias of one head, counted from 1, at a distance in tokens, with numbers filled in."""
    return rf"w_{{\text{{bucket}}(-{distance}),\,{head}}} = w_{{{bucket(-distance, **parameters)},\,{head}}}"


SCHEME = Scheme(
    name="T5",
    family=Family.BIAS,
    year=2019,
    source="Raffel et al., section 2.1, [1910.10683](https://arxiv.org/abs/1910.10683)",
    function=t5,
    parameters=(HEADS, DIRECTION, NUM_BUCKETS, MAX_DISTANCE),
    relative=True,
    learned=True,
    acts="added to the scores, in every layer",
    beyond="all far offsets share one number",
    cost="buckets × heads numbers",
    groups=bucket,
    substituted=substituted,
)
