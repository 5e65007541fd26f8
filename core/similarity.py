"""How alike two positions are, as a function of the offset between them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.block_means import attenuation, position_means
from core.frequencies import inverse_frequencies
from core.parameter import D_MODEL, LENGTH, SCALE, check_whole
from core.positions import as_real
from core.schemes.sinusoidal import COSINE, SINE, columns

CHUNK = 2**20  # cells held at once, 8 MB


def dot_product(
    offsets: ArrayLike, d_model: int, *, base: float = 10_000.0, scale: float = 1.0
) -> NDArray[np.float64]:
    r"""PE(p)·PE(p+k) for each offset k, from :math:`\sum_i \cos(k\,\omega_i / scale)`.

    Since cos a cos b + sin a sin b = cos(a - b), the position p drops out of every pair. The last
    sine of an odd d_model has no cosine and would add sin(pω) sin((p+k)ω); it is left out, which is
    its value at p = 0.

    Parameters
    ----------
    offsets : array_like
        Tokens, any real numbers, any shape.
    d_model : int
        Features, at least 1.
    base, scale : float
        As in `core.schemes.sinusoidal.sinusoidal`.

    Returns
    -------
    products : ndarray of the shape of offsets
        Dimensionless, at most d_model // 2, reached at offset 0.

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762
    """
    shifted = as_real(offsets, "offsets") / SCALE.check(scale)
    frequencies = inverse_frequencies(D_MODEL.check(d_model), base)
    flat = shifted.ravel()
    products = np.zeros(len(flat))
    step = max(1, CHUNK // max(1, len(frequencies)))
    for start in range(0, len(flat), step):
        part = slice(start, start + step)
        products[part] = np.cos(np.outer(flat[part], frequencies)).sum(axis=1)
    return products.reshape(shifted.shape)


def cosine_sum(
    coefficients: NDArray[np.complex128],
    frequencies: NDArray[np.float64],
    start: float,
    step: float,
    count: int,
) -> NDArray[np.float64]:
    """Real part of Σ c_i e^{iω_i t} at count evenly spaced t, as one matrix product.

    With t = start + step·(a·size + b), the phasor is a product of a factor of a and a factor of b.

    Parameters
    ----------
    coefficients, frequencies : ndarray of shape (n,)
        Dimensionless; radians per token.
    start, step : float
        Tokens.
    count : int
        Number of sums.

    Returns
    -------
    sums : ndarray of shape (count,)
        In the unit of the coefficients.
    """
    size = max(1, int(np.ceil(np.sqrt(count))))
    coarse = start + step * size * np.arange(-(-count // size))
    left = np.exp(1j * np.outer(coarse, frequencies)) * coefficients
    right = np.exp(1j * step * np.outer(frequencies, np.arange(size)))
    sums: NDArray[np.float64] = (left @ right).real.ravel()[:count]
    return sums


@dataclass(frozen=True)
class Curve:
    """A function of the offset at the resolution of a screen.

    Parameters
    ----------
    offsets : ndarray of shape (n,)
        Tokens; the middle of each run.
    values : ndarray of shape (n,)
        Mean over each run.
    offsets_per_point : int
        Offsets that a point covers, always odd so that zero is the middle of a run.
    """

    offsets: NDArray[np.float64]
    values: NDArray[np.float64]
    offsets_per_point: int


def _grid(length: int, points: int) -> tuple[int, int]:
    """Runs on each side of offset 0 and the odd number of offsets in each, to cover -length … length."""
    offsets = 2 * LENGTH.check(length) + 1
    runs = (check_whole(points, "points") - 1) | 1  # the run about offset 0 has as many on either side
    covered = -(-offsets // runs) | 1
    return -(-offsets // covered) // 2, covered


def dot_product_curve(
    length: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0, points: int = 1500
) -> Curve:
    """`dot_product` from -length to length; exact means where a point covers many offsets.

    Parameters
    ----------
    length : int
        Largest offset, tokens.
    d_model, base, scale
        As in `dot_product`.
    points : int
        Most points wanted.

    Returns
    -------
    curve : Curve
        Symmetric about offset 0.
    """
    half, covered = _grid(length, points)
    frequencies = inverse_frequencies(D_MODEL.check(d_model), base) / SCALE.check(scale)
    weights = attenuation(frequencies, covered).astype(complex)
    right = cosine_sum(weights, frequencies, 0, covered, half + 1)
    return Curve(covered * np.arange(-half, half + 1.0), np.concatenate([right[:0:-1], right]), covered)


def projected_curve(
    length: int,
    d_model: int,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    seed: int = 0,
    head_dim: int = 64,
    points: int = 1500,
    position: int | None = None,
) -> Curve:
    """PE(p) W_q · PE(p+k) W_k from k = -length to length, for one query position p.

    The weights are random with variance 1 / d_model: what an untrained head sees of the encoding.
    The symmetry of the plain dot product is gone, and the result depends on p.

    Parameters
    ----------
    length, d_model, base, scale, points
        As in `dot_product_curve`.
    seed : int
        Of the weights, at least 0.
    head_dim : int
        Columns of W_q and W_k.
    position : int or None
        p, tokens; None for p = length, so that the first key stands at position 0.

    Returns
    -------
    curve : Curve
    """
    half, covered = _grid(length, points)
    length = LENGTH.check(length)
    column = columns(d_model, base=base)
    frequencies = column.frequencies / SCALE.check(scale)
    rng = np.random.default_rng(check_whole(seed, "seed", least=0))
    shape = (2, len(frequencies), check_whole(head_dim, "head_dim"))
    query, key = rng.standard_normal(shape) / np.sqrt(len(frequencies))
    here = length if position is None else check_whole(position, "position", least=0)
    angles = here * frequencies
    encoding = np.where(column.functions == SINE, np.sin(angles), np.cos(angles))  # (d_model,) at p
    wanted = key @ (encoding @ query)  # (d_model,) the score is wanted · PE(p + k)
    phase = np.where(column.functions == COSINE, 1, -1j)
    weights = wanted * phase * attenuation(frequencies, covered)
    values = cosine_sum(weights, frequencies, here - half * covered, covered, 2 * half + 1)
    return Curve(covered * np.arange(-half, half + 1.0), values, covered)


@dataclass(frozen=True)
class Asymmetry:
    """How far a curve s(k) is from being the same in both directions.

    Parameters
    ----------
    largest : float
        max |s(k) - s(-k)|, in the unit of s.
    relative : float
        The same, over max |s(k)|: 0 for an even curve, 2 for an odd one.
    even_share : float
        Share of Σ s(k)² that the even part (s(k) + s(-k)) / 2 holds, from 0 to 1.
    """

    largest: float
    relative: float
    even_share: float


def asymmetry(values: NDArray[np.float64]) -> Asymmetry:
    """How far a curve is from being even.

    Parameters
    ----------
    values : ndarray of shape (n,)
        s(k) at offsets that are symmetric about 0, n odd.

    Returns
    -------
    asymmetry : Asymmetry
        Of a curve that is 0 everywhere: even.
    """
    largest = float(np.abs(values - values[::-1]).max())
    size, power = float(np.abs(values).max()), float(values @ values)
    if power == 0:
        return Asymmetry(0.0, 0.0, 1.0)
    even = (values + values[::-1]) / 2
    return Asymmetry(largest, largest / size, float(even @ even) / power)


def gram(
    length: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0, cells: int = 256
) -> tuple[NDArray[np.float64], int]:
    """Dot product of every position with every other; means over square blocks where it is large.

    Parameters
    ----------
    length, d_model, base, scale
        As in `dot_product_curve`.
    cells : int
        Most rows and columns wanted.

    Returns
    -------
    products : ndarray of shape (n, n)
        The mean of the products of a block is the product of the blocks' means.
    positions : int
        Positions that a row covers.
    """
    means, positions = position_means(length, d_model, rows=check_whole(cells, "cells"), base=base, scale=scale)
    return means @ means.T, positions


@dataclass(frozen=True)
class Landmarks:
    """Where the dot product stops telling positions apart; None where it does not happen.

    Parameters
    ----------
    first_rise : int or None
        First offset with a larger product than the offset before it, tokens.
    first_negative : int or None
        First offset with a product below zero, tokens.
    nearest : int
        Offset of the other position that is nearest, tokens.
    nearest_distance : float
        Euclidean distance to it, the root of 2 Σ (1 - cos(kω)).
    searched : int
        Offsets 1 … searched were looked at.
    """

    first_rise: int | None
    first_negative: int | None
    nearest: int
    nearest_distance: float
    searched: int


def landmarks(d_model: int, *, base: float = 10_000.0, scale: float = 1.0, search: int = 4095) -> Landmarks:
    """The first rise, the first negative value and the nearest other position.

    Parameters
    ----------
    d_model : int
        Features, at least 2, for there is no pair in fewer.
    base, scale
        As in `dot_product`.
    search : int
        Largest offset looked at, tokens.

    Returns
    -------
    landmarks : Landmarks

    Raises
    ------
    ValueError
        If d_model < 2 or another argument is not valid.
    """
    frequencies = inverse_frequencies(D_MODEL.check(d_model), base) / SCALE.check(scale)
    if not len(frequencies):
        raise ValueError(f"d_model must be at least 2 to hold a pair, got {d_model}")
    search = check_whole(search, "search")
    products = cosine_sum(np.ones(len(frequencies), complex), frequencies, 0, 1, search + 1)
    margin = 1e-9 * len(frequencies)  # a rise by rounding is none
    nearest = int(np.argmax(products[1:])) + 1
    return Landmarks(
        first_rise=_first(np.diff(products) > margin),
        first_negative=_first(products[1:] < -margin),
        nearest=nearest,
        nearest_distance=float(np.sqrt(2 * max(0.0, len(frequencies) - products[nearest]))),
        searched=search,
    )


def _first(where: NDArray[np.bool_]) -> int | None:
    """Offset (counted from 1) of the first true entry."""
    return int(np.argmax(where)) + 1 if where.any() else None
