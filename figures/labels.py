"""Heights at which labels do not overlap, and titles above rows and panels."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def label_heights(
    values: NDArray[np.float64],  # (n,)
    gap: float,  # smallest distance, in the unit of the values
) -> NDArray[np.float64]:
    """Heights for labels: near the values and in their order, but at least a gap apart.

    >>> label_heights(np.array([0.0, 10.0, 0.0]), 2.0)
    array([-1., 10.,  1.])
    """
    order = np.argsort(values, kind="stable")
    rank = np.arange(len(values)) * gap
    up = np.maximum.accumulate(values[order] - rank) + rank  # only upwards
    down = np.minimum.accumulate((values[order] - rank)[::-1])[::-1] + rank  # only downwards
    heights = np.empty(len(values))
    heights[order] = (up + down) / 2
    return heights


def at_ends(
    ends: Sequence[tuple[str, float, str]],  # name, height and colour of each line
    low: float,  # end of the axis, in the unit of the heights (logarithms on a logarithmic one)
    high: float,  # the other end
    gap: float,  # height of a name, in this unit
) -> list[dict[str, Any]]:
    """Names of lines beside their right ends, no two on one another."""
    heights = label_heights(np.clip([height for _, height, _ in ends], low + gap / 2, high - gap / 2), gap)
    rank = np.argsort(np.argsort(heights, kind="stable"))
    heights = np.minimum(heights, high - gap / 2 - (len(ends) - 1 - rank) * gap)  # room for those above
    heights = np.maximum(heights, low + gap / 2 + rank * gap)  # and for those below
    place = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 6, "yanchor": "middle"}
    return [
        place | {"y": float(height), "text": name, "font": {"color": colour}}
        for height, (name, _, colour) in zip(heights, ends, strict=True)
    ]


def title_above(
    text: str,
    height: float,  # share of the figure's axes, or in the unit of the axis that `yref` names
    *,
    yref: str = "paper",  # "paper", or an axis
) -> dict[str, Any]:
    """A title that stands on a height, at the left edge of the axes."""
    place = {"x": 0, "xref": "paper", "xanchor": "left", "y": height, "yref": yref, "yanchor": "bottom"}
    return place | {"text": text}
