"""Stick-breaking attention: keys, from the nearest one backwards, take shares of what is left."""

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.sizes import SCORES
from core.inputs.checked import Reals, checked


@checked(SCORES)
def stick_breaking(logits: Reals) -> NDArray[np.float64]:
    r"""Weights of stick-breaking, :math:`A_{ij} = \sigma(z_{ij}) \prod_{j<l<i} (1 - \sigma(z_{il}))` [1]_.

    The nearest token takes its share of a stick, the next one of what is left, and so on.

    Parameters
    ----------
    logits : array_like of shape (n, n)
        Scores z [query, key]; those of the query's own token and after it do not matter.

    Returns
    -------
    weights : ndarray of shape (n, n)
        [query, key], for keys before the query; each row sums to at most 1.

    Raises
    ------
    ValueError
        If the scores are not finite or not square.

    References
    ----------
    .. [1] Tan et al. 2024, https://arxiv.org/abs/2410.17980
    """
    before = np.tri(len(logits), k=-1) > 0
    rest = np.where(before, -np.logaddexp(0, logits), 0.0)  # log(1 - sigmoid)
    log_remainder = np.cumsum(rest[:, ::-1], axis=1)[:, ::-1] - rest  # of the tokens between the key and the query
    return np.where(before, np.exp(log_remainder - np.logaddexp(0, -logits)), 0.0)
