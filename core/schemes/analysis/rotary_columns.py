"""What the pictures of RoPE show, as columns."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.schemes.analysis.rotary import head_vectors, pair_products, partners, rotary_features, score_curve

EQUAL, UNRELATED, DRAWS = "equal content", "unrelated content", 5


def scores_columns(
    head_dim: int,  # features
    length: int,  # tokens, the largest offset
    *,
    rotary: float = 1.0,  # part of the features that turns
    base: float = 10_000.0,
    scale: float = 1.0,
) -> dict[str, NDArray[Any]]:
    """Score over the offset between a query and a key: of equal ones, and of random ones that share nothing."""
    rotary_dim, columns = rotary_features(head_dim, rotary), {}
    equal, random = head_vectors("ones", head_dim), head_vectors("random", head_dim, count=DRAWS)
    names = [EQUAL, *(f"{UNRELATED} {number}" for number in range(1, DRAWS + 1))]
    for name, query, key in zip(names, *np.concatenate([equal, random], axis=1), strict=True):
        [products] = pair_products(query[None], key[None], rotary_dim=rotary_dim)
        still = float(query[rotary_dim:] @ key[rotary_dim:])
        curve = score_curve(products, length, base=base, scale=scale, still=still)
        columns["offset"] = curve.offsets.astype(int)
        columns[name] = curve.values
    return columns


def layouts_columns(head_dim: int) -> dict[str, NDArray[Any]]:
    """For each feature of a head, the feature that turns with it, in either layout."""
    layouts = ("interleaved", "half")
    return {"feature": np.arange(head_dim)} | {layout: partners(head_dim, layout) for layout in layouts}


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
