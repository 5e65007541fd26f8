"""How alike two positions are, as a function of the offset between them."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.inputs.checked import Reals, checked, reals
from core.numeric.curve import Curve, runs_about_zero
from core.numeric.sums import attenuation, cosine_sum

CELLS_AT_ONCE = 2**20  # 8 MB


@checked(**reals("offsets"))
def dot_product(offsets: Reals, d_model: int, *, base: float = 10_000.0, scale: float = 1.0) -> NDArray[np.float64]:
    r"""PE(p)·PE(p+k) for each offset k, from :math:`\sum_i \cos(k\,\omega_i / scale)`.

    Since cos a cos b + sin a sin b = cos(a - b), the position p cancels in every pair. The last sine of an odd
    d_model has no cosine and would add sin(pω) sin((p+k)ω), which depends on p; it is left out.

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

    References
    ----------
    .. [1] Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762
    """
    scaled_offsets = offsets / scale
    frequencies = inverse_frequencies(d_model, base)
    flat = scaled_offsets.ravel()
    products = np.zeros(len(flat))
    step = max(1, CELLS_AT_ONCE // max(1, len(frequencies)))
    for start in range(0, len(flat), step):
        part = slice(start, start + step)
        products[part] = np.cos(np.outer(flat[part], frequencies)).sum(axis=1)
    return products.reshape(scaled_offsets.shape)


@checked()
def dot_product_curve(
    length: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0, points: int = 1500
) -> Curve:
    """Dot product at offsets from -length to length; exact means where a point covers many of them."""
    half, run_length = runs_about_zero(length, points)
    frequencies = inverse_frequencies(d_model, base) / scale  # radians per token
    right = cosine_sum(attenuation(frequencies, run_length), frequencies, 0, run_length, half + 1)
    return Curve(run_length * np.arange(-half, half + 1.0), np.concatenate([right[:0:-1], right]), run_length)


def similarity_columns(
    length: int,  # largest offset, tokens
    curves: Mapping[str, tuple[int, float, float]],  # d_model, base and scale
    *,
    normalise: bool = False,
    points: int = 4097,  # at most; with more offsets, each is the mean over a run of them
) -> dict[str, NDArray[Any]]:
    """Dot product of two sinusoidal encodings against the offset between their positions."""
    columns = {}
    for name, (d_model, base, scale) in curves.items():
        curve = dot_product_curve(length, d_model, base=base, scale=scale, points=points)
        columns["offset k"] = curve.offsets.astype(int)
        columns[name] = curve.values / (d_model // 2 if normalise else 1)
    return columns
