"""The geometric series of frequencies at which the feature pairs turn."""

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import DIM
from core.numeric.twins import fast


def _frequencies(dim: int, base: float = 10_000.0) -> NDArray[np.float64]:
    """Angular frequency of each (sine, cosine) pair, radians per token, shape (dim // 2,)."""
    return base ** (-2 * np.arange(dim // 2) / dim)


@checked(DIM)
@fast(plain=_frequencies)
def inverse_frequencies(dim: int, base: float = 10_000.0) -> NDArray[np.float64]:
    r"""Angular frequency of each (sine, cosine) pair, :math:`\omega_i = base^{-2i/dim}` [1]_.

    Parameters
    ----------
    dim : int
        Encoded features, at least 1; an odd last feature belongs to no pair.
    base : float
        Dimensionless, > 1.

    Returns
    -------
    frequencies : ndarray of shape (dim // 2,)
        Radians per token, descending from 1; each within 1.5 units in the last place.

    Raises
    ------
    ValueError
        If dim < 1 or base <= 1.

    References
    ----------
    .. [1] Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762
    """
    return geometric(base, 2 * np.arange(dim // 2), dim)


def wavelengths(dim: int, base: float = 10_000.0) -> NDArray[np.float64]:
    r"""Tokens after which each pair has turned once, shape (dim // 2,).

    These are :math:`2\pi / \omega_i`. The last one is
    :math:`2\pi \cdot base^{(dim-2)/dim}`, not :math:`2\pi \cdot base`.
    """
    return 2 * np.pi / inverse_frequencies(dim, base)


def _powers(base: float, numerators: NDArray[np.int_], denominator: int) -> NDArray[np.float64]:
    """Powers base**(-numerator / denominator)."""
    return base ** (-numerators / denominator)


@checked()
@fast(plain=_powers)
def geometric(
    base: float,  # > 1
    numerators: NDArray[np.int_],  # (n,) at most 2**26 in size
    denominator: int,  # from 1 to 2**26
) -> NDArray[np.float64]:  # (n,) in the unit of base
    """Powers base**(-numerator / denominator) that stay accurate at angles of 2**40 radians.

    Rounding the exponent to float64 would cost the power ln(base) units in the last place, and the position
    multiplies this error. The remainder of the division corrects it.
    """
    exponents = numerators / denominator  # (n,) rounded
    high = exponents.astype(np.float32).astype(np.float64)  # 24 bits: high * denominator is exact
    low = exponents - high
    remainder = ((numerators - high * denominator) - low * denominator) / denominator
    rough = base**-exponents
    return rough - rough * (remainder * np.log(base))  # rough * (1 - tiny) would round once more
