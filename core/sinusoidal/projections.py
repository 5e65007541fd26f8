"""Scores of a head with random weights, and how asymmetric they are in the offset."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.inputs.parameter import D_MODEL, LENGTH, SCALE, check_whole
from core.numeric.curve import Curve, runs_about_zero
from core.numeric.means import attenuation
from core.numeric.sums import cosine_sum
from core.schemes.sinusoidal import columns, sinusoidal


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

    def key_direction(self, encoding: NDArray[np.float64]) -> NDArray[np.float64]:
        """W_k W_qᵀ PE(p), shape (d_model,); its dot product with PE(p + k) is the score."""
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

    Unlike the plain dot product, it is not symmetric in k and depends on p.

    Parameters
    ----------
    length, base, scale, points
        As in `dot_product_curve`.
    head : Projections
        Weights; their d_model is that of the encoding.
    position : int or None
        p, tokens; None for p = length, where the first key is at position 0.

    Returns
    -------
    curve : Curve

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    half, covered = runs_about_zero(length, points)
    d_model = len(head.key)
    here = LENGTH.check(length) if position is None else check_whole(position, "position", least=0)
    direction = head.key_direction(sinusoidal([here], d_model, base=base, scale=scale)[0])  # (d_model,)
    frequencies = columns(d_model, base=base).frequencies[::2] / SCALE.check(scale)  # an odd last sine included
    weights = -1j * direction[::2]
    weights[: d_model // 2] += direction[1::2]  # Re (c - is) e^{ix} = c cos x + s sin x
    weights *= attenuation(frequencies, covered)
    values = cosine_sum(weights, frequencies, here - half * covered, covered, 2 * half + 1)
    return Curve(covered * np.arange(-half, half + 1.0), values, covered)


def projected_score(position: int, head: Projections, *, base: float = 10_000.0, scale: float = 1.0) -> float:
    """PE(p) W_q · PE(p) W_k, the value of `projected_curve` at offset 0.

    Parameters
    ----------
    position : int
        p, tokens.
    head, base, scale
        As in `projected_curve`.
    """
    encoding = sinusoidal([position], len(head.key), base=base, scale=scale)[0]
    return float(encoding @ head.key_direction(encoding))


@dataclass(frozen=True)
class Asymmetry:
    """How far a curve s(k) is from being even.

    Parameters
    ----------
    largest : float
        max |s(k) - s(-k)|, in the unit of s.
    relative : float
        largest / max |s(k)|: 0 for an even curve, 2 for an odd one.
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
        A curve that is 0 everywhere counts as even.
    """
    largest = float(np.abs(values - values[::-1]).max())
    size, power = float(np.abs(values).max()), float(values @ values)
    if power == 0:
        return Asymmetry(0.0, 0.0, 1.0)
    even = (values + values[::-1]) / 2
    return Asymmetry(largest, largest / size, float(even @ even) / power)
