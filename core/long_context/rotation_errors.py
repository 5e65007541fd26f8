"""What rounding does to position, inverse frequency, angle, cosine and sine.

Every step is done as a model does it: its inputs are the rounded outputs of the steps before, and its result is
rounded once. All arrays are float64, so that no other rounding takes place.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.frequencies import inverse_frequencies
from core.inputs.checked import Positions, checked
from core.inputs.parameter import DIM
from core.long_context.dtypes import EXACT, Dtypes
from core.long_context.dtypes import rounded_unchecked as rounded


@dataclass(frozen=True)
class Rotations:
    """The result of each step."""

    positions: NDArray[np.float64]  # (n,) tokens; infinite where they overflow
    frequencies: NDArray[np.float64]  # (pairs,) radians per token
    angles: NDArray[np.float64]  # (n, pairs) radians; infinite where they overflow
    cosines: NDArray[np.float64]  # (n, pairs) NaN where the angle is infinite
    sines: NDArray[np.float64]  # (n, pairs) NaN where the angle is infinite


@checked(DIM)
def rotations(
    positions: Positions,  # (n,) tokens; an int n stands for 0 … n - 1
    dim: int,
    dtypes: Dtypes | None = None,  # None for float64 throughout
    *,
    pairs: ArrayLike | None = None,  # (pairs,) indices; None for all dim // 2
    base: float = 10_000.0,
    scale: float = 1.0,  # divides the frequencies, as in the models, so positions stay whole
) -> Rotations:
    r"""Position, inverse frequency, angle, cosine and sine, each rounded once.

    .. math:: \tilde\theta = \mathrm{round}(\mathrm{round}(p)\cdot\mathrm{round}(base^{-2i/dim} / scale))

    Cosine and sine are those of the rounded angle, and are then rounded themselves.

    Source: Su et al. 2021, section 3.4.2, https://arxiv.org/abs/2104.09864
    """
    dtypes = dtypes or Dtypes()
    selected = slice(None) if pairs is None else np.asarray(pairs, int)
    frequencies = (inverse_frequencies(dim, base) / scale)[selected]  # radians per token
    angles = _rounded_angles(positions, frequencies, dtypes)
    with np.errstate(invalid="ignore"):  # NaN marks an overflow
        cosines, sines = rounded(np.cos(angles), dtypes.cos_sin), rounded(np.sin(angles), dtypes.cos_sin)
    return Rotations(
        rounded(positions, dtypes.position),
        rounded(frequencies, dtypes.inverse_frequency),
        angles,
        cosines,
        sines,
    )


def _rounded_angles(
    positions: NDArray[np.float64], frequencies: NDArray[np.float64], dtypes: Dtypes
) -> NDArray[np.float64]:
    """Round exact positions and frequencies, multiply them, and round the products."""
    positions, frequencies = rounded(positions, dtypes.position), rounded(frequencies, dtypes.inverse_frequency)
    with np.errstate(over="ignore", invalid="ignore"):
        return rounded(positions[:, None] * frequencies, dtypes.angle)


def rotation_errors(
    positions: int | ArrayLike, dim: int, dtypes: Dtypes, **shape: Any
) -> NDArray[np.float64]:  # shape: pairs, base and scale, as in `rotations`
    """Distance of the rounded point (cosine, sine) from the exact one, (n, pairs), at most 2.

    An angle wrong by a gives an error of 2 |sin(a / 2)|; NaN where the angle is infinite.
    """
    return errors_from(rotations(positions, dim, **shape), dtypes)


def errors_from(exact: Rotations, dtypes: Dtypes) -> NDArray[np.float64]:
    """As `rotation_errors`, from the rotations without rounding."""
    angles = _rounded_angles(exact.positions, exact.frequencies, dtypes)
    with np.errstate(invalid="ignore"):  # NaN marks an overflow
        if dtypes.cos_sin == EXACT:
            return 2 * np.abs(np.sin((angles - exact.angles) / 2))
        same = np.array_equal(angles, exact.angles)
        cosines, sines = (exact.cosines, exact.sines) if same else (np.cos(angles), np.sin(angles))
    across = rounded(cosines, dtypes.cos_sin) - exact.cosines
    up = rounded(sines, dtypes.cos_sin) - exact.sines
    return np.sqrt(across**2 + up**2)  # np.hypot takes longer than cosine and sine do
