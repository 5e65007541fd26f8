"""Means of neighbouring samples of an oscillation, in closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def attenuation(frequencies: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    r"""How much of a wave is left in the mean of `count` neighbours.

    :math:`\frac1n\sum_{j<n} e^{i\omega(j-(n-1)/2)} = \sin(n\omega/2) / (n\sin(\omega/2))`,
    the normalised Dirichlet kernel.

    Parameters
    ----------
    frequencies : ndarray
        Radians per token.
    count : int
        Tokens.

    Returns
    -------
    factor : ndarray
        Dimensionless, in [-1, 1], shape of frequencies.
    """
    turns = frequencies / (2 * np.pi)  # turns per token
    whole = np.rint(turns)  # unseen between neighbours, but sin(ω/2) is 0 / 0 there
    sign = np.where(whole * (count - 1) % 2, -1, 1)
    factor: NDArray[np.float64] = sign * np.sinc(count * (turns - whole)) / np.sinc(turns - whole)
    return factor
