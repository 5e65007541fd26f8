"""Divisors that were searched for one model, and their interpolation to other numbers of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.inputs.arrays import as_real
from core.inputs.parameter import check_whole

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

# Of Phi-3-mini-128k, 4,096 → 131,072 tokens, as released in April 2024.
PHI3_SHORT = (
    *(1.05,) * 3, *(1.1,) * 3, 1.25, 1.25, 1.4, 1.45, 1.55, 1.85, 1.9, *(2.0,) * 19, 2.1, 2.1, 2.2, *(2.35,) * 4,
    2.4, 2.4, 2.65, 2.7, 2.9, 2.95, *(3.05,) * 3,
)  # fmt: skip
PHI3_LONG = (
    1.03, 1.05, 1.05, 1.08, 1.23, 1.23, 1.3, 1.45, 1.6, 1.65, 1.9, 2.86, 3.69, 5.42, 5.49, 5.49, 9.09, 11.58,
    15.66, 15.77, 15.79, 18.36, 21.99, 23.08, 30.01, 32.35, 32.59, 35.56, 39.95, 53.84, 56.2, 57.95, 59.29, 59.77,
    59.92, 61.19, 61.96, 62.5, 63.37, 63.48, 63.48, 63.66, 63.85, 64.08, 64.76, 64.8, 64.81, 64.81,
)  # fmt: skip


def searched_divisors(pairs: int) -> dict[str, NDArray[np.float64]]:
    """Both lists of Phi-3, by their names in a config, for another number of pairs; each of shape (pairs,)."""
    return {"short_factor": resampled(PHI3_SHORT, pairs), "long_factor": resampled(PHI3_LONG, pairs)}


def resampled(divisors: ArrayLike, pairs: int) -> NDArray[np.float64]:
    """Interpolate a list of divisors, on a logarithmic scale, to another number of pairs.

    Parameters
    ----------
    divisors : array_like of shape (n,)
        Above 0.
    pairs : int
        At least 1.

    Returns
    -------
    divisors : ndarray of shape (pairs,)

    Examples
    --------
    >>> resampled([1, 4, 64], 5)
    array([ 1.,  2.,  4., 16., 64.])
    """
    logarithms = np.log2(as_real(divisors, "divisors"))
    places = np.linspace(0, len(logarithms) - 1, check_whole(pairs, "pairs"))
    spread: NDArray[np.float64] = 2 ** np.interp(places, np.arange(len(logarithms)), logarithms)
    return spread
