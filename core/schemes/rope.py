"""Rotary position embedding: queries and keys are rotated by an angle proportional to their position."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.frequencies import check_dim, inverse_frequencies
from core.inputs.arrays import as_positions, as_real
from core.inputs.parameter import BASE, D_MODEL, SCALE, Choice
from core.schemes.scheme import Family, OffsetProduct, Scheme

LAYOUT = Choice(
    "layout",
    "Which features form a pair: i with i + dim / 2, or neighbours 2i and 2i + 1.",
    ("half", "interleaved"),
)


def rope(
    vectors: ArrayLike,
    positions: int | ArrayLike,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    layout: str = "half",
    rotary_dim: int | None = None,
) -> NDArray[np.float64]:
    r"""Rotate every pair of features by position times its frequency [1]_.

    :math:`(x, y) \mapsto (x\cos m\theta_i - y\sin m\theta_i,\; x\sin m\theta_i + y\cos m\theta_i)`,
    counter-clockwise. The dot product of a query at m and a key at n depends on m - n only.

    Parameters
    ----------
    vectors : array_like of shape (n, dim)
        Queries or keys, dim even.
    positions : int or array_like of shape (n,)
        Tokens, any real numbers; an int n stands for 0 … n - 1.
    base, scale : float
        As in `core.schemes.sinusoidal.sinusoidal`.
    layout : {"half", "interleaved"}
        The two are the same map up to a fixed permutation of the features.
    rotary_dim : int or None
        Rotate only the first rotary_dim features (partial rotary); None rotates all. Exponents are
        spread over rotary_dim, not over dim.

    Returns
    -------
    turned : ndarray of shape (n, dim)

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] Su et al. 2021, section 3.2.2, https://arxiv.org/abs/2104.09864
    """
    array, at = as_vectors(vectors, positions)
    dim = array.shape[1]
    turning = dim if rotary_dim is None else _rotary(rotary_dim, dim)
    angles = np.outer(at / SCALE.check(scale), inverse_frequencies(turning, base))  # (n, turning / 2) radians
    first, second = pairs(turning, layout)
    x, y, cos, sin = array[:, first], array[:, second], np.cos(angles), np.sin(angles)
    turned = array.copy()
    turned[:, first], turned[:, second] = x * cos - y * sin, x * sin + y * cos
    return turned


def pairs(dim: int, layout: str = "half") -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Indices of the features that form each pair.

    Parameters
    ----------
    dim : int
        Number of rotated features, even.
    layout : {"half", "interleaved"}

    Returns
    -------
    first, second : ndarray of int, shape (dim // 2,)
        Pair i is (first[i], second[i]).
    """
    if check_dim(dim) % 2:
        raise ValueError(f"dim must be even, for features turn in pairs, got {dim}")
    pair = np.arange(dim // 2)
    return (pair, pair + dim // 2) if LAYOUT.check(layout) == "half" else (2 * pair, 2 * pair + 1)


def as_vectors(vectors: ArrayLike, positions: int | ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Vectors (n, dim) and their positions (n,); a ValueError unless their lengths agree."""
    array, at = as_real(vectors, "vectors"), as_positions(positions)
    if array.ndim != 2 or len(array) != len(at):
        raise ValueError(f"vectors must be of shape (n, dim) with n = {len(at)} positions, got {array.shape}")
    return array, at


def _rotary(rotary_dim: int, dim: int) -> int:
    if check_dim(rotary_dim) > dim:
        raise ValueError(f"rotary_dim must be at most dim = {dim}, got {rotary_dim}")
    return rotary_dim


def offset_product(
    d_model: int, *, base: float = 10_000.0, scale: float = 1.0, layout: str = "half"
) -> OffsetProduct:
    """Product of a query at 0 and a key at k, both 1 in all features; their number is even and at least 2."""
    LAYOUT.check(layout)  # the product is the same in both
    dim = max(2, D_MODEL.check(d_model) // 2 * 2)
    frequencies = inverse_frequencies(dim, base) / SCALE.check(scale)
    return OffsetProduct(np.full(dim // 2, 2.0), 1j * frequencies, dim)


SCHEME = Scheme(
    name="RoPE",
    family=Family.ROTARY,
    year=2021,
    source="Su et al., section 3.2.2, [2104.09864](https://arxiv.org/abs/2104.09864)",
    function=rope,
    parameters=(BASE, SCALE, LAYOUT),
    relative=True,
    learned=False,
    acts="turns queries and keys, in every layer",
    beyond="meets angles never seen in training; rescaling rules exist",
    cost="nothing to train; a rotation of queries and keys",
    offset_product=offset_product,
)
