"""Llama 3's rule: NTK-by-parts with a narrow ramp, and no change of attention."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.scaling.rule import FACTOR, ORIGINAL, Rule, as_frequencies, divided_below, kept_above

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

LOW = divided_below("low_freq_factor", (1, 2, 4))
HIGH = kept_above("high_freq_factor", (2, 4, 8, 16, 32))


def llama3(
    frequencies: ArrayLike,
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
    frequencies : array_like of shape (n,)
        Radians per token.
    factor : float
        s, dimensionless, > 0.
    original : float
        L, tokens.
    low_freq_factor, high_freq_factor : float
        Turns in the trained window. Where low is not below high, there is no blend: a step at low.

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
    .. [1] Meta, Llama 3.1 model code, and Hugging Face transformers 5.23, rule "llama3",
       https://huggingface.co/docs/transformers/internal/rope_utils
    """
    trained, factor = as_frequencies(frequencies), FACTOR.check(factor)
    low, high = LOW.check(low_freq_factor), HIGH.check(high_freq_factor)
    with np.errstate(divide="ignore"):
        wavelengths = 2 * np.pi / trained  # (n,) tokens, infinite for a pair that stands still
    original = ORIGINAL.check(original)
    stepped = np.where(wavelengths > original / low, trained / factor, trained)
    if low >= high:
        return stepped
    between = (wavelengths >= original / high) & (wavelengths <= original / low)
    smooth = (original / wavelengths - low) / (high - low)
    return np.where(between, (1 - smooth) * trained / factor + smooth * trained, stepped)


RULE = Rule(
    name="Llama 3",
    keys=("llama3",),
    year=2024,
    source="Grattafiori et al., section 3.4.2, [2407.21783](https://arxiv.org/abs/2407.21783); "
    "formula of [Hugging Face transformers](https://huggingface.co/docs/transformers/internal/rope_utils)",
    function=llama3,
    parameters=(LOW, HIGH),
)
