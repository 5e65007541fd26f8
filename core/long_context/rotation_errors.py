"""What rounding does to position, inverse frequency, angle, cosine and sine.

Every step is done as a model does it: its inputs are the rounded outputs of the steps before, and its result is
rounded once. All arrays are float64, so that no other rounding takes place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.frequencies import inverse_frequencies
from core.inputs.checked import Positions, checked
from core.inputs.parameter import DIM
from core.long_context.dtypes import EXACT, Dtypes, MergedPositions, merged_with, round_to_dtype, round_unchecked
from core.numeric.curve import evenly_spread


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
    pair_index = slice(None) if pairs is None else np.asarray(pairs, int)
    frequencies = (inverse_frequencies(dim, base) / scale)[pair_index]  # radians per token
    angles = _rounded_angles(positions, frequencies, dtypes)
    with np.errstate(invalid="ignore"):  # NaN marks an overflow
        cosines, sines = (
            round_unchecked(np.cos(angles), dtypes.cos_sin),
            round_unchecked(np.sin(angles), dtypes.cos_sin),
        )
    return Rotations(
        round_unchecked(positions, dtypes.position),
        round_unchecked(frequencies, dtypes.inverse_frequency),
        angles,
        cosines,
        sines,
    )


def _rounded_angles(
    positions: NDArray[np.float64], frequencies: NDArray[np.float64], dtypes: Dtypes
) -> NDArray[np.float64]:
    """Round exact positions and frequencies, multiply them, and round the products."""
    positions, frequencies = (
        round_unchecked(positions, dtypes.position),
        round_unchecked(frequencies, dtypes.inverse_frequency),
    )
    with np.errstate(over="ignore", invalid="ignore"):
        return round_unchecked(positions[:, None] * frequencies, dtypes.angle)


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
    across = round_unchecked(cosines, dtypes.cos_sin) - exact.cosines
    up = round_unchecked(sines, dtypes.cos_sin) - exact.sines
    return np.sqrt(across**2 + up**2)  # np.hypot takes longer than cosine and sine do


REACH = 10  # positions shown to each side of one that is not merged
MAX_DOTS = 193  # positions shown at most


@dataclass(frozen=True)
class FollowedPosition:
    """A single position on its way through rounded steps to its rotation."""

    position: int  # tokens
    dim: int  # rotary features, at least 2
    dtypes: Dtypes
    base: float
    scale: float

    @property
    def merged_positions(self) -> MergedPositions:
        """The positions that become the same number."""
        return merged_with(self.position, self.dtypes.position)

    @property
    def rounded_position(self) -> float:
        """The number that the position becomes."""
        return float(round_to_dtype(self.position, self.dtypes.position))

    @cached_property
    def errors(self) -> NDArray[np.float64]:
        """Rotation errors, shape (pairs,)."""
        shape = {"base": self.base, "scale": self.scale}
        return rotation_errors([self.position], self.dim, self.dtypes, **shape)[0]

    @property
    def worst_pair(self) -> int:
        """The pair with the largest error, or the first that overflows."""
        return worst_pair(self.errors)

    @property
    def error(self) -> float:
        """Rotation error of this pair."""
        return float(self.errors[self.worst_pair])

    def steps(self, dtypes: Dtypes) -> Steps:
        """The steps of the worst pair in any dtypes."""
        pairs = [self.worst_pair]
        rotation = rotations([self.position], self.dim, dtypes, pairs=pairs, base=self.base, scale=self.scale)
        return Steps(*(float(np.ravel(values)[0]) for values in vars(rotation).values()))

    def neighbourhood(self) -> Neighbourhood:
        """Positions around this one, or around the first that overflows if this one does."""
        group, dtype = self.merged_positions, self.dtypes.position
        middle = self.position if group.last is not None else group.first
        finite = group if group.last is not None else merged_with(max(middle - 1, 0), dtype)
        reach = max(REACH, 4 * ((finite.last or 0) - finite.first + 1))
        return Neighbourhood(middle, float(round_to_dtype(middle, dtype)), max(middle - reach, 0), middle + reach)


def worst_pair(errors: NDArray[np.float64]) -> int:  # errors: (pairs,)
    """The pair with the largest error, or the first that overflows."""
    return int(np.argmax(np.where(np.isnan(errors), np.inf, errors)))


def stairs_columns(
    dtypes: Mapping[str, str],  # by step that is rounded
    first: int,  # tokens
    last: int,  # tokens
) -> dict[str, NDArray[Any]]:
    """Positions after rounding."""
    positions = first + evenly_spread(last - first + 1, MAX_DOTS)
    return {"position": positions, "after rounding": round_to_dtype(positions, Dtypes(**dtypes).position)}


@dataclass(frozen=True)
class Steps:
    """A position, and a pair's frequency (radians per token), angle (radians), cosine and sine."""

    # position, frequency, angle, cosine, sine: infinite or NaN where they overflow
    position: float
    frequency: float
    angle: float
    cosine: float
    sine: float


@dataclass(frozen=True)
class Neighbourhood:
    """Positions next to each other after rounding."""

    middle: int  # the followed position, or the first that overflows, tokens
    rounded_middle: float  # the number that the middle one becomes
    first: int  # shown, tokens
    last: int  # shown, tokens
