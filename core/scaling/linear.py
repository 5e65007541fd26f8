"""Position interpolation: all positions are squeezed into the trained window."""

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, checked
from core.scaling.arguments import FACTOR
from core.scaling.rule import Rule


@checked(FACTOR)
def linear(frequencies: Reals, *, factor: float) -> NDArray[np.float64]:
    """Divide every frequency by the factor [1]_.

    Parameters
    ----------
    frequencies : array_like of shape (n,)
        Radians per token.
    factor : float
        s, dimensionless, > 0.

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token.

    References
    ----------
    .. [1] Chen et al. 2023, section 2.3, https://arxiv.org/abs/2306.15595
    """
    return frequencies / factor


RULE = Rule(
    name="Linear",
    year=2023,
    source="Chen et al., section 2.3, [2306.15595](https://arxiv.org/abs/2306.15595)",
    look=("ink", "solid"),
    function=linear,
)
