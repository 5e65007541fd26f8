"""What pictures of rounding share: colours, and a logarithmic axis of positions."""

from typing import Any

import numpy as np

from figures import theme

STAIRS, ROUNDED, PAIR = (
    theme.INK,
    theme.GHOST,
    theme.ROTARY,
)  # positions that are left; scores and errors; a single pair
_DECADES = ("1", "10", "100", "1k", "10k", "100k", "1M", "10M")


def position_axis(first: float, last: float) -> dict[str, Any]:
    """A logarithmic axis of positions with a tick at each power of ten."""
    ticks = 10 ** np.arange(int(np.log10(last)) + 1)
    return {
        "type": "log",
        "tickvals": ticks,
        "ticktext": _DECADES[: len(ticks)],
        "tickangle": 0,
        "range": [float(np.log10(first)), float(np.log10(last))],
        "showgrid": False,
    }
