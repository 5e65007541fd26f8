"""NoPE: no positional encoding at all."""

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Positions, checked
from core.schemes.scheme import Family, Scheme


@checked()
def nope(positions: Positions, d_model: int) -> NDArray[np.float64]:
    """Zeros, as nothing is added: a decoder can infer positions from the causal mask [1]_ [2]_.

    Parameters
    ----------
    positions : int or array_like of shape (n,)
        Tokens.
    d_model : int
        At least 1.

    Returns
    -------
    table : ndarray of shape (n, d_model)
        Zeros.

    References
    ----------
    .. [1] Haviv et al. 2022, https://arxiv.org/abs/2203.16634
    .. [2] Kazemnejad et al. 2023, section 5, https://arxiv.org/abs/2305.19466
    """
    return np.zeros((len(positions), d_model))


SCHEME = Scheme(
    name="NoPE",
    family=Family.NONE,
    year=2022,
    source="Haviv et al., [2203.16634](https://arxiv.org/abs/2203.16634); "
    "Kazemnejad et al., section 5, [2305.19466](https://arxiv.org/abs/2305.19466)",
    function=nope,
    relative=True,
    is_learned=False,
    acts="nowhere; the causal mask breaks the symmetry",
    beyond="nothing to run out of; attention still drifts",
    cost="nothing",
)
