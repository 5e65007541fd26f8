"""Ideas for text of 2025 and 2026: temperatures that grow, polar features, biases by token, learned frequencies."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.rotation import Rotation
from core.beyond_text.sizes import MAX_VALUES, as_shape, check_base, check_columns, check_finite, check_scale
from core.frequencies import geometric, inverse_frequencies
from core.schemes.rope import pairs


def stepped_temperature(
    positions: ArrayLike,  # (n,) tokens, at least 0
    *,
    floor_scale: float = 8_192,  # s, tokens; greater than 0
    attn_scale: float = 0.1,  # a, dimensionless
) -> NDArray[np.float64]:  # (n,) dimensionless
    r"""Factor on queries in layers of Llama 4 without RoPE, :math:`1 + a\ln(1 + \lfloor (p + 1) / s \rfloor)`.

    Source: Meta 2025, transformers 5.23.0, models/llama4, https://github.com/huggingface/transformers; after
    Nakanishi 2025, https://arxiv.org/abs/2501.19399
    """
    steps = np.floor((_counted(positions) + 1) / check_scale(floor_scale, "floor_scale"))
    return 1 + check_finite(attn_scale, "attn_scale") * np.log1p(steps)


def learned_temperature(
    positions: ArrayLike,  # (n,) tokens, at least 0
    scale: ArrayLike,  # (heads,) learned, dimensionless
    bias: ArrayLike,  # (heads,) learned, dimensionless
) -> NDArray[np.float64]:  # (heads, n)
    r"""Factor on the queries of each head, :math:`s_h \ln(p + 1) + b_h`, as in Mistral Large 4.

    Source: transformers 5.23.0, models/mistral_large4, https://github.com/huggingface/transformers
    """
    of_heads = as_shape(scale, "scale", None)
    start = as_shape(bias, "bias", len(of_heads))
    return np.multiply.outer(of_heads, np.log1p(_counted(positions))) + start[:, np.newaxis]


def polar(
    features: ArrayLike,  # (n, dim) of queries or keys
    positions: ArrayLike,
    *,
    base: float = 10_000.0,  # dimensionless; frequencies are base**(-i / dim), one for each feature
) -> NDArray[np.float64]:  # (n, 2 * dim) length times cosine, then length times sine
    r"""PoPE: softplus of a feature is the length, position times its frequency the angle of a vector.

    Source: Gopalakrishnan et al. 2025, https://arxiv.org/abs/2509.10534
    """
    array = as_shape(features, "features", None, None)
    dim = check_columns(array.shape[1], "dim")
    places = as_shape(positions, "positions", len(array))
    angles = np.outer(places, polar_frequencies(dim, base))  # (n, dim) radians
    lengths = np.logaddexp(0, array)
    return np.hstack([lengths * np.cos(angles), lengths * np.sin(angles)])


def polar_frequencies(dim: int, base: float = 10_000.0) -> NDArray[np.float64]:
    """Radians per token of each feature of PoPE, base**(-i / dim), shape (dim,)."""
    return geometric(check_base(base), np.arange(check_columns(dim, "dim")), dim)


def distance_bank(
    mixtures: ArrayLike,  # (n, heads, profiles) from the query tokens
    bank: ArrayLike,  # (profiles, extent) one number for each distance from 0 on
) -> NDArray[np.float64]:
    """Inkling's bias: each query mixes learned profiles of bias against distance; 0 beyond their end.

    Returns (heads, n, n) [head, query, key]; 0 for keys after the query and `extent` or more tokens before it.

    Source: Thinking Machines 2026, transformers 5.23.0, models/inkling, https://github.com/huggingface/transformers
    """
    profiles = as_shape(bank, "bank", None, None)
    mixed = as_shape(mixtures, "mixtures", None, None, len(profiles))
    count, heads, _ = mixed.shape
    if heads * count**2 > MAX_VALUES:
        raise ValueError(f"heads · tokens² must be at most {MAX_VALUES:,}, got {heads * count**2:,}")
    if not profiles.shape[1]:
        raise ValueError("bank must reach at least 1 distance, got 0")
    by_distance = (mixed @ profiles).transpose(1, 0, 2)  # (heads, n, extent)
    distance = np.subtract.outer(np.arange(count), np.arange(count))  # [query, key] tokens
    within = (distance >= 0) & (distance < profiles.shape[1])
    index = np.broadcast_to(np.where(within, distance, 0), (heads, count, count))
    return np.where(within, np.take_along_axis(by_distance, index, axis=2), 0.0)


def learned_frequencies(
    positions: ArrayLike,
    alpha: ArrayLike,  # (pairs,) learned, dimensionless, at most 100 in size; zeros give RoPE
    *,
    base: float = 10_000.0,
    layout: str = "half",  # "half" or "interleaved"
) -> Rotation:  # with angles (n, pairs)
    r"""LeRoPE: the frequencies of RoPE times :math:`e^{\alpha}`, learned once for all layers and heads.

    Source: Karypis et al. 2026, LeRoPE, https://arxiv.org/abs/2607.10134; transformers 5.23.0,
    models/mistral_large4
    """
    exponents = as_shape(alpha, "alpha", None)
    if exponents.size and np.abs(exponents).max() > 100:
        raise ValueError(f"alpha must be at most 100 in size, got {exponents[np.abs(exponents) > 100][0]}")
    head_dim = check_columns(2 * len(exponents), "2 · len(alpha)", 2)
    frequencies = inverse_frequencies(head_dim, check_base(base)) * np.exp(exponents)
    angles = np.outer(as_shape(positions, "positions", None), frequencies)  # (n, pairs) radians
    return Rotation(angles, *pairs(head_dim, layout))


def _counted(positions: ArrayLike) -> NDArray[np.float64]:
    places = as_shape(positions, "positions", None)
    if places.size and places.min() < 0:
        raise ValueError(f"positions must be at least 0, got {places.min()}")
    return places
