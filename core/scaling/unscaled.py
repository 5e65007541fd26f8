"""No scaling: the frequencies as trained."""

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, checked
from core.scaling.rule import Rule


@checked()
def unscaled(frequencies: Reals) -> NDArray[np.float64]:
    """Leave every pair as it is [1]_.

    Parameters
    ----------
    frequencies : array_like of shape (n,)
        Radians per token.

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token.

    References
    ----------
    .. [1] Su et al. 2021, section 3.2.2, https://arxiv.org/abs/2104.09864
    """
    return frequencies.copy()


RULE = Rule(
    name="Unscaled",
    year=2021,
    source="Su et al., section 3.2.2, [2104.09864](https://arxiv.org/abs/2104.09864)",
    look=("grey", "solid"),
    function=unscaled,
)
