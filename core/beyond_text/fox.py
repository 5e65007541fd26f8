"""FoX, the forgetting transformer: a gate for each token, whose logarithms add up between query and key."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.sizes import as_shape, check_pairs
from core.inputs.checked import Reals, checked


def _kept_shares(gates: ArrayLike) -> NDArray[np.float64]:
    shares = as_shape(gates, "gates", None)
    if shares.size and not (shares.min() > 0 and shares.max() <= 1):
        raise ValueError(f"gates must be above 0 and at most 1, got {shares[(shares <= 0) | (shares > 1)][0]}")
    check_pairs(len(shares), "gates")
    return shares


@checked(gates=_kept_shares)
def forget_bias(gates: Reals) -> NDArray[np.float64]:
    r"""What the forgetting transformer adds to scores, :math:`\sum_{l=j+1}^{i} \log f_l` [1]_.

    Parameters
    ----------
    gates : array_like of shape (n,)
        f, how much each token keeps of what came before; above 0, at most 1. Equal gates give ALiBi.

    Returns
    -------
    bias : ndarray of shape (n, n)
        [query, key]; at most 0, and minus infinity for keys after the query.

    Raises
    ------
    ValueError
        If a gate is not above 0 and at most 1.

    References
    ----------
    .. [1] Lin et al. 2025, https://arxiv.org/abs/2503.02130
    """
    sums = np.cumsum(np.log(gates))
    return np.where(np.tri(len(gates)) > 0, np.subtract.outer(sums, sums), -np.inf)
