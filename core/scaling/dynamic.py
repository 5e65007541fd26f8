"""Dynamic NTK scaling: a base that grows with the length of the text."""

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, checked
from core.scaling.arguments import FACTOR, ORIGINAL_LENGTH
from core.scaling.ntk import ntk
from core.scaling.rule import Rule


def dynamic(
    frequencies: Reals,
    *,
    factor: float,
    original: float,
    sequence_length: float | None = None,
    dim: int | None = None,
) -> NDArray[np.float64]:
    r"""NTK-aware scaling by the factor that the current length needs [1]_.

    The factor is :math:`s\,l/L - (s - 1)`.

    Parameters
    ----------
    frequencies : array_like of shape (n,)
        A geometric series, radians per token.
    factor : float
        s, dimensionless, > 0.
    original : float
        L, tokens; up to this length nothing changes.
    sequence_length : float or None
        l, tokens; None and lengths below L count as L.
    dim : int or None
        As in `ntk`.

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token.

    References
    ----------
    .. [1] Hugging Face transformers 5.23, modeling_rope_utils, rule "dynamic",
       https://huggingface.co/docs/transformers/internal/rope_utils
    """
    return ntk(frequencies, factor=effective_factor(factor, original, sequence_length), dim=dim)


@checked(FACTOR, ORIGINAL_LENGTH)
def effective_factor(factor: float, original: float, sequence_length: float | None = None) -> float:
    """Factor of NTK-aware scaling at a length: 1 up to the original one.

    >>> effective_factor(2, 4096, 8192)
    3.0
    """
    length = original if sequence_length is None else max(sequence_length, original)
    return factor * length / original - (factor - 1)


RULE = Rule(
    name="Dynamic NTK",
    year=2023,
    source="Peng et al., section 3.3, [2309.00071](https://arxiv.org/abs/2309.00071); "
    "formula of [Hugging Face transformers](https://huggingface.co/docs/transformers/internal/rope_utils)",
    look=("grey", "dot"),
    function=dynamic,
)
