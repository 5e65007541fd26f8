"""Llama 3's rule: NTK-by-parts with a narrow ramp, and no change of attention."""

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, checked
from core.scaling.arguments import FACTOR, ORIGINAL_LENGTH, divided_below, kept_above
from core.scaling.by_parts import weight_kept
from core.scaling.rule import Rule

LOW = divided_below("low_freq_factor", (1, 2, 4))
HIGH = kept_above("high_freq_factor", (2, 4, 8, 16, 32))


@checked(FACTOR, ORIGINAL_LENGTH, LOW, HIGH)
def llama3(
    frequencies: Reals,
    *,
    factor: float,
    original: float,
    low_freq_factor: float = 1.0,
    high_freq_factor: float = 4.0,
) -> NDArray[np.float64]:
    r"""Keep wavelengths below L / high, divide those above L / low, blend between [1]_.

    The blend is :math:`((1-t)/s + t)\,\omega_i` with :math:`t = (L/\lambda_i - low) / (high - low)`.

    Parameters
    ----------
    frequencies, factor, original
        As in `core.scaling.by_parts.by_parts`.
    low_freq_factor, high_freq_factor : float
        Turns in the trained window. Where low is not below high, there is no blend: a step at low.

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token.

    References
    ----------
    .. [1] Meta, Llama 3.1 model code, and Hugging Face transformers 5.23, rule "llama3",
       https://huggingface.co/docs/transformers/internal/rope_utils
    """
    weight = weight_kept(frequencies, original=original, alpha=low_freq_factor, beta=high_freq_factor)
    return (1 - weight) * frequencies / factor + weight * frequencies


RULE = Rule(
    name="Llama 3",
    year=2024,
    source="Grattafiori et al., section 3.4.2, [2407.21783](https://arxiv.org/abs/2407.21783); "
    "formula of [Hugging Face transformers](https://huggingface.co/docs/transformers/internal/rope_utils)",
    look=("rotary", "dot"),
    function=llama3,
    parameters=(LOW, HIGH),
)
