"""Proportional RoPE: exponents span the whole head, and the slowest pairs do not turn at all."""

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, checked
from core.inputs.parameter import Parameter
from core.scaling.arguments import FACTOR
from core.scaling.rule import Rule

PARTIAL = Parameter(
    name="partial_rotary_factor",
    unit="1",
    meaning="Share of the head's pairs that turn.",
    law="a finite number greater than 0 and at most 1",
    valid=lambda value: 0 < value <= 1,
    stops=(1,),
)


@checked(FACTOR, PARTIAL)
def proportional(
    frequencies: Reals, *, factor: float = 1.0, partial_rotary_factor: float = 1.0
) -> NDArray[np.float64]:
    """Keep the fastest share of the pairs, set the others to 0, divide all by the factor [1]_ [2]_.

    Parameters
    ----------
    frequencies : array_like of shape (n,)
        Of the whole head, radians per token.
    factor : float
        Dimensionless, > 0.
    partial_rotary_factor : float
        Share that turns, in (0, 1].

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token; 0 for a pair that stands still.

    References
    ----------
    .. [1] Barbero et al. 2024, https://arxiv.org/abs/2410.06205 (p-RoPE)
    .. [2] Hugging Face transformers 5.23, modeling_rope_utils, rule "proportional",
       https://huggingface.co/docs/transformers/internal/rope_utils
    """
    rotary_pairs = int(partial_rotary_factor * (2 * len(frequencies)) // 2)  # pairs
    return np.where(np.arange(len(frequencies)) < rotary_pairs, frequencies, 0.0) / factor


RULE = Rule(
    name="Proportional",
    year=2024,
    source="Barbero et al. (p-RoPE), [2410.06205](https://arxiv.org/abs/2410.06205); with a factor the rule "
    "“proportional” of [Hugging Face transformers](https://huggingface.co/docs/transformers/internal/rope_utils)",
    look=("ink", "dot"),
    function=proportional,
    parameters=(PARTIAL,),
    whole_head=True,
)
