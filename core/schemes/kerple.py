"""KERPLE: biases from conditionally positive definite kernels."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.inputs.checked import Positions, checked
from core.inputs.parameter import Choice, positive
from core.schemes.alibi import slopes
from core.schemes.bias import HEADS, offsets
from core.schemes.scheme import Family, Scheme

R2 = positive(
    "r2", "1", "Shape of the kernel: how soon the logarithm bends, or the power of the distance.", (1, 2, 4, 8)
)
KERNEL = Choice("kernel", "Logarithm or power of the distance.", ("log", "power"))


def _valid(heads: int, kernel: str, r2: float, r1: ArrayLike | None) -> None:
    if kernel == "power" and r2 > 2:
        raise ValueError(f"r2 must be at most 2 for the power kernel, got {r2:g}")
    if r1 is not None and (np.shape(r1) != (heads,) or not (np.asarray(r1) > 0).all()):
        raise ValueError(f"r1 must be {heads} numbers greater than 0, got {r1!r}")


@checked(HEADS, KERNEL, R2, together=_valid)
def kerple(
    query_positions: Positions,
    key_positions: Positions,
    heads: int = 8,
    *,
    kernel: str = "log",
    r2: float = 1.0,
    r1: ArrayLike | None = None,
) -> NDArray[np.float64]:
    r"""Bias that falls with the logarithm or a power of the distance [1]_.

    :math:`-r_1\ln(1 + r_2|i-j|)` or :math:`-r_1|i-j|^{r_2}`.

    Parameters
    ----------
    query_positions, key_positions, heads
        As in `core.schemes.alibi.alibi`.
    kernel : {"log", "power"}
    r2 : float
        > 0; at most 2 for the power kernel, where 1 is ALiBi's shape.
    r1 : array_like of shape (heads,) or None
        > 0, learned in a model; None takes 8 times ALiBi's slopes.

    Returns
    -------
    bias : ndarray of shape (heads, n, m)
        At most 0.

    References
    ----------
    .. [1] Chi et al. 2022, section 4.2, https://arxiv.org/abs/2205.09921
    """
    strength = 8 * slopes(heads) if r1 is None else np.asarray(r1)  # without r1, numbers that stand in for it
    distance = np.abs(offsets(query_positions, key_positions))  # (n, m) tokens
    shape = np.log1p(r2 * distance) if kernel == "log" else distance**r2
    return -strength[:, None, None] * shape


@checked(KERNEL)
def bias_latex(distance: int, query: int, heads: int, head: int, *, kernel: str = "log", r2: float = 1.0) -> str:
    """LaTeX of the bias of one head, counted from 1, at a distance in tokens, with numbers filled in."""
    strength = 8 * slopes(heads)[head - 1]
    if kernel == "log":
        return rf"-r_1\ln(1+r_2|i-j|) = -{strength:.4g}\,\ln(1+{r2:g}\cdot {distance})"
    return rf"-r_1|i-j|^{{r_2}} = -{strength:.4g}\cdot {distance}^{{{r2:g}}}"


SCHEME = Scheme(
    name="KERPLE",
    family=Family.BIAS,
    year=2022,
    source="Chi et al., section 4.2, [2205.09921](https://arxiv.org/abs/2205.09921)",
    function=kerple,
    parameters=(HEADS, KERNEL, R2),
    relative=True,
    is_learned=True,
    acts="added to the scores, in every layer",
    beyond="made for it: the penalty goes on, more slowly",
    cost="two numbers a head",
    bias_latex=bias_latex,
)
