"""The sinusoidal table at the time of a diffusion model, with the switches in which released code differs."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.sizes import array, as_shape, check_tokens, features, flag, real
from core.frequencies import geometric
from core.inputs.checked import Reals, checked
from core.inputs.parameter import BASE, check_whole, whole
from core.numeric.twins import fast


@dataclass(frozen=True)
class Preset:
    """The switches of a released model."""

    shift: float  # subtracted from the number of pairs in the exponent
    cosines_first: bool  # order of the halves
    scale: float  # multiplies the time
    max_period: float  # 1 over the slowest frequency, in the limit of many pairs
    source: str  # released code


TIMESTEP_PRESETS: dict[str, Preset] = {
    "DDPM": Preset(1, False, 1.0, 10_000.0, "hojonathanho/diffusion, nn.get_timestep_embedding"),
    "Stable Diffusion, DiT": Preset(0, True, 1.0, 10_000.0, "openai/guided-diffusion, nn.timestep_embedding"),
    "FLUX": Preset(0, True, 1_000.0, 10_000.0, "black-forest-labs/flux, timestep_embedding"),
    "fairseq": Preset(1, False, 1.0, 10_000.0, "facebookresearch/fairseq, SinusoidalPositionalEmbedding"),
}


def _rows(times: NDArray[np.float64], dim: int, scale: float) -> None:
    check_tokens(len(times), "times", dim)
    as_shape(times * scale, "scale · times", None)


@checked(features("dim"), array("times", None), real("scale"), flag("cosines_first"), together=_rows)
def timestep_embedding(
    times: Reals,
    dim: int,
    *,
    shift: float = 0,
    cosines_first: bool = True,
    scale: float = 1.0,
    max_period: float = 10_000.0,
) -> NDArray[np.float64]:
    r"""Sines and cosines of a time in steps, in halves [1]_ [2]_.

    Of scale · time · :math:`max\_period^{-k/(half - shift)}`.

    Parameters
    ----------
    times : array_like of shape (n,)
        Steps, or from 0 to 1 where `scale` makes steps of them; any real numbers.
    dim : int
        Features; an odd last one is 0.
    shift : float
        Less than half = dim // 2: 1 in DDPM and fairseq, so that the slowest frequency is exactly 1 / max_period;
        0 in Stable Diffusion and DiT. Whole shifts keep the accuracy of `core.frequencies.geometric`; others may
        cost ln(max_period) units in the last place of a frequency.
    cosines_first : bool
        Order of the halves.
    scale : float
        Multiplies the times.
    max_period : float
        Greater than 1.

    Returns
    -------
    table : ndarray of shape (n, dim)
        Dimensionless, in [-1, 1].

    References
    ----------
    .. [1] Ho et al. 2020, section B, https://arxiv.org/abs/2006.11239
    .. [2] Peebles and Xie 2022, section 3.2, https://arxiv.org/abs/2212.09748
    """
    angles = np.outer(scale * times, frequencies(dim, shift, max_period))  # (n, half)
    halves = [np.cos(angles), np.sin(angles)]
    return np.hstack([*(halves if cosines_first else halves[::-1]), np.zeros((len(times), dim % 2))])


@checked(array("steps", None))
def step_rows(steps: Reals, dim: int, preset: Preset) -> NDArray[np.float64]:
    """Rows of whole steps as a released model computes them, shape (n, dim): it is fed steps / scale."""
    return timestep_embedding(
        steps / preset.scale,
        dim,
        shift=preset.shift,
        cosines_first=preset.cosines_first,
        scale=preset.scale,
        max_period=preset.max_period,
    )


def _frequencies(dim: int, shift: float = 0, max_period: float = 10_000.0) -> NDArray[np.float64]:
    """Radians per step of each pair, from 1 downwards."""
    half = dim // 2
    return max_period ** (-np.arange(half) / (half - shift))


@checked(features("dim"), replace(BASE, name="max_period"))
@fast(plain=_frequencies)
def frequencies(dim: int, shift: float = 0, max_period: float = 10_000.0) -> NDArray[np.float64]:
    """Radians per step of each pair, shape (dim // 2,), from 1 downwards; arguments as in `timestep_embedding`."""
    half = dim // 2
    law = f"a finite number less than dim // 2 = {half}"
    less = real("shift", law, lambda number: number < half or half == 0).check(shift)
    pairs = np.arange(half)
    if less.is_integer() and abs(less) <= 2**26 - half:
        return geometric(max_period, pairs, max(1, half - int(less)))
    return max_period ** (-pairs / (half - less))


def _rows_of(rows: int, dim: int, padding_row: int | None) -> None:
    check_tokens(rows, "rows", dim)
    if padding_row is not None:
        check_whole(padding_row, "padding_row", 0, rows - 1)


@checked(whole("rows", 0), features("dim"), together=_rows_of)
def fairseq_table(
    rows: int, dim: int, *, padding_row: int | None = None
) -> NDArray[np.float64]:  # (rows, dim); real tokens start after the padding row
    """The table of fairseq: DDPM's formula at 0, 1, 2, … with the row of the padding token set to zero.

    Source: Ott et al. 2019, https://arxiv.org/abs/1904.01038; SinusoidalPositionalEmbedding of
    https://github.com/facebookresearch/fairseq
    """
    table = timestep_embedding(np.arange(rows), dim, shift=1, cosines_first=False)
    if padding_row is not None:
        table[padding_row] = 0
    return table
