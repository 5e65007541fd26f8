"""Means of neighbouring samples of an oscillation, in closed form."""

import numpy as np
from numpy.typing import NDArray

from core.numeric.twins import fast


def _attenuation(frequencies: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """Factor by which the mean over `count` neighbouring positions shrinks an oscillation."""
    return np.sinc(count * frequencies / (2 * np.pi)) / np.sinc(frequencies / (2 * np.pi))


@fast(plain=_attenuation)
def attenuation(frequencies: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    r"""Factor by which the mean over `count` neighbouring positions shrinks an oscillation.

    :math:`\frac1n\sum_{j<n} e^{i\omega(j-(n-1)/2)} = \sin(n\omega/2) / (n\sin(\omega/2))`,
    the normalised Dirichlet kernel.
    """
    turns = frequencies / (2 * np.pi)  # per token
    whole = np.rint(turns)  # whole turns make no difference at whole positions, but would give 0 / 0
    sign = np.where(whole * (count - 1) % 2, -1, 1)
    return sign * np.sinc(count * (turns - whole)) / np.sinc(turns - whole)
