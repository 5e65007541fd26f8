"""NTK-aware scaling: a larger base divides slow pairs by the factor and leaves fast ones almost unchanged."""

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, checked
from core.scaling.arguments import FACTOR
from core.scaling.rule import Rule


@checked(FACTOR)
def ntk(frequencies: Reals, *, factor: float, dim: int | None = None) -> NDArray[np.float64]:
    r"""Divide the last pair by the factor and the first not at all [1]_.

    Frequencies of the base :math:`b' = b\,s^{d/(d-2)}`.

    Pair i is divided by :math:`s^{2i/(d-2)}`: the first is kept and, where d is even, the last is divided by s
    exactly.

    Parameters
    ----------
    frequencies : array_like of shape (n,)
        A geometric series, radians per token. A single pair is kept.
    factor : float
        s, dimensionless, > 0.
    dim : int or None
        d, features that the exponents span; None for 2n. Odd where the last pair has no second feature.

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token.

    References
    ----------
    .. [1] Peng et al. 2023, definition 1, https://arxiv.org/abs/2309.00071
    """
    pairs = len(frequencies)
    last = max((dim or 2 * pairs) / 2 - 1, 0.5)  # the pair that is divided by the factor
    return frequencies / factor ** (np.arange(pairs) / last)


@checked(FACTOR)
def base_for(factor: float, base: float, dim: int) -> float:
    r"""The base with the same effect, :math:`b\,s^{d/(d-2)}`; dim is d, at least 4.

    >>> round(base_for(8, 10_000, 128), 1)
    82684.6
    """
    return float(base * factor ** (dim / (dim - 2)))


RULE = Rule(
    name="NTK",
    year=2023,
    source="Peng et al., definition 1, [2309.00071](https://arxiv.org/abs/2309.00071)",
    look=("grey", "dash"),
    function=ntk,
)
