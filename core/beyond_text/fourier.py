"""Fourier features: coordinates as sines and cosines, so that a network learns what is fast as well."""

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.sizes import MAX_COLUMNS, SEED, array, as_shape, check_tokens, flag, positive, real
from core.inputs.checked import Reals, checked
from core.inputs.parameter import whole

MAX_OCTAVES = 40  # 2**40 turns of a coordinate of 1 are the last ones that float64 can tell


def _check_size(points: NDArray[np.float64], octaves: int) -> None:
    check_tokens(len(points), "points", points.shape[1] * (1 + 2 * octaves))


_POINTS = array("points", None, None)


@checked(_POINTS, whole("octaves", 0, MAX_OCTAVES), flag("with_pi"), flag("include_input"), together=_check_size)
def nerf_features(
    points: Reals,  # (n, axes) coordinates, usually in [-1, 1]
    octaves: int = 10,  # frequencies 1, 2, 4, …; 10 for places and 4 for directions in NeRF
    *,
    with_pi: bool = False,  # as in the paper: −1 and 1 get the same features
    include_input: bool = True,  # whether the coordinates themselves come first
) -> NDArray[np.float64]:
    r"""Sines and cosines of a coordinate at doubling frequencies.

    The paper has :math:`\sin(2^k \pi p), \cos(2^k \pi p)`; the released code leaves out π and puts p in front.

    Returns (n, axes * (include_input + 2 * octaves)) coordinates, then sin and cos of all axes at each frequency in
    turn.

    Source: Mildenhall et al. 2020, section 5.1, equation 4, https://arxiv.org/abs/2003.08934; code: get_embedder of
    https://github.com/bmild/nerf
    """
    unit = np.pi if with_pi else 1.0
    parts = [points] if include_input else [np.zeros((len(points), 0))]
    for power in range(octaves):
        angles = points * 2.0**power * unit  # (n, axes) radians
        parts += [np.sin(angles), np.cos(angles)]
    return np.hstack(parts)


def _check_directions(points: NDArray[np.float64], directions: NDArray[np.float64]) -> None:
    as_shape(directions, "directions", None, points.shape[1])
    if len(directions) > MAX_COLUMNS:
        raise ValueError(f"directions must be at most {MAX_COLUMNS:,}, got {len(directions):,}")
    check_tokens(len(points), "points", 2 * len(directions))


@checked(_POINTS, array("directions", None, None), flag("cosines_first"), together=_check_directions)
def gaussian_features(points: Reals, directions: Reals, *, cosines_first: bool = False) -> NDArray[np.float64]:
    """Sines and cosines of 2π · B v for random directions B [1]_ [2]_.

    Parameters
    ----------
    points : array_like of shape (n, axes)
        Coordinates v, usually in [0, 1].
    directions : array_like of shape (m, axes)
        B in turns per unit, drawn from N(0, σ²); as from `gaussian_directions`.
    cosines_first : bool
        The order of the paper; its demo has sines first.

    Returns
    -------
    features : ndarray of shape (n, 2 * m)
        Dimensionless, in [-1, 1].

    References
    ----------
    .. [1] Tancik et al. 2020, section 6.1, https://arxiv.org/abs/2006.10739
    .. [2] Song et al. 2020, section C, https://arxiv.org/abs/2011.13456 (for the logarithm of a noise level)
    """
    angles = 2 * np.pi * (points @ directions.T)  # (n, m) radians
    halves = [np.sin(angles), np.cos(angles)]
    return np.hstack(halves[::-1] if cosines_first else halves)


@checked(
    *(whole("count", 1, MAX_COLUMNS), whole("axes", 1, 16), SEED),
    real("sigma", "a finite number of at least 0", lambda number: number >= 0),
)
def gaussian_directions(count: int, axes: int, sigma: float, seed: int = 0) -> NDArray[np.float64]:
    """Directions for `gaussian_features`: shape (count, axes), normal with deviation sigma, turns per unit."""
    return sigma * np.random.default_rng(seed).standard_normal((count, axes))


@checked(whole("count", 1, MAX_COLUMNS), positive("max_freq"), flag("linear"))
def bands(
    count: int,
    max_freq: float = 224.0,  # pixels from −1 to 1, greater than 0
    *,
    linear: bool = True,  # evenly spaced; else in equal ratios
) -> NDArray[np.float64]:  # (count,) radians per unit of a coordinate from −1 to 1
    r"""Frequencies from π to :math:`\pi\,max\_freq / 2`, the fastest that this many pixels can show.

    Source: Jaegle et al. 2021, section 3.2, https://arxiv.org/abs/2103.03206; pixel_freq_bands of timm 1.0.31,
    https://github.com/huggingface/pytorch-image-models
    """
    if linear:
        return np.pi * np.linspace(1.0, max_freq / 2, count)
    return np.pi * np.exp2(np.linspace(0.0, np.log2(max_freq) - 1, count))
