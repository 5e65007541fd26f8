"""Dynamic NTK scaling: a base that grows with the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.scaling.ntk import ntk
from core.scaling.rule import FACTOR, ORIGINAL, Rule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


def dynamic(
    frequencies: ArrayLike, *, factor: float, original: float, sequence_length: float | None = None
) -> NDArray[np.float64]:
    r"""NTK-aware scaling by the factor that the present length asks for, :math:`s\,l/L - (s - 1)` [1]_.

    Parameters
    ----------
    frequencies : array_like of shape (n,)
        A geometric series, radians per token.
    factor : float
        s, dimensionless, > 0.
    original : float
        L, tokens, the length up to which nothing changes.
    sequence_length : float or None
        l, tokens; None and lengths below L are taken for L.

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token.

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] Hugging Face transformers 5.23, modeling_rope_utils, rule "dynamic",
       https://huggingface.co/docs/transformers/internal/rope_utils
    """
    return ntk(frequencies, factor=effective_factor(factor, original, sequence_length))


def effective_factor(factor: float, original: float, sequence_length: float | None = None) -> float:
    """Factor of NTK-aware scaling at a length: 1 up to the original one.

    Examples
    --------
    >>> effective_factor(2, 4096, 8192)
    3.0
    """
    factor, original = FACTOR.check(factor), ORIGINAL.check(original)
    reached = original if sequence_length is None else max(sequence_length, original)
    return float(factor * reached / original - (factor - 1))


RULE = Rule(
    name="Dynamic NTK",
    keys=("dynamic",),
    year=2023,
    source="Peng et al., section 3.3, [2309.00071](https://arxiv.org/abs/2309.00071); "
    "formula of [Hugging Face transformers](https://huggingface.co/docs/transformers/internal/rope_utils)",
    function=dynamic,
)
