"""What the pictures of RoPE show, as columns."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.inputs.settings import BaseAndScale
from core.schemes.analysis.rotary import (
    attention_drift,
    head_vectors,
    pair_products,
    rotary_features,
    score_curve,
    to_interleaved,
    upper_bound,
)
from core.schemes.rope import rope


def scores_columns(
    head_dim: int,  # features
    length: int,  # tokens, the largest offset
    *,
    vectors: str = "ones",  # or "random", "copied"
    base: float = 10_000.0,
    scale: float = 1.0,
) -> dict[str, NDArray[Any]]:
    """Score of a query and a key over the offset between them, and the paper's upper bound on its size."""
    rates: BaseAndScale = {"base": base, "scale": scale}
    [products] = pair_products(*head_vectors(vectors, head_dim)[:, :1])
    curve = score_curve(products, length, **rates)
    bound = upper_bound(products, curve.offsets, **rates)
    return {"offset": curve.offsets.astype(int), "score": curve.values, "upper bound": bound}


def layouts_columns(
    head_dim: int,  # features
    length: int,  # tokens, the largest offset
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
) -> dict[str, NDArray[Any]]:
    """Scores of a head in either layout of its pairs, and where weights of one are taken for the other."""
    vectors = head_vectors("random", head_dim)  # (2, 1, head_dim) of a model with interleaved pairs
    order = np.argsort(to_interleaved(head_dim))
    products = {
        "permuted, half": pair_products(*vectors[..., order]),
        "interleaved, as trained": pair_products(*vectors, layout="interleaved"),
        "not permuted, half": pair_products(*vectors),
    }
    curves = {name: score_curve(each[0], length, base=base, scale=scale) for name, each in products.items()}
    offsets = curves["permuted, half"].offsets.astype(int)
    return {"offset": offsets} | {name: curve.values for name, curve in curves.items()}


def permutation_columns(head_dim: int) -> dict[str, NDArray[Any]]:
    """Where each feature of the interleaved layout stands in the half layout."""
    return {"interleaved": np.arange(head_dim), "half": to_interleaved(head_dim)}


def partial_columns(
    head_dim: int,  # features
    length: int,  # tokens, the largest offset
    *,
    parts: Sequence[float] = (1, 0.75, 0.5, 0.25),
    base: float = 10_000.0,
    scale: float = 1.0,
) -> dict[str, NDArray[Any]]:
    """Scores of a query and a key of ones, of which only the first features turn."""
    ones, columns = np.ones((1, head_dim)), {}
    for rotary_dim in dict.fromkeys(rotary_features(head_dim, part) for part in parts):
        [products] = pair_products(ones, ones, rotary_dim=rotary_dim)
        curve = score_curve(products, length, base=base, scale=scale, still=head_dim - rotary_dim)
        columns["offset"] = curve.offsets.astype(int)
        columns[f"{rotary_dim} turn"] = curve.values
    return columns


def features_columns(
    head_dim: int,  # features
    length: int,
    *,
    rotary: float = 0.25,  # part of the features that turns
    base: float = 10_000.0,
    scale: float = 1.0,
) -> dict[str, NDArray[Any]]:
    """A vector of ones at each position, of which RoPE turns the first features only."""
    rotary_dim = rotary_features(head_dim, rotary)
    vectors = rope(np.ones((length, head_dim)), np.arange(length), base=base, scale=scale, rotary_dim=rotary_dim)
    return {f"feature {feature}": values for feature, values in enumerate(vectors.T)}


def rotation_columns(
    m: int,  # position of the query, tokens
    n: int,  # position of the key, tokens
    head_dim: int,  # features
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
) -> dict[str, NDArray[Any]]:
    """How far a query and a key that are (1, 0) in every pair have turned, and their product."""
    frequencies = inverse_frequencies(head_dim, base) / scale
    return {
        "pair": np.arange(len(frequencies)),
        "radians per token": frequencies,
        "q has turned (°)": np.degrees(m * frequencies),
        "k has turned (°)": np.degrees(n * frequencies),
        "q · k": np.cos((m - n) * frequencies),
    }


def values_columns(
    head_dim: int,  # features
    *,
    shifts: int = 128,  # of all positions, 0 … shifts - 1 tokens
    base: float = 10_000.0,
    scale: float = 1.0,
    tokens: int = 16,
) -> dict[str, NDArray[Any]]:
    """How far the output of a head moves when all positions do, where RoPE turns the values as well."""
    drift = attention_drift(np.arange(shifts), head_dim, base=base, scale=scale, tokens=tokens)
    return {
        "shift": np.arange(shifts),
        "queries and keys turned": drift.plain,
        "values turned too": drift.values,
        "values turned, output turned back": drift.outputs,
    }
