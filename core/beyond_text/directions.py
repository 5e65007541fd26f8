"""Which way each feature pair of a rotary scheme counts: one arrow (radians per patch) a pair."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.sizes import SEED, array, check_columns, features
from core.frequencies import geometric, inverse_frequencies
from core.inputs.checked import Reals, checked
from core.inputs.parameter import whole

Y, X = 0, 1  # the order of coordinates everywhere
MAX_HEADS = 1_024
GOLDEN_STEP = np.pi * (np.sqrt(5) - 1) / 2  # half a turn over the golden ratio: lines that spread evenly


def axial(head_dim: int, base: float = 10_000.0, order: tuple[int, int] = (Y, X)) -> NDArray[np.float64]:
    """Half of the pairs follow one axis, the other half the other, with the same frequencies [1]_.

    Parameters
    ----------
    head_dim : int
        Features of a head, divisible by 4.
    base : float
        Dimensionless.
    order : (int, int)
        Axis of the first and of the second half of the pairs.

    Returns
    -------
    directions : ndarray of shape (head_dim / 2, 2)
        (y, x), radians per unit of the coordinates; one of each is zero.

    References
    ----------
    .. [1] Heo et al. 2024, section 3.2, https://arxiv.org/abs/2403.13298
    """
    return along_axes(axis_frequencies(head_dim, base), order)


def along_axes(frequencies: NDArray[np.float64], order: tuple[int, int] = (Y, X)) -> NDArray[np.float64]:
    """The same frequencies along one axis, then along the other, shape (2 * frequencies, 2)."""
    if order not in ((Y, X), (X, Y)):
        raise ValueError(f"order must be (0, 1) or (1, 0), got {order!r:.80}")
    return np.vstack([_along(axis, frequencies) for axis in order])


def alternating_axes(head_dim: int, base: float = 10_000.0, order: tuple[int, int] = (X, Y)) -> NDArray[np.float64]:
    """Neighbouring pairs have the same frequency and follow the two axes in turn, as in MoonViT.

    Source: Kimi Team 2025, https://arxiv.org/abs/2504.07491
    """
    frequencies = axis_frequencies(head_dim, base)
    return np.stack([_along(axis, frequencies) for axis in order], axis=1).reshape(-1, 2)


@checked(features("head_dim", 2))
def shared_series(head_dim: int, base: float = 10_000.0) -> NDArray[np.float64]:
    """Even members of one series for y, odd ones for x, as in Pixtral: rows turn faster than columns.

    Source: Agrawal et al. 2024, https://arxiv.org/abs/2410.07073
    """
    series = inverse_frequencies(head_dim, base)
    return np.vstack([_along(Y, series[0::2]), _along(X, series[1::2])])


def _blocks(dims: Any) -> list[int]:
    if not isinstance(dims, list | tuple) or not 1 <= len(dims) <= 8:
        raise ValueError(f"dims must be a list of 1 to 8 axes, got {dims!r:.80}")
    blocks = [check_columns(dim, "dims", 2) for dim in dims]
    check_columns(sum(blocks), "sum(dims)")
    return blocks


@checked(dims=_blocks)
def per_axis(dims: Sequence[int], base: float = 10_000.0) -> NDArray[np.float64]:  # (sum(dims) / 2, axes)
    """A block of pairs for each axis with the whole series of its own, as in FLUX and CogVideoX [1] [2].

    [1] Black Forest Labs 2025, https://arxiv.org/abs/2506.15742
    [2] Yang et al. 2024, https://arxiv.org/abs/2408.06072
    """
    directions = np.zeros((sum(dims) // 2, len(dims)))  # (pairs, axes)
    start = 0
    for axis, dim in enumerate(dims):
        directions[start : start + dim // 2, axis] = inverse_frequencies(dim, base)
        start += dim // 2
    return directions


@checked(array("frequencies", 2, None, None))
def mixed_arrows(
    frequencies: Reals,  # (2, heads, pairs) radians per patch along x, then along y
) -> NDArray[np.float64]:  # (heads, pairs, 2) (y, x), radians per patch
    """Learned arrows of each head, from the parameter of RoPE-mixed with x before y.

    Source: Heo et al. 2024, section 3.2, https://arxiv.org/abs/2403.13298
    """
    return frequencies[::-1].transpose(1, 2, 0)


@checked(whole("heads", 1, MAX_HEADS), SEED)
def mixed_start(
    heads: int, head_dim: int, base: float = 10.0, seed: int = 0
) -> NDArray[np.float64]:  # (heads, head_dim / 2, 2) (y, x), radians per patch
    """RoPE-mixed before training: two orthogonal arrows a head, at one random angle.

    Source: Heo et al. 2024, section 3.2, https://arxiv.org/abs/2403.13298; start by init_random_2d_freqs of
    https://github.com/naver-ai/rope-vit
    """
    head_angles = np.random.default_rng(seed).uniform(0, 2 * np.pi, (heads, 1))  # (heads, 1) radians
    lengths = axis_frequencies(head_dim, base)
    along = [head_angles, head_angles + np.pi / 2]
    x = np.hstack([lengths * np.cos(angle) for angle in along])
    y = np.hstack([lengths * np.sin(angle) for angle in along])
    return np.stack([y, x], axis=-1)


@checked(features("head_dim", 4))
def golden(head_dim: int, base: float = 10.0) -> NDArray[np.float64]:  # (head_dim / 2, 2) (y, x), radians per patch
    """Arrows all round: each half a turn over the golden ratio further, lengths from 1 to almost 1 / base.

    Source: Xiong 2025, https://jerryxio.ng/posts/nd-rope/
    """
    count = head_dim // 2
    lengths = geometric(base, np.arange(count), count)  # one series; the source leaves its base open
    angles = GOLDEN_STEP * np.arange(count)  # (pairs,) radians
    return np.stack([lengths * np.sin(angles), lengths * np.cos(angles)], axis=-1)


@checked(features("head_dim", 4))
def axis_frequencies(head_dim: int, base: float) -> NDArray[np.float64]:
    """The series of one axis, shape (head_dim / 4,), radians per unit."""
    return geometric(base, np.arange(head_dim // 4), head_dim // 4)


def _along(axis: int, frequencies: NDArray[np.float64]) -> NDArray[np.float64]:
    """Arrows (n, 2) along one axis."""
    arrows = np.zeros((len(frequencies), 2))
    arrows[:, axis] = frequencies
    return arrows
