"""Evenly spaced samples of many indices."""

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import whole


@checked(whole("count", least=0), whole("most"))
def evenly_spread(
    count: int,  # at least 0
    most: int,  # at least 1; with 1, the first index is picked
) -> NDArray[np.int_]:  # (min(count, most) Ascending
    """At most `most` of the indices 0 … count - 1, evenly spread, with the first and the last."""
    return np.linspace(0, max(count - 1, 0), min(count, most)).round().astype(int)
