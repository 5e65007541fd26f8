"""ALiBi, Attention with Linear Biases: a penalty that grows with the distance."""

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Positions, checked
from core.schemes.bias import HEADS, offsets
from core.schemes.scheme import Family, Scheme


@checked(HEADS)
def slopes(heads: int) -> NDArray[np.float64]:
    r"""Penalty per token of distance, a geometric series over the heads [1]_.

    For a power of two :math:`m_h = 2^{-8h/heads}`, h = 1 … heads. Otherwise the slopes of the largest power
    of two below come first, then every second one of twice that power.

    Parameters
    ----------
    heads : int
        At least 1.

    Returns
    -------
    slopes : ndarray of shape (heads,)
        Per token, in units of the score before softmax.

    References
    ----------
    .. [1] Press et al. 2021, section 3 and the released code, https://arxiv.org/abs/2108.12409
    """
    power = 2 ** (heads.bit_length() - 1)  # heads, or the largest power of two below
    series = 2.0 ** (-8 / power * np.arange(1, power + 1))
    between = 2.0 ** (-4 / power * np.arange(1, 2 * power, 2))  # every second slope of twice as many heads
    return np.append(series, between)[:heads]


@checked(HEADS)
def alibi(query_positions: Positions, key_positions: Positions, heads: int = 8) -> NDArray[np.float64]:
    """Bias -slope · distance [1]_.

    Parameters
    ----------
    query_positions, key_positions : int or array_like of shape (n,) and (m,)
        Tokens.
    heads : int
        At least 1.

    Returns
    -------
    bias : ndarray of shape (heads, n, m)
        At most 0; added to the scores before softmax. Keys after the query get the same penalty as keys
        before it, as in encoders; a causal mask hides them.

    References
    ----------
    .. [1] Press et al. 2021, section 3, https://arxiv.org/abs/2108.12409
    """
    return -slopes(heads)[:, None, None] * np.abs(offsets(query_positions, key_positions))


def bias_latex(distance: int, query: int, heads: int, head: int) -> str:
    """LaTeX of the bias of one head, counted from 1, at a distance in tokens, with numbers filled in."""
    return rf"-m_{{{head}}}\,(i-j) = -{slopes(heads)[head - 1]:.4g}\cdot {distance}"


SCHEME = Scheme(
    name="ALiBi",
    family=Family.BIAS,
    year=2021,
    source="Press et al., section 3, [2108.12409](https://arxiv.org/abs/2108.12409)",
    function=alibi,
    parameters=(HEADS,),
    relative=True,
    is_learned=False,
    acts="added to the scores, in every layer",
    beyond="made for it: the penalty goes on",
    cost="nothing to train; one addition a score",
    bias_latex=bias_latex,
)
