"""NTK-by-parts: pairs that turn often in the trained window are kept, those that complete no turn are divided."""

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, checked
from core.scaling.arguments import FACTOR, ORIGINAL_LENGTH, divided_below, kept_above
from core.scaling.rule import Rule

ALPHA = divided_below("alpha", (1, 2, 4, 8))
BETA = kept_above("beta", (2, 4, 8, 16, 32, 64))


@checked(FACTOR, ORIGINAL_LENGTH, ALPHA, BETA)
def by_parts(
    frequencies: Reals, *, factor: float, original: float, alpha: float = 1.0, beta: float = 32.0
) -> NDArray[np.float64]:
    r"""Blend of kept and divided frequencies by the turns in the trained window [1]_.

    :math:`(1-\gamma)\,\omega_i/s + \gamma\,\omega_i` with :math:`\gamma` as in `weight_kept`.

    Parameters
    ----------
    frequencies : array_like of shape (n,)
        Radians per token.
    factor : float
        s, dimensionless, > 0.
    original : float
        L, tokens.
    alpha, beta : float
        Turns; as in `weight_kept`.

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token.

    References
    ----------
    .. [1] Peng et al. 2023, definition 2, https://arxiv.org/abs/2309.00071
    """
    weight = weight_kept(frequencies, original=original, alpha=alpha, beta=beta)
    return (1 - weight) * frequencies / factor + weight * frequencies


@checked(ORIGINAL_LENGTH, ALPHA, BETA)
def weight_kept(
    frequencies: Reals, *, original: float, alpha: float = 1.0, beta: float = 32.0
) -> NDArray[np.float64]:
    r"""Weight of the kept frequency, a ramp over the turns: 0 below alpha, 1 above beta.

    :math:`\gamma` at :math:`r_i = L\,\omega_i/2\pi` turns; where alpha is not below beta, a step at alpha.
    """
    turns = original * frequencies / (2 * np.pi)  # (n,) in the trained window
    if alpha >= beta:
        return np.where(turns < alpha, 0.0, 1.0)
    return np.clip((turns - alpha) / (beta - alpha), 0, 1)


RULE = Rule(
    name="NTK-by-parts",
    year=2023,
    source="Peng et al., definition 2, [2309.00071](https://arxiv.org/abs/2309.00071)",
    look=("rotary", "dash"),
    function=by_parts,
    parameters=(ALPHA, BETA),
)
