"""Fourier features: coordinates as sines and cosines, so that a network learns what is fast as well."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.sizes import MAX_COLUMNS, as_shape, check_finite, check_flag, check_tokens
from core.inputs.parameter import check_whole

MAX_OCTAVES = 40  # 2**40 turns of a coordinate of 1 are the last ones that float64 can tell


def nerf_features(
    points: ArrayLike,  # (n, axes) coordinates, usually in [-1, 1]
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
    coordinates = as_shape(points, "points", None, None)
    count = check_whole(octaves, "octaves", 0, MAX_OCTAVES)
    check_tokens(len(coordinates), "points", coordinates.shape[1] * (1 + 2 * count))
    unit = np.pi if check_flag(with_pi, "with_pi") else 1.0
    parts = [coordinates] if check_flag(include_input, "include_input") else [np.zeros((len(coordinates), 0))]
    for power in range(count):
        angles = coordinates * 2.0**power * unit  # (n, axes) radians
        parts += [np.sin(angles), np.cos(angles)]
    return np.hstack(parts)


def gaussian_features(
    points: ArrayLike, directions: ArrayLike, *, cosines_first: bool = False
) -> NDArray[np.float64]:
    r"""Sines and cosines of :math:`2\pi B v` for random directions B [1]_ [2]_.

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
    coordinates = as_shape(points, "points", None, None)
    arrows = as_shape(directions, "directions", None, coordinates.shape[1])
    if len(arrows) > MAX_COLUMNS:
        raise ValueError(f"directions must be at most {MAX_COLUMNS:,}, got {len(arrows):,}")
    check_tokens(len(coordinates), "points", 2 * len(arrows))
    angles = 2 * np.pi * (coordinates @ arrows.T)  # (n, m) radians
    halves = [np.sin(angles), np.cos(angles)]
    return np.hstack(halves[::-1] if check_flag(cosines_first, "cosines_first") else halves)


def gaussian_directions(count: int, axes: int, sigma: float, seed: int = 0) -> NDArray[np.float64]:
    """Directions for `gaussian_features`: shape (count, axes), normal with deviation sigma, turns per unit."""
    shape = (check_whole(count, "count", 1, MAX_COLUMNS), check_whole(axes, "axes", 1, 16))
    width = check_finite(sigma, "sigma", "a finite number of at least 0", lambda number: number >= 0)
    return width * np.random.default_rng(check_whole(seed, "seed", 0, 2**32 - 1)).standard_normal(shape)


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
    number = check_whole(count, "count", 1, MAX_COLUMNS)
    most = check_finite(max_freq, "max_freq", "a finite number greater than 0", lambda value: value > 0)
    if check_flag(linear, "linear"):
        return np.pi * np.linspace(1.0, most / 2, number)
    return np.pi * np.exp2(np.linspace(0.0, np.log2(most) - 1, number))
