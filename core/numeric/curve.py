"""Functions of the offset with at most as many points as a screen shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import whole


@dataclass(frozen=True)
class Curve:
    """Means of a function over runs of consecutive offsets.

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


@checked(whole("points"))
def runs_about_zero(length: int, points: int) -> tuple[int, int]:
    """How to cut the offsets -length … length into runs of equal size with one centred on 0.

    Parameters
    ----------
    length : int
        Largest offset, tokens.
    points : int
        Most runs wanted, at least 1.

    Returns
    -------
    half : int
        Runs on each side of the one that is centred on 0.
    covered : int
        Offsets in each run, odd.

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    offsets = 2 * length + 1
    runs = (points - 1) | 1  # odd: as many on either side of the one at 0
    covered = -(-offsets // runs) | 1
    return -(-offsets // covered) // 2, covered
