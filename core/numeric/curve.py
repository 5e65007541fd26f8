"""A function of the offset, averaged over runs of offsets where a screen has fewer points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.inputs.parameter import LENGTH, check_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Curve:
    """A function of the offset at the resolution of a screen.

    Parameters
    ----------
    offsets : ndarray of shape (n,)
        Tokens; the middle of each run.
    values : ndarray of shape (n,)
        Mean over each run.
    offsets_per_point : int
        Offsets that a point covers, always odd so that zero is the middle of a run.
    """

    offsets: NDArray[np.float64]
    values: NDArray[np.float64]
    offsets_per_point: int


def runs_about_zero(length: int, points: int) -> tuple[int, int]:
    """Runs on each side of offset 0 and the odd number of offsets in each, to cover -length … length."""
    offsets = 2 * LENGTH.check(length) + 1
    runs = (check_whole(points, "points") - 1) | 1  # the run about offset 0 has as many on either side
    covered = -(-offsets // runs) | 1
    return -(-offsets // covered) // 2, covered
