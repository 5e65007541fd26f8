"""Ideas for text of 2025 and 2026: temperatures that grow, polar features, biases by token, learned frequencies."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.rotation import Rotation
from core.beyond_text.sizes import MAX_VALUES, array, as_shape, check_columns, positive, real
from core.beyond_text.sizes import features as dimensions
from core.frequencies import geometric, inverse_frequencies
from core.inputs.checked import Reals, checked
from core.schemes.rope import pairs


def _from_zero(positions: ArrayLike) -> NDArray[np.float64]:
    places = as_shape(positions, "positions", None)
    if places.size and places.min() < 0:
        raise ValueError(f"positions must be at least 0, got {places.min()}")
    return places


@checked(positive("floor_scale"), real("attn_scale"), positions=_from_zero)
def stepped_temperature(
    positions: Reals,  # (n,) tokens, at least 0
    *,
    floor_scale: float = 8_192,  # s, tokens; greater than 0
    attn_scale: float = 0.1,  # a, dimensionless
) -> NDArray[np.float64]:  # (n,) dimensionless
    r"""Factor on queries in layers of Llama 4 without RoPE, :math:`1 + a\ln(1 + \lfloor (p + 1) / s \rfloor)`.

    Source: Meta 2025, transformers 5.23.0, models/llama4, https://github.com/huggingface/transformers; after
    Nakanishi 2025, https://arxiv.org/abs/2501.19399
    """
    steps = np.floor((positions + 1) / floor_scale)
    return 1 + attn_scale * np.log1p(steps)


def _one_a_head(scale: NDArray[np.float64], bias: NDArray[np.float64]) -> None:
    as_shape(bias, "bias", len(scale))


@checked(array("scale", None), array("bias", None), together=_one_a_head, positions=_from_zero)
def learned_temperature(positions: Reals, scale: Reals, bias: Reals) -> NDArray[np.float64]:  # (heads, n)
    r"""Factor on the queries of each head, :math:`s_h \ln(p + 1) + b_h`, as in Mistral Large 4.

    Source: transformers 5.23.0, models/mistral_large4, https://github.com/huggingface/transformers
    """
    return np.multiply.outer(scale, np.log1p(positions)) + bias[:, np.newaxis]


def _one_a_row(features: NDArray[np.float64], positions: NDArray[np.float64]) -> None:
    check_columns(features.shape[1], "dim")
    as_shape(positions, "positions", len(features))


@checked(array("features", None, None), array("positions", None), together=_one_a_row)
def polar(
    features: Reals, positions: Reals, *, base: float = 10_000.0
) -> NDArray[np.float64]:  # (n, 2 * dim) length times cosine, then length times sine
    r"""PoPE: softplus of a feature is the length, position times its frequency the angle of a vector.

    Source: Gopalakrishnan et al. 2025, https://arxiv.org/abs/2509.10534
    """
    angles = np.outer(positions, polar_frequencies(features.shape[1], base))  # (n, dim) radians
    lengths = np.logaddexp(0, features)
    return np.hstack([lengths * np.cos(angles), lengths * np.sin(angles)])


@checked(dimensions("dim"))
def polar_frequencies(dim: int, base: float = 10_000.0) -> NDArray[np.float64]:
    """Radians per token of each feature of PoPE, base**(-i / dim), shape (dim,)."""
    return geometric(base, np.arange(dim), dim)


def _check_mixtures(mixtures: NDArray[np.float64], bank: NDArray[np.float64]) -> None:
    count, heads, _ = as_shape(mixtures, "mixtures", None, None, len(bank)).shape
    if heads * count**2 > MAX_VALUES:
        raise ValueError(f"heads · tokens² must be at most {MAX_VALUES:,}, got {heads * count**2:,}")
    if not bank.shape[1]:
        raise ValueError("bank must reach at least 1 distance, got 0")


@checked(array("bank", None, None), array("mixtures", None, None, None), together=_check_mixtures)
def distance_bank(
    mixtures: Reals,  # (n, heads, profiles) from the query tokens
    bank: Reals,  # (profiles, extent) one number for each distance from 0 on
) -> NDArray[np.float64]:
    """Inkling's bias: each query mixes learned profiles of bias against distance; 0 beyond their end.

    Returns (heads, n, n) [head, query, key]; 0 for keys after the query and `extent` or more tokens before it.

    Source: Thinking Machines 2026, transformers 5.23.0, models/inkling, https://github.com/huggingface/transformers
    """
    count, heads, _ = mixtures.shape
    by_distance = (mixtures @ bank).transpose(1, 0, 2)  # (heads, n, extent)
    distance = np.subtract.outer(np.arange(count), np.arange(count))  # [query, key] tokens
    within = (distance >= 0) & (distance < bank.shape[1])
    index = np.broadcast_to(np.where(within, distance, 0), (heads, count, count))
    return np.where(within, np.take_along_axis(by_distance, index, axis=2), 0.0)


def _exponents(alpha: ArrayLike) -> NDArray[np.float64]:
    exponents = as_shape(alpha, "alpha", None)
    if exponents.size and np.abs(exponents).max() > 100:
        raise ValueError(f"alpha must be at most 100 in size, got {exponents[np.abs(exponents) > 100][0]}")
    check_columns(2 * len(exponents), "2 · len(alpha)", 2)
    return exponents


@checked(array("positions", None), alpha=_exponents)
def learned_frequencies(
    positions: Reals, alpha: Reals, *, base: float = 10_000.0, layout: str = "half"
) -> Rotation:  # with angles (n, pairs); an alpha of zeros gives RoPE
    r"""LeRoPE: the frequencies of RoPE times :math:`e^{\alpha}`, learned once for all layers and heads.

    Source: Karypis et al. 2026, LeRoPE, https://arxiv.org/abs/2607.10134; transformers 5.23.0,
    models/mistral_large4
    """
    head_dim = 2 * len(alpha)
    angles = np.outer(positions, inverse_frequencies(head_dim, base) * np.exp(alpha))  # (n, pairs) radians
    return Rotation(angles, *pairs(head_dim, layout))
