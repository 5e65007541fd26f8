"""Rotary position embedding: queries and keys are rotated by an angle proportional to their position."""

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.inputs.checked import Positions, Reals, checked
from core.inputs.parameter import BASE, DIM, SCALE, Choice
from core.schemes.scheme import Family, OffsetProduct, Scheme

LAYOUT = Choice(
    "layout",
    "Which features form a pair: i with i + dim / 2, or neighbours 2i and 2i + 1.",
    ("half", "interleaved"),
)


def _one_each(vectors: NDArray[np.float64], positions: NDArray[np.float64]) -> None:
    if vectors.ndim != 2 or len(vectors) != len(positions):
        n = len(positions)
        raise ValueError(f"vectors must be of shape (n, dim) with n = {n} positions, got {vectors.shape}")


def _within(
    vectors: NDArray[np.float64],
    positions: NDArray[np.float64],
    rotary_dim: int | None,
    frequencies: NDArray[np.float64] | None,
) -> None:
    _one_each(vectors, positions)
    pairs = (vectors.shape[1] if rotary_dim is None else rotary_dim) // 2
    if frequencies is not None and len(frequencies) != pairs:
        raise ValueError(f"frequencies must be of shape ({pairs},), got {frequencies.shape}")
    if rotary_dim is not None and rotary_dim > vectors.shape[1]:
        raise ValueError(f"rotary_dim must be at most dim = {vectors.shape[1]}, got {rotary_dim}")


@checked(LAYOUT, together=_within, rotary_dim=DIM.check)
def rope(
    vectors: Reals,
    positions: Positions,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    layout: str = "half",
    rotary_dim: int | None = None,
    frequencies: Reals | None = None,
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
    frequencies : array_like of shape (rotary_dim // 2,) or None
        Radians per token, as a scaling rule leaves them; None takes the series of the base.

    Returns
    -------
    rotated_vectors : ndarray of shape (n, dim)

    References
    ----------
    .. [1] Su et al. 2021, section 3.2.2, https://arxiv.org/abs/2104.09864
    """
    rotary_dim = vectors.shape[1] if rotary_dim is None else rotary_dim
    omega = inverse_frequencies(rotary_dim, base) if frequencies is None else frequencies
    angles = np.outer(positions / scale, omega)  # (n, rotary_dim / 2) radians
    first, second = pairs(rotary_dim, layout)
    x, y, cos, sin = vectors[:, first], vectors[:, second], np.cos(angles), np.sin(angles)
    rotated_vectors = vectors.copy()
    rotated_vectors[:, first], rotated_vectors[:, second] = x * cos - y * sin, x * sin + y * cos
    return rotated_vectors


def _even(dim: int) -> None:
    if dim % 2:
        raise ValueError(f"dim must be even, for features turn in pairs, got {dim}")


@checked(DIM, LAYOUT, together=_even)
def pairs(dim: int, layout: str = "half") -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Indices of the features that form each pair: pair i is (first[i], second[i]), each of shape (dim // 2,)."""
    pair = np.arange(dim // 2)
    return (pair, pair + dim // 2) if layout == "half" else (2 * pair, 2 * pair + 1)


@checked(together=_one_each)
def as_vectors(vectors: Reals, positions: Positions) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Vectors (n, dim) and their positions (n,); a ValueError unless their lengths agree."""
    return vectors, positions


@checked(LAYOUT)
def offset_product(
    d_model: int, *, base: float = 10_000.0, scale: float = 1.0, layout: str = "half"
) -> OffsetProduct:
    """Product of a query at 0 and a key at k, both 1 in all features; their number is even and at least 2."""
    dim = max(2, d_model // 2 * 2)
    frequencies = inverse_frequencies(dim, base) / scale  # radians per token, in both layouts
    return OffsetProduct(np.full(dim // 2, 2.0), np.multiply(1j, frequencies), dim)


SCHEME = Scheme(
    name="RoPE",
    family=Family.ROTARY,
    year=2021,
    source="Su et al., section 3.2.2, [2104.09864](https://arxiv.org/abs/2104.09864)",
    function=rope,
    parameters=(BASE, SCALE, LAYOUT),
    relative=True,
    is_learned=False,
    acts="turns queries and keys, in every layer",
    beyond="meets angles never seen in training; rescaling rules exist",
    cost="nothing to train; a rotation of queries and keys",
    offset_product=offset_product,
)
