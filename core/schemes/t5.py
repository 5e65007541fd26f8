"""T5's relative bias: one learned number for every bucket of offsets and every head."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Positions, Reals, checked
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


def _beyond_the_exact(bidirectional: bool, num_buckets: int, max_distance: int) -> None:
    exact = num_buckets // (4 if bidirectional else 2)
    if max_distance <= exact:
        raise ValueError(f"max_distance must be greater than the {exact} exact buckets, got {max_distance}")


@checked(NUM_BUCKETS, MAX_DISTANCE, together=_beyond_the_exact)
def relative_position_bucket(
    relative_position: Reals, *, bidirectional: bool = True, num_buckets: int = 32, max_distance: int = 128
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

    References
    ----------
    .. [1] Raffel et al. 2019, section 2.1, https://arxiv.org/abs/1910.10683
    """
    side = num_buckets // 2 if bidirectional else num_buckets
    exact = side // 2  # buckets of one offset each
    distance = np.abs(relative_position) if bidirectional else np.maximum(-relative_position, 0)
    steps = np.log(np.maximum(distance, exact) / exact) / np.log(max_distance / exact) * (side - exact)
    far = np.minimum(exact + np.floor(steps + 1e-9), side - 1)  # 1e-9 exceeds rounding, and misses no edge
    after = side * (bidirectional & (relative_position > 0))
    return (np.where(distance < exact, np.floor(distance), far) + after).astype(int)


@checked(HEADS, NUM_BUCKETS, MAX_DISTANCE, DIRECTION)
def illustrative_weights(
    heads: int, *, direction: str = "bidirectional", num_buckets: int = 32, max_distance: int = 128
) -> NDArray[np.float64]:
    """Stand-ins for trained weights: they fall with the logarithm of the nearest offset in each bucket.

    -4 · slope_h · log2(1 + distance), with the slopes of `core.schemes.alibi.slopes`; shape (num_buckets, heads).
    """
    relative = np.arange(-max_distance, max_distance + 1)
    buckets = bucket(relative, direction=direction, num_buckets=num_buckets, max_distance=max_distance)
    nearest = np.full(num_buckets, float(max_distance))  # distance of a bucket's nearest offset
    np.minimum.at(nearest, buckets, np.abs(relative))
    return -4 * np.log2(1 + nearest)[:, None] * slopes(heads)


def _one_a_bucket(num_buckets: int, heads: int, weights: NDArray[np.float64] | None) -> None:
    if weights is not None and weights.shape != (num_buckets, heads):
        raise ValueError(f"weights must be of shape ({num_buckets}, {heads}), got {weights.shape}")


@checked(HEADS, DIRECTION, together=_one_a_bucket)
def t5(
    query_positions: Positions,
    key_positions: Positions,
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
    query_positions, key_positions, heads
        As in `core.schemes.alibi.alibi`.
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
    form: dict[str, Any] = {"direction": direction, "num_buckets": num_buckets, "max_distance": max_distance}
    table = illustrative_weights(heads, **form) if weights is None else weights  # (num_buckets, heads)
    return np.moveaxis(table[bucket(offsets(query_positions, key_positions), **form)], -1, 0)


@checked(DIRECTION)
def bucket(relative_position: Reals, *, direction: str = "bidirectional", **sizes: int) -> NDArray[np.int_]:
    """The same with the direction as a word."""
    return relative_position_bucket(relative_position, bidirectional=direction == "bidirectional", **sizes)


def bias_latex(distance: int, query: int, heads: int, head: int, **parameters: Any) -> str:
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
    is_learned=True,
    acts="added to the scores, in every layer",
    beyond="all far offsets share one number",
    cost="buckets × heads numbers",
    groups=bucket,
    bias_latex=bias_latex,
)
