"""YaRN as released: the ramp runs over the pair index, and attention is sharpened."""

import math

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, checked
from core.inputs.parameter import Parameter
from core.scaling.arguments import FACTOR, ORIGINAL_LENGTH, as_attention_factor, divided_below, kept_above
from core.scaling.rule import Rule

BETA_FAST = kept_above("beta_fast", (4, 8, 16, 32, 64))
BETA_SLOW = divided_below("beta_slow", (1, 2, 4))
MSCALE = Parameter(
    name="mscale",
    unit="1",
    meaning="How strongly attention is sharpened with the logarithm of the factor.",
    law="a finite number",
    valid=lambda value: True,
    stops=(1,),
)


@checked(FACTOR, ORIGINAL_LENGTH, BETA_FAST, BETA_SLOW)
def yarn(
    frequencies: Reals,
    *,
    base: float,
    factor: float,
    original: float,
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    truncate: bool = True,
) -> NDArray[np.float64]:
    r"""Blend of kept and divided frequencies by the pair index, as the released code does [1]_.

    :math:`\omega_i/s \cdot ramp_i + \omega_i\,(1 - ramp_i)`, the ramp rising from 0 to 1 over `ramp_range`.
    The paper's own ramp is linear in the turns instead: `core.scaling.by_parts`.

    Parameters
    ----------
    frequencies, factor, original
        As in `core.scaling.by_parts.by_parts`.
    base : float
        Of the frequencies, dimensionless, > 1.
    beta_fast, beta_slow : float
        Turns in the trained window above which a pair is kept, and below which it is divided.
    truncate : bool
        Whether the ends of the ramp are moved outwards to whole pairs.

    Returns
    -------
    frequencies : ndarray of shape (n,)
        Radians per token.

    References
    ----------
    .. [1] Peng et al. 2023, section 3.4 and the released code, https://arxiv.org/abs/2309.00071,
       https://github.com/jquesnelle/yarn
    """
    pairs, ends = len(frequencies), {"beta_fast": beta_fast, "beta_slow": beta_slow}
    low, high = ramp_range(2 * pairs, base, original, truncate=truncate, **ends)
    width = high - low or 0.001  # as released: where both ends meet, a step
    ramp = np.clip((np.arange(pairs) - low) / width, 0, 1)  # weight of the divided frequency
    return frequencies / factor * ramp + frequencies * (1 - ramp)


@checked(ORIGINAL_LENGTH, BETA_FAST, BETA_SLOW)
def ramp_range(
    dim: int,
    base: float,
    original: float,
    *,
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    truncate: bool = True,
) -> tuple[float, float]:
    r"""Pairs between which the ramp rises.

    :math:`d\,\ln(L / 2\pi n) / (2 \ln b)` for n turns; low is at least 0, high at most dim - 1.

    >>> ramp_range(128, 10_000, 4096)
    (20, 46)
    """
    low, high = (
        dim * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base)) for turns in (beta_fast, beta_slow)
    )
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    return max(low, 0), min(high, dim - 1)


@checked(attention_factor=as_attention_factor)
def yarn_attention(
    factor: float,
    *,
    mscale: float | None = None,
    mscale_all_dim: float | None = None,
    attention_factor: float | None = None,
) -> float:
    r"""Factor on cosine and sine; scores grow by its square [1]_.

    :math:`0.1 \ln s + 1` unless the config says otherwise.

    Parameters
    ----------
    factor : float
        s, dimensionless, > 0.
    mscale, mscale_all_dim : float or None
        Where both are given and not 0, the quotient of :math:`0.1\,m \ln s + 1` for the two.
    attention_factor : float or None
        Taken as it is where given.

    Returns
    -------
    factor : float
        Dimensionless; 1 for s up to 1.

    >>> round(yarn_attention(16), 4), yarn_attention(40, mscale=1, mscale_all_dim=1)
    (1.2773, 1.0)

    References
    ----------
    .. [1] Peng et al. 2023, equation 22, https://arxiv.org/abs/2309.00071
    """
    if attention_factor is not None:
        return attention_factor
    if mscale and mscale_all_dim:
        return mscale_factor(factor, mscale) / mscale_factor(factor, mscale_all_dim)
    return mscale_factor(factor, 1)


@checked(FACTOR, MSCALE)
def mscale_factor(factor: float, mscale: float) -> float:
    """0.1 · mscale · ln(factor) + 1; 1 for factors up to 1."""
    return 0.1 * mscale * math.log(max(factor, 1)) + 1


RULE = Rule(
    name="YaRN",
    year=2023,
    source="Peng et al., section 3.4, [2309.00071](https://arxiv.org/abs/2309.00071), "
    "and its [released code](https://github.com/jquesnelle/yarn)",
    look=("rotary", "solid"),
    function=yarn,
    parameters=(BETA_FAST, BETA_SLOW),
    attention=yarn_attention,
)
