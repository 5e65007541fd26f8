"""Scores of a head with random weights, and how asymmetric they are in the offset."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import geometric
from core.inputs.checked import checked
from core.inputs.parameter import whole
from core.inputs.settings import BaseAndScale
from core.numeric.curve import Curve, runs_about_zero
from core.numeric.sums import attenuation, cosine_sum
from core.schemes.sinusoidal import sinusoidal
from core.similarity import dot_product_curve


@dataclass(frozen=True)
class Projections:
    """W_q and W_k of one head, dimensionless."""

    query: NDArray[np.float32]  # (head_dim, d_model) W_q, transposed
    key: NDArray[np.float32]  # (d_model, head_dim) W_k

    def key_direction(self, encoding: NDArray[np.float64]) -> NDArray[np.float64]:
        """W_k W_qᵀ PE(p), shape (d_model,); its dot product with PE(p + k) is the score."""
        return (self.key @ (self.query @ encoding.astype(np.float32))).astype(np.float64)


@checked(whole("head_dim"))
def random_projections(d_model: int, *, seed: int = 0, head_dim: int = 64) -> Projections:
    """Weights of an untrained head: uniform about 0, with variance 1 / d_model."""
    weights = np.random.default_rng(seed).random((2, d_model * head_dim), dtype=np.float32)
    weights -= np.float32(0.5)
    weights *= np.float32(np.sqrt(12 / d_model))
    return Projections(weights[0].reshape(head_dim, d_model), weights[1].reshape(d_model, head_dim))


@checked(whole("position", least=0))
def projected_curve(
    length: int,  # as in `dot_product_curve`
    head: Projections,  # weights; their d_model is that of the encoding
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    points: int = 1500,  # as in `dot_product_curve`
    position: int | None = None,  # p, tokens; None for p = length, where the first key is at position 0
) -> Curve:
    """Score of a query at one position p with keys at p - length to p + length.

    PE(p) W_q · PE(p+k) W_k for k = -length … length.
    Unlike the plain dot product, it is not symmetric in k and depends on p.
    """
    half, run_length = runs_about_zero(length, points)
    d_model = len(head.key)
    here = length if position is None else position
    direction = head.key_direction(sinusoidal(np.array([here]), d_model, base=base, scale=scale)[0])  # (d_model,)
    frequencies = geometric(base, np.arange(0, d_model, 2), d_model) / scale  # an odd last sine included
    weights = -1j * direction[::2]
    weights[: d_model // 2] += direction[1::2]  # Re (c - is) e^{ix} = c cos x + s sin x
    weights *= attenuation(frequencies, run_length)
    values = cosine_sum(weights, frequencies, here - half * run_length, run_length, 2 * half + 1)
    return Curve(run_length * np.arange(-half, half + 1.0), values, run_length)


def projected_score(position: int, head: Projections, *, base: float = 10_000.0, scale: float = 1.0) -> float:
    """PE(p) W_q · PE(p) W_k, the value of `projected_curve` at offset 0."""
    encoding = sinusoidal([position], len(head.key), base=base, scale=scale)[0]
    return float(encoding @ head.key_direction(encoding))


@dataclass(frozen=True)
class Asymmetry:
    """How far a curve s(k) is from being even."""

    largest: float  # max |s(k) - s(-k)|, in the unit of s
    relative: float  # largest / max |s(k)|: 0 for an even curve, 2 for an odd one


def asymmetry(
    values: NDArray[np.float64],  # (n,) s(k) at offsets that are symmetric about 0, n odd
) -> Asymmetry:  # A curve that is 0 everywhere counts as even
    """How far a curve is from being even."""
    largest = float(np.abs(values - values[::-1]).max())
    size = float(np.abs(values).max())
    return Asymmetry(largest, largest / size if size else 0.0)


def random_head_columns(
    length: int,  # position of the query and largest offset, tokens
    d_model: int,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    seed: int = 0,
    points: int = 1500,  # at most; with more offsets, each is the mean over a run of them
) -> dict[str, NDArray[Any]]:
    """Scores of a random head for keys ahead and behind, and the plain dot product, as shares of the largest."""
    rates: BaseAndScale = {"base": base, "scale": scale}
    plain = dot_product_curve(length, d_model, **rates, points=points)
    score = projected_curve(length, random_projections(d_model, seed=seed), **rates, points=points)
    shares = score.values / np.abs(score.values).max()
    middle = len(shares) // 2  # offset 0
    columns = {
        "ahead": shares[middle:],
        "behind": shares[middle::-1],
        "plain": plain.values[middle:] / (d_model // 2),
    }
    return {"distance": plain.offsets[middle:].astype(int)} | columns
