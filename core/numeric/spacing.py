"""Evenly spaced samples of many indices."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.inputs.parameter import check_whole


def evenly_spread(
    count: int,
    most: int,  # at least 1; with 1, the first index is picked
) -> NDArray[np.int_]:  # (min(count, most),) ascending
    """At most `most` of the indices 0 … count - 1, evenly spread, with the first and the last."""
    count, most = check_whole(count, "count", least=0), check_whole(most, "most")
    return np.linspace(0, max(count - 1, 0), min(count, most)).round().astype(int)
