"""What becomes of a single position on its way through rounded steps to its rotation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.long_context.dtypes import Dtypes, Merged, merged_with, rounded
from core.long_context.rotation_errors import Rotations, rotation_errors, rotations
from core.numeric.curve import evenly_spread

REACH, MAX_DOTS = 10, 193  # positions shown to each side of one that is not merged; shown at most


@dataclass(frozen=True)
class FollowedPosition:
    """A position and its rotations."""

    position: int  # tokens
    dim: int  # rotary features, at least 2
    dtypes: Dtypes
    base: float
    scale: float

    @property
    def merged(self) -> Merged:
        """The positions that become the same number."""
        return merged_with(self.position, self.dtypes.position)

    @property
    def rounded(self) -> float:
        """The number that the position becomes."""
        return float(rounded(self.position, self.dtypes.position))

    @cached_property
    def errors(self) -> NDArray[np.float64]:
        """Rotation errors, shape (pairs,)."""
        shape = {"base": self.base, "scale": self.scale}
        return rotation_errors([self.position], self.dim, self.dtypes, **shape)[0]

    @property
    def worst_pair(self) -> int:
        """The pair with the largest error, or the first that overflows."""
        return int(np.argmax(np.where(np.isnan(self.errors), np.inf, self.errors)))

    @property
    def error(self) -> float:
        """Rotation error of this pair."""
        return float(self.errors[self.worst_pair])

    def steps(self, dtypes: Dtypes) -> Steps:
        """The steps of the worst pair in any dtypes."""
        return Steps(
            *(float(np.ravel(values)[0]) for values in vars(self._rotations([self.position], dtypes)).values())
        )

    def neighbourhood(self) -> Neighbourhood:
        """Positions around this one, or around the first that overflows if this one does."""
        merged, dtype = self.merged, self.dtypes.position
        middle = self.position if merged.last is not None else merged.first
        finite = merged if merged.last is not None else merged_with(max(middle - 1, 0), dtype)
        reach = max(REACH, 4 * ((finite.last or 0) - finite.first + 1))
        first = max(middle - reach, 0)
        positions = first + evenly_spread(middle + reach - first + 1, MAX_DOTS)
        rotations = self._rotations(positions, self.dtypes)
        frequency = inverse_frequencies(self.dim, self.base)[self.worst_pair] / self.scale
        arrived = float(rounded(middle, dtype))
        return Neighbourhood(middle, arrived, positions, rotations.positions, rotations.angles[:, 0] / frequency)

    def _rotations(self, positions: NDArray[np.int_] | list[int], dtypes: Dtypes) -> Rotations:
        pairs = [self.worst_pair]
        return rotations(positions, self.dim, dtypes, pairs=pairs, base=self.base, scale=self.scale)


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
    arrived: float  # the number that the middle one becomes
    positions: NDArray[np.int_]  # (n,) ascending, tokens
    rounded: NDArray[np.float64]  # (n,) the numbers that they become; infinite where they overflow
    # (n,) the position for which the worst pair has turned, tokens; infinite or NaN where it overflows
    by_angle: NDArray[np.float64]
