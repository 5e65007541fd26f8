"""How alike two positions are, as a function of the offset between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.frequencies import inverse_frequencies
from core.inputs.arrays import as_real
from core.inputs.parameter import D_MODEL, LENGTH, SCALE, check_whole
from core.numeric.wave_sums import wave_sums
from core.schemes.sinusoidal import columns, sinusoidal
from core.sinusoidal.block_means import attenuation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

CHUNK = 2**20  # cells held at once, 8 MB
MANY, FEW = 512, 128  # waves, and points, from which on a Fourier transform is cheaper than a matrix product


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
    coefficients: NDArray[np.inexact],
    frequencies: NDArray[np.float64],
    start: float,
    step: float,
    count: int,
) -> NDArray[np.float64]:
    """Real part of Σ c_i e^{iω_i t} at count evenly spaced t.

    With t = start + step·(a·size + b), the phasor is a product of a factor of a and a factor of b, so all sums are
    one matrix product. Where both waves and points are many, a Fourier transform is cheaper.

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
    own = np.exp(1j * start * frequencies) * coefficients  # (n,) at the first t
    if len(frequencies) >= MANY and count >= FEW:
        return wave_sums(own, step * frequencies, count)
    return exponential_sum(own, 1j * frequencies, step, count)


def exponential_sum(
    coefficients: NDArray[np.inexact],
    exponents: NDArray[np.complexfloating],
    step: float,
    count: int,
) -> NDArray[np.float64]:
    """Real part of Σ c_i e^{z_i t} at t = 0, step, … count - 1 steps, as one matrix product.

    Parameters
    ----------
    coefficients, exponents : ndarray of shape (n,)
        Dimensionless; radians per token where imaginary, growth per token where real.
    step : float
        Tokens.
    count : int
        Number of sums.

    Returns
    -------
    sums : ndarray of shape (count,)
        In the unit of the coefficients; infinite or NaN where a term grows beyond any number.
    """
    size = max(1, int(np.ceil(np.sqrt(count))))
    left = powers(step * size * exponents, -(-count // size)) * coefficients
    right = powers(step * exponents.conj(), size)
    sums: NDArray[np.float64] = (left.view(float) @ right.view(float).T).ravel()[:count]  # real part of xy*
    return sums


def powers(exponents: NDArray[np.complexfloating], count: int) -> NDArray[np.complex128]:
    """Exponentials of 0 … count - 1 times the exponents, shape (count, n): twice as many with every product."""
    found = np.ones((count, len(exponents)), complex)
    done = 1
    while done < count:
        more = min(done, count - done)
        found[done : done + more] = found[:more] * np.exp(done * exponents)
        done += more
    return found


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
    right = cosine_sum(attenuation(frequencies, covered), frequencies, 0, covered, half + 1)
    return Curve(covered * np.arange(-half, half + 1.0), np.concatenate([right[:0:-1], right]), covered)


@dataclass(frozen=True)
class Projections:
    """W_q and W_k of one head, dimensionless.

    Parameters
    ----------
    query : ndarray of float32, shape (head_dim, d_model)
        W_q, transposed.
    key : ndarray of float32, shape (d_model, head_dim)
        W_k.
    """

    query: NDArray[np.float32]
    key: NDArray[np.float32]

    def wanted(self, encoding: NDArray[np.float64]) -> NDArray[np.float64]:
        """W_k W_qᵀ PE(p), shape (d_model,): its product with PE(p + k) is the score."""
        return (self.key @ (self.query @ encoding.astype(np.float32))).astype(np.float64)


def random_projections(d_model: int, *, seed: int = 0, head_dim: int = 64) -> Projections:
    """Weights of an untrained head: uniform about 0, with variance 1 / d_model.

    Parameters
    ----------
    d_model : int
        Features.
    seed : int
        At least 0.
    head_dim : int
        Columns of W_q and W_k.

    Returns
    -------
    projections : Projections

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    rng = np.random.default_rng(check_whole(seed, "seed", least=0))
    weights = rng.random((2, D_MODEL.check(d_model) * check_whole(head_dim, "head_dim")), dtype=np.float32)
    weights -= np.float32(0.5)
    weights *= np.float32(np.sqrt(12 / d_model))
    return Projections(weights[0].reshape(head_dim, d_model), weights[1].reshape(d_model, head_dim))


def projected_curve(
    length: int,
    head: Projections,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    points: int = 1500,
    position: int | None = None,
) -> Curve:
    """PE(p) W_q · PE(p+k) W_k from k = -length to length, for one query position p.

    The symmetry of the plain dot product is gone, and the result depends on p.

    Parameters
    ----------
    length, base, scale, points
        As in `dot_product_curve`.
    head : Projections
        Their d_model is that of the encoding.
    position : int or None
        p, tokens; None for p = length, so that the first key stands at position 0.

    Returns
    -------
    curve : Curve

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    half, covered = _grid(length, points)
    d_model = len(head.key)
    here = LENGTH.check(length) if position is None else check_whole(position, "position", least=0)
    wanted = head.wanted(sinusoidal([here], d_model, base=base, scale=scale)[0])  # (d_model,)
    frequencies = columns(d_model, base=base).frequencies[::2] / SCALE.check(scale)  # an odd last sine included
    weights = -1j * wanted[::2]
    weights[: d_model // 2] += wanted[1::2]  # Re (c - is) e^{ix} = c cos x + s sin x
    weights *= attenuation(frequencies, covered)
    values = cosine_sum(weights, frequencies, here - half * covered, covered, 2 * half + 1)
    return Curve(covered * np.arange(-half, half + 1.0), values, covered)


def projected_score(position: int, head: Projections, *, base: float = 10_000.0, scale: float = 1.0) -> float:
    """PE(p) W_q · PE(p) W_k, which `projected_curve` has at offset 0.

    Parameters
    ----------
    position : int
        p, tokens.
    head, base, scale
        As in `projected_curve`.
    """
    encoding = sinusoidal([position], len(head.key), base=base, scale=scale)[0]
    return float(encoding @ head.wanted(encoding))


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
        Every block is as many positions wide as high but for the last.
    positions : int
        Positions that a row covers.
    """
    positions = -(-LENGTH.check(length) // check_whole(cells, "cells"))
    frequencies = columns(d_model, base=base).frequencies[::2] / SCALE.check(scale)  # an odd last sine included
    starts = np.arange(0, length, positions)
    sizes = np.diff(starts, append=length)  # of the blocks; the last may be smaller
    middles = starts + (sizes - 1) / 2  # tokens
    products = _block_products(frequencies[: d_model // 2], middles, positions, int(sizes[-1]))
    for lone in frequencies[d_model // 2 :, None]:
        sines = np.sin(middles * lone) * [attenuation(lone, size)[0] for size in sizes.tolist()]
        products += np.outer(sines, sines)
    return products, positions


def _block_products(
    frequencies: NDArray[np.float64], middles: NDArray[np.float64], positions: int, last: int
) -> NDArray[np.float64]:
    """Mean products of all pairs of blocks, which depend on how far apart their middles are.

    The blocks are of so many positions each, but for the last one.
    """
    whole = len(middles) - (last < positions)
    mean = attenuation(frequencies, positions)
    apart = np.arange(whole)
    products = np.empty((len(middles), len(middles)))
    toeplitz = cosine_sum(mean**2, frequencies, 0, positions, whole)
    products[:whole, :whole] = toeplitz[np.abs(apart[:, None] - apart)]
    if whole < len(middles):
        own, back = attenuation(frequencies, last), middles[-1] - middles[-2]
        products[-1, :whole] = products[:whole, -1] = cosine_sum(mean * own, frequencies, back, positions, whole)[
            ::-1
        ]
        products[-1, -1] = own @ own
    return products


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
    products = cosine_sum(np.ones(len(frequencies)), frequencies, 0, 1, search + 1)
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
