"""Scores of rotated queries and keys over their offset, and why values do not turn."""

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.inputs.checked import Reals, as_real, checked, reals
from core.inputs.parameter import DIM, Choice, check_whole, whole
from core.numeric.curve import Curve
from core.numeric.once import computed_once
from core.numeric.softmax import softmax
from core.numeric.sums import attenuation, cosine_sum
from core.schemes.rope import as_vectors, pairs, rope

VECTORS = Choice(
    "vectors",
    "Queries and keys of ones or of random numbers; a copied key equals its query.",
    ("ones", "random", "copied"),
)


@checked(VECTORS, DIM, whole("count"))
def head_vectors(
    vectors: str, dim: int, *, count: int = 1, seed: int = 0
) -> NDArray[np.float64]:  # (2, count, dim) queries, then keys; a larger count starts with the same draws
    """Queries and keys of one head, before the rotation."""
    query, key = np.moveaxis(np.random.default_rng(seed).standard_normal((count, 2, dim)), 1, 0)
    ones = np.ones((count, dim))
    return np.stack({"ones": (ones, ones), "random": (query, key), "copied": (query, query)}[vectors])


def _as_many(queries: NDArray[np.float64], keys: NDArray[np.float64], rotary_dim: int | None) -> None:
    query, _ = as_vectors(queries, len(np.atleast_1d(queries)))
    as_vectors(keys, len(query))
    if rotary_dim is not None:
        check_whole(rotary_dim, "rotary_dim", 1, query.shape[1])


@checked(together=_as_many, **dict.fromkeys(("queries", "keys"), partial(as_real, name="vectors")))
def pair_products(
    queries: Reals, keys: Reals, *, layout: str = "half", rotary_dim: int | None = None
) -> NDArray[np.complex128]:
    r"""Every pair of features as a complex number: the query's times the conjugate of the key's [1]_.

    With :math:`h_i = q_i \bar k_i` the score of a query at m and a key at n is the real part of
    :math:`\sum_i h_i e^{\mathrm i (m-n)\theta_i}`, plus the plain product of features that are not rotated.

    Source: Su et al. 2021, section 3.4.3, https://arxiv.org/abs/2104.09864
    """
    first, second = pairs(queries.shape[1] if rotary_dim is None else rotary_dim, layout)
    return (queries[:, first] + 1j * queries[:, second]) * (keys[:, first] - 1j * keys[:, second])


@checked(whole("points", least=2))
def score_curve(
    products: NDArray[np.complex128],  # (n,) One for each rotated pair, from `pair_products`
    length: int,  # largest offset, tokens
    *,
    base: float = 10_000.0,  # as in `core.schemes.rope.rope`
    scale: float = 1.0,  # as in `core.schemes.rope.rope`
    still: float = 0.0,  # what features that are not rotated add to the score
    points: int = 513,  # maximum number of points, at least 2
) -> Curve:  # The run of offsets around 0 includes negative ones
    """Score over the offset m - n from 0 to length; a point that covers many offsets is their exact mean."""
    run_length = -(-length // (points - 1)) | 1
    frequencies = inverse_frequencies(2 * len(products), base) / scale  # radians per token
    offsets = run_length * np.arange(length // run_length + 1.0)
    weights = products * attenuation(frequencies, run_length)
    return Curve(offsets, still + cosine_sum(weights, frequencies, 0, run_length, len(offsets)), run_length)


@checked(**reals("query", "key", "query_positions", "key_positions"))
def scores_at(
    query: Reals,  # (dim,)
    key: Reals,  # (dim,)
    query_positions: Reals,  # (n,) tokens
    key_positions: Reals,  # (n,) tokens
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    layout: str = "half",
    key_layout: str | None = None,  # of the key, to show the mistake of mixing both; None takes `layout`
) -> NDArray[np.float64]:  # (n,)
    """Scores of one query and one key, rotated to each of many positions."""
    queries, keys = np.tile(query, (query_positions.size, 1)), np.tile(key, (key_positions.size, 1))
    queries = rope(queries, query_positions, base=base, scale=scale, layout=layout)
    keys = rope(keys, key_positions, base=base, scale=scale, layout=key_layout or layout)
    return np.einsum("ij,ij->i", queries, keys)


@checked(DIM)
def rotary_features(dim: int, part: float) -> int:
    """Number of rotated features for a partial rotary factor: whole pairs, at least one.

    >>> rotary_features(80, 0.4), rotary_features(64, 0.25), rotary_features(2, 0.25)
    (32, 16, 2)
    """
    return max(2, int(dim * part) // 2 * 2)


def partners(dim: int, layout: str) -> NDArray[np.int_]:  # (dim,)
    """For each feature of a head, the feature that turns with it.

    >>> partners(8, "half").tolist(), partners(8, "interleaved").tolist()
    ([4, 5, 6, 7, 0, 1, 2, 3], [1, 0, 3, 2, 5, 4, 7, 6])
    """
    first, second = pairs(dim, layout)
    found = np.empty(dim, int)
    found[first], found[second] = second, first
    return found


@dataclass(frozen=True)
class Drift:
    """Change of the outputs of attention when all positions are shifted, relative to the outputs."""

    plain: NDArray[np.float64]  # (n,) values are not rotated
    values: NDArray[np.float64]  # (n,) values are rotated like keys
    # (n,) values are rotated like keys, and each output is rotated back by the position of its query
    outputs: NDArray[np.float64]


@checked(DIM, whole("tokens"), **reals("shifts"))
def attention_drift(
    shifts: Reals, dim: int, *, base: float = 10_000.0, scale: float = 1.0, tokens: int = 16, seed: int = 0
) -> Drift:  # Dimensionless; 0 where outputs depend only on offsets
    """Drift of one head with random tokens and no mask when all positions are shifted by the same number."""
    return _drift(tuple(shifts.tolist()), (3, tokens, dim), base, scale, seed)


@computed_once(most=64)  # 40 ms of processor time for 128 shifts; 3 kB
def _drift(shifts: tuple[float, ...], shape: tuple[int, int, int], base: float, scale: float, seed: int) -> Drift:
    vectors = np.random.default_rng(seed).standard_normal(shape)
    still = _outputs(vectors, 0.0, base=base, scale=scale)  # (3, tokens, dim)
    changes = [_outputs(vectors, shift, base=base, scale=scale) - still for shift in shifts]
    sizes = np.linalg.norm(np.reshape(changes, (len(shifts), 3, -1)), axis=2)
    return Drift(*(sizes / np.linalg.norm(still.reshape(3, -1), axis=1)).T)


def _outputs(inputs: NDArray[np.float64], shift: float, *, base: float, scale: float) -> NDArray[np.float64]:
    """Outputs for each field of `Drift`, shape (3, tokens, dim)."""
    positions = shift + np.arange(inputs.shape[1])
    query, key, value = (rope(vectors, positions, base=base, scale=scale) for vectors in inputs)
    weights = softmax(query @ key.T / np.sqrt(inputs.shape[2]))
    outputs = weights @ value
    return np.stack([weights @ inputs[2], outputs, rope(outputs, -positions, base=base, scale=scale)])
